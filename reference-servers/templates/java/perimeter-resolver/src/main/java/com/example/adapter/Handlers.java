package com.example.adapter;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Which resources exist. Fill in this method; nothing else has to change. */
@Component
public class Handlers {

    /** A resource that policies and metrics are applied to. */
    public record Resource(String id, String environment, String type) {

        /** What is evaluated, as YAML text. */
        public String descriptor() {
            return "id: " + id + "\ntype: " + type + "\n";
        }
    }

    /** Stands for the system that knows the resources. Replace it with calls to yours. The order must never change. */
    private final List<Resource> resources = Stream.of("development", "production")
            .flatMap(environment -> Stream.of("storage-bucket", "table")
                    .flatMap(type -> Stream.of("customers", "orders", "shipments")
                            .map(name -> new Resource(environment + "-" + type + "-" + name, environment, type))))
            .toList();

    /** All resources that fit; no types means every type. The caller gets them page by page. */
    public List<Resource> find(String environment, List<String> types, Optional<String> id) {
        return resources.stream()
                .filter(one -> one.environment().equals(environment))
                .filter(one -> types.isEmpty() || types.contains(one.type()))
                .filter(one -> id.isEmpty() || one.id().equals(id.get()))
                .toList();
    }
}
