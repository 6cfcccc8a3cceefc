package com.example.adapter;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Lists the resources to evaluate. Fill in this method. The other files work as they are. */
@Component
public class Handlers {

    /** A resource that policies and metrics are applied to. */
    public record Resource(String id, String environment, String type) {

        /** Content to evaluate, as YAML text. */
        public String descriptor() {
            return "id: " + id + "\ntype: " + type + "\n";
        }
    }

    /** Sample data. Replace it with calls to your system. The order must never change. */
    private final List<Resource> resources = Stream.of("development", "production")
            .flatMap(environment -> Stream.of("storage-bucket", "table")
                    .flatMap(type -> Stream.of("customers", "orders", "shipments")
                            .map(name -> new Resource(environment + "-" + type + "-" + name, environment, type))))
            .toList();

    /** Returns all matching resources. Without types, every type matches. The caller gets them in pages. */
    public List<Resource> find(String environment, List<String> types, Optional<String> id) {
        return resources.stream()
                .filter(one -> one.environment().equals(environment))
                .filter(one -> types.isEmpty() || types.contains(one.type()))
                .filter(one -> id.isEmpty() || one.id().equals(id.get()))
                .toList();
    }
}
