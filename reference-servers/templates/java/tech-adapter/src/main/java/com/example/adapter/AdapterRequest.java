package com.example.adapter;

import com.example.adapter.Contract.DescriptorKind;
import com.example.adapter.Contract.ProvisionInfo;
import com.example.adapter.Contract.ProvisioningRequest;
import com.example.adapter.Contract.UpdateAclRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A request of the platform. The methods of {@code Handlers} get it as an argument. Its fields have the names in the
 * contract.
 *
 * @param dataProduct all fields of the data product in the descriptor, with all its components
 * @param component the component to work on; null in a product request, which concerns the product itself
 * @param latestEnrichedDescriptor YAML text of the descriptor after the latest operation, which {@link #latestInfo}
 *     reads; may be null
 * @param refs only in an access update: all identities with access
 * @param provisionInfo only in an access update, otherwise null: the deployed component, with the message of its task in
 *     {@code result}
 * @param accessControlFields only in an access update: the input of the requester
 */
public record AdapterRequest(
        DescriptorKind descriptorKind,
        Map<String, Object> dataProduct,
        Component component,
        Origin origin,
        String latestEnrichedDescriptor,
        boolean removeData,
        List<String> refs,
        ProvisionInfo provisionInfo,
        Map<String, Object> accessControlFields) {

    /** A component to work on. {@code fields} has all its fields in the descriptor. */
    public record Component(String id, String name, Map<String, Object> specific, Map<String, Object> fields) {}

    public String environment() {
        return Yaml.text(dataProduct, "environment");
    }

    /** {@code info} of the component or the product after the latest operation. Empty if unknown. */
    public Map<String, Object> latestInfo() {
        String wanted = component == null ? Yaml.text(dataProduct, "id") : component.id();
        return partsOf(latestProduct())
                .filter(part -> Yaml.text(part, "id").equalsIgnoreCase(wanted) && part.get("info") instanceof Map)
                .findFirst()
                .map(part -> Yaml.mapping(part.get("info"), "info"))
                .orElse(Map.of());
    }

    /** {@code operation} and {@code status} of the latest operation. Empty if unknown. */
    public Map<String, Object> latestProvisioningOperation() {
        Object latest = latestInfo().get("latestProvisioningOperation");
        return latest instanceof Map ? Yaml.mapping(latest, "latestProvisioningOperation") : Map.of();
    }

    /** Tasks that share a subject run in order. A product request has the subjects of all its components. */
    Set<String> subjects() {
        Stream<String> ids = component == null
                ? partsOf(dataProduct).map(part -> Yaml.text(part, "id"))
                : Stream.of(component.id());
        return ids.map(id -> (environment() + " " + id).toLowerCase()).collect(Collectors.toSet());
    }

    /** Problems of the descriptor, one sentence each. */
    List<String> problems() {
        List<String> problems = new ArrayList<>(Descriptors.problemsOfSystem(dataProduct));
        List<Map<String, Object>> checked =
                component == null ? Descriptors.componentsIn(dataProduct) : List.of(component.fields());
        for (Map<String, Object> fields : checked) {
            problems.addAll(Descriptors.problemsOfComponent(fields, dataProduct));
        }
        return problems;
    }

    /** Reads the component and the data product of a request. Throws {@link Refused} if it needs one that is missing. */
    static AdapterRequest read(ProvisioningRequest body, Origin origin) {
        DescriptorKind kind = body.descriptorKind();
        if (kind == DescriptorKind.DATAPRODUCT_DESCRIPTOR_WITH_RESULTS) {
            throw new Refused("descriptorKind " + kind + " is reserved and not sent to tech adapters");
        }
        Map<String, Object> document = Yaml.parse(body.descriptor(), "descriptor");
        Object inside = document.get("componentIdToProvision");
        Object wanted = isEmpty(inside) ? body.componentIdToProvision() : inside;
        boolean isComponent = kind == DescriptorKind.COMPONENT_DESCRIPTOR;
        Map<String, Object> system = systemIn(document, isComponent);
        Component component = isComponent || !isEmpty(wanted) ? choose(system, wanted) : null;
        boolean removeData = Boolean.TRUE.equals(body.removeData());
        String latest = body.latestEnrichedDescriptor();
        return new AdapterRequest(kind, system, component, origin, latest, removeData, List.of(), null, Map.of());
    }

    /** Reads a removal. Validates no more than it needs, because the checks can have become stricter. */
    static AdapterRequest readRemoval(ProvisioningRequest body, Origin origin) {
        AdapterRequest request = read(body, origin);
        List<String> needed = request.component == null ? List.of("id", "environment") : List.of("environment");
        List<String> problems = Descriptors.missing(request.dataProduct, needed, "the data product");
        if (!problems.isEmpty()) throw new Refused(problems);
        return request;
    }

    /** Reads an access update. {@code document} is its descriptor. */
    static AdapterRequest readAccess(UpdateAclRequest body, Map<String, Object> document, Origin origin) {
        Map<String, Object> system = systemIn(document, true);
        return new AdapterRequest(
                DescriptorKind.COMPONENT_DESCRIPTOR,
                system,
                choose(system, document.get("componentIdToProvision")),
                origin,
                null,
                false,
                body.refs(),
                body.provisionInfo(),
                body.accessControlFields() == null ? Map.of() : body.accessControlFields());
    }

    /** Invalid text counts as unknown, and does not fail the request. */
    private Map<String, Object> latestProduct() {
        if (latestEnrichedDescriptor == null) return Map.of();
        try {
            return Yaml.productIn(Yaml.parse(latestEnrichedDescriptor, "latestEnrichedDescriptor"));
        } catch (Refused unreadable) {
            return Map.of();
        }
    }

    private static Stream<Map<String, Object>> partsOf(Map<String, Object> system) {
        return Stream.concat(Stream.of(system), Descriptors.componentsIn(system).stream());
    }

    private static Map<String, Object> systemIn(Map<String, Object> document, boolean isComponent) {
        if (document.get("dataProduct") instanceof Map<?, ?> system) return Yaml.mapping(system, "dataProduct");
        if (isComponent) throw new Refused("a component descriptor needs the data product under dataProduct");
        return document;
    }

    private static Component choose(Map<String, Object> system, Object wanted) {
        if (isEmpty(wanted)) throw new Refused("componentIdToProvision is required in a component descriptor");
        // URNs are not case-sensitive.
        return Descriptors.componentsIn(system).stream()
                .filter(component -> Yaml.text(component, "id").equalsIgnoreCase(wanted.toString()))
                .findFirst()
                .map(AdapterRequest::componentOf)
                .orElseThrow(() -> new Refused("component " + wanted + " is not part of the descriptor"));
    }

    private static boolean isEmpty(Object value) {
        return value == null || value.equals("");
    }

    private static Component componentOf(Map<String, Object> fields) {
        Map<String, Object> specific = fields.get("specific") instanceof Map<?, ?> map
                ? Yaml.mapping(map, "specific")
                : Map.of();
        return new Component(Yaml.text(fields, "id"), Yaml.text(fields, "name"), specific, fields);
    }
}
