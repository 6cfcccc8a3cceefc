package com.example.adapter;

import com.example.adapter.Contract.ProvisioningRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a request to a data catalog plugin is about: a data product and its components.
 *
 * @param fields everything that the descriptor says; after a deployment, {@code info} among it
 */
public record Product(
        String id, String name, String environment, List<Component> components, Map<String, Object> fields) {

    /** A component; {@code fields} holds everything that the descriptor says about it. */
    public record Component(String id, String kind, String name, Map<String, Object> fields) {}

    /** Tasks of the same subject run one after the other. */
    String subject() {
        return (environment + " " + id).toLowerCase();
    }

    /** Reads which data product a request is about; refuses it without an id or an environment. */
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

    /** What makes the descriptor invalid, one sentence each. */
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
