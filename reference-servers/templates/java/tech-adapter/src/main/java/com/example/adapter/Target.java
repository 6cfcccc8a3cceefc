package com.example.adapter;

import com.example.adapter.Contract.DescriptorKind;
import com.example.adapter.Contract.ProvisioningRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a request to a tech adapter is about: the components to work on, and the system they belong to.
 *
 * @param system everything that the descriptor says about the system
 */
public record Target(String environment, List<Component> components, Map<String, Object> system) {

    /** A component to work on; {@code fields} holds everything that the descriptor says about it. */
    public record Component(String id, String name, Map<String, Object> specific, Map<String, Object> fields) {}

    /** Tasks of the same subject run one after the other. */
    String subject() {
        String ids = components.stream().map(Component::id).collect(Collectors.joining(" "));
        return (environment + " " + ids).toLowerCase();
    }

    /** Reads and checks the descriptor; refuses the request with everything that is wrong. */
    static Target read(ProvisioningRequest request) {
        if (request.descriptorKind() == DescriptorKind.DATAPRODUCT_DESCRIPTOR_WITH_RESULTS) {
            throw new Refused("descriptorKind " + request.descriptorKind() + " is not sent to tech adapters");
        }
        Map<String, Object> document = Yaml.parse(request.descriptor(), "descriptor");
        Object inside = document.get("componentIdToProvision");
        Object wanted = inside == null ? request.componentIdToProvision() : inside;
        boolean isComponent = request.descriptorKind() == DescriptorKind.COMPONENT_DESCRIPTOR;
        Map<String, Object> system = systemIn(document, isComponent);
        List<Map<String, Object>> chosen =
                isComponent || wanted != null ? List.of(choose(system, wanted)) : Descriptors.componentsIn(system);
        List<String> problems = new ArrayList<>(Descriptors.problemsOfSystem(system));
        for (Map<String, Object> component : chosen) {
            problems.addAll(Descriptors.problemsOfComponent(component, system));
        }
        if (!problems.isEmpty()) throw new Refused(problems);
        return of(system, chosen);
    }

    /** Reads the component that an access request is about. */
    static Target provisioned(Map<String, Object> document) {
        Map<String, Object> system = systemIn(document, true);
        return of(system, List.of(choose(system, document.get("componentIdToProvision"))));
    }

    private static Map<String, Object> systemIn(Map<String, Object> document, boolean isComponent) {
        if (document.get("dataProduct") instanceof Map<?, ?> system) return Yaml.mapping(system, "dataProduct");
        if (isComponent) throw new Refused("a component descriptor needs the data product under dataProduct");
        return document;
    }

    private static Map<String, Object> choose(Map<String, Object> system, Object wanted) {
        if (wanted == null || wanted.equals("")) {
            throw new Refused("componentIdToProvision is required in a component descriptor");
        }
        // URNs are compared without regard to case.
        return Descriptors.componentsIn(system).stream()
                .filter(component -> Yaml.text(component, "id").equalsIgnoreCase(wanted.toString()))
                .findFirst()
                .orElseThrow(() -> new Refused("component " + wanted + " is not part of the descriptor"));
    }

    private static Target of(Map<String, Object> system, List<Map<String, Object>> components) {
        List<Component> read = components.stream().map(Target::component).toList();
        return new Target(Yaml.text(system, "environment"), read, system);
    }

    private static Component component(Map<String, Object> fields) {
        Map<String, Object> specific = fields.get("specific") instanceof Map<?, ?> map
                ? Yaml.mapping(map, "specific")
                : Map.of();
        return new Component(Yaml.text(fields, "id"), Yaml.text(fields, "name"), specific, fields);
    }
}
