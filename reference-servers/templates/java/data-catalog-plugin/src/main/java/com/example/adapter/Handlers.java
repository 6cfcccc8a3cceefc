package com.example.adapter;

import com.example.adapter.Contract.Info;
import com.example.adapter.Product.Component;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Publishes data products in your data catalog. Fill in these methods. The other files work as they are.
 *
 * <p>A method with a task may take long, and runs again if a restart interrupts it, so make each step idempotent.
 * To end the task as FAILED, throw {@link Task.Failed} with a message for the user.
 */
@org.springframework.stereotype.Component
public class Handlers {

    private static final String CATALOG_URL = "https://catalog.example.com/entries/";

    /** Sample data: component ids by environment and data product. Replace it with calls to your catalog. */
    private final Map<String, List<String>> published = new ConcurrentHashMap<>();

    /** Problems that only this plugin finds, one sentence each. */
    public List<String> validate(Product product) {
        return List.of();
    }

    /** Publishes the data product, and removes components from the catalog that it no longer has. */
    public Info provision(Product product, Task task) {
        Map<String, Object> entries = new LinkedHashMap<>();
        for (Component component : product.components()) {
            task.throwIfStopped();
            task.say(Task.Level.INFO, "Publishing", component.name() + " is in the catalog");
            // Shown to users in the marketplace, by output port.
            if (component.kind().equals("outputport")) {
                entries.put(component.id(), Map.of("catalogEntry", entry(component)));
            }
        }
        published.put(product.subject(), product.components().stream().map(Component::id).toList());
        return new Info(entries, Map.of());
    }

    /** Removes the data product. Succeeds if it is not in the catalog. */
    public Info unprovision(Product product, Task task) {
        boolean existed = published.remove(product.subject()) != null;
        task.say(Task.Level.INFO, "Removing", product.name() + (existed ? " was removed" : " was not in the catalog"));
        return new Info(Map.of(), Map.of());
    }

    /** Address of a component in the catalog. Empty if the catalog does not have it. */
    public Optional<String> findReference(String componentId) {
        return published.values().stream().anyMatch(ids -> ids.contains(componentId))
                ? Optional.of(address(componentId))
                : Optional.empty();
    }

    private static Map<String, String> entry(Component component) {
        return Map.of(
                "type", "string",
                "label", "Data catalog",
                "value", component.name(),
                "href", address(component.id()));
    }

    private static String address(String componentId) {
        return CATALOG_URL + URLEncoder.encode(componentId, StandardCharsets.UTF_8);
    }
}
