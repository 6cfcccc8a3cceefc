package com.example.adapter;

import com.example.adapter.Contract.ProvisioningRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The data product of a request, and its components.
 *
 * @param fields all fields of the descriptor, after a deployment including {@code info}
 */
public record Product(
        String id, String name, String environment, List<Component> components, Map<String, Object> fields) {

    /** A component. {@code fields} has all its fields in the descriptor. */
    public record Component(String id, String kind, String name, Map<String, Object> fields) {}

    /** Tasks with the same subject run in order. */
    String subject() {
        return (environment + " " + id).toLowerCase();
    }

    /** Reads the data product of a request. Throws {@link Refused} if its id or environment is missing. */
    static Product read(ProvisioningRequest request) {
        Map<String, Object> system = Yaml.productIn(Yaml.parse(request.descriptor(), "descriptor"));
        List<String> problems = Descriptors.missing(system, List.of("id", "environment"), "the data product");
        if (!problems.isEmpty()) throw new Refused(problems);
        return new Product(
                Yaml.text(system, "id"),
                Yaml.text(system, "name"),
                Yaml.text(system, "environment"),
                Descriptors.componentsIn(system).stream().map(Product::component).toList(),
                system);
    }

    /** Problems of the descriptor, one sentence each. */
    List<String> problems() {
        List<String> problems = new ArrayList<>(Descriptors.problemsOfSystem(fields));
        for (Component component : components) {
            problems.addAll(Descriptors.problemsOfComponent(component.fields(), fields));
        }
        return problems;
    }

    private static Component component(Map<String, Object> fields) {
        return new Component(
                Yaml.text(fields, "id"),
                Yaml.text(fields, "kind"),
                Yaml.text(fields, "name"),
                fields);
    }
}
