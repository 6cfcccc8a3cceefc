package com.example.adapter;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks descriptors of data products and their components. */
final class Descriptors {

    private static final List<String> KINDS = List.of("outputport", "workload", "storage", "observability");
    private static final List<String> SYSTEM_FIELDS = List.of("id", "kind", "name", "version", "environment");
    private static final List<String> COMPONENT_FIELDS = List.of("id", "kind", "name", "infrastructureTemplateId");
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.\\d+\\..+");
    private static final Pattern URN = Pattern.compile(
            "urn:dmb:(?:dp|cmp):[\\w-]+:[\\w-]+:(\\d+)(?::[\\w-]+)*", Pattern.CASE_INSENSITIVE);

    private Descriptors() {}

    /** Components and their subcomponents, each once. */
    static List<Map<String, Object>> componentsIn(Map<String, Object> system) {
        List<Map<String, Object>> found = new ArrayList<>();
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Map<String, Object>> waiting = new ArrayDeque<>(List.of(system));
        while (!waiting.isEmpty()) {
            if (!(waiting.removeFirst().get("components") instanceof List<?> inside)) continue;
            for (Object one : inside) {
                if (!(one instanceof Map) || !seen.add(one)) continue;
                Map<String, Object> component = Yaml.mapping(one, "component");
                found.add(component);
                waiting.add(component);
            }
        }
        return found;
    }

    /** Problems of the descriptor of a data product, one sentence each. */
    static List<String> problemsOfSystem(Map<String, Object> system) {
        String what = "the data product";
        List<String> problems = new ArrayList<>(missing(system, SYSTEM_FIELDS, what));
        problems.addAll(wrongVersion(system, what));
        if (!(system.get("components") instanceof List<?> components)) {
            problems.add(what + " has no list of components");
            return problems;
        }
        if (!components.stream().allMatch(Map.class::isInstance)) {
            problems.add("a component of the data product is not a mapping");
        }
        Set<String> ids = new HashSet<>();
        for (Map<String, Object> component : componentsIn(system)) {
            String id = String.valueOf(component.get("id")).toLowerCase();
            if (!ids.add(id)) problems.add("more than one component has the id " + id);
        }
        return problems;
    }

    /** Problems of a component, one sentence each. */
    static List<String> problemsOfComponent(Map<String, Object> component, Map<String, Object> system) {
        String what = "component " + component.get("id");
        List<String> problems = new ArrayList<>(missing(component, COMPONENT_FIELDS, what));
        problems.addAll(wrongVersion(component, what));
        if (component.get("kind") instanceof String kind && !KINDS.contains(kind.toLowerCase())) {
            problems.add(what + " has the kind " + kind + "; expected one of " + String.join(", ", KINDS));
        }
        String own = majorOfUrn(component.get("id"));
        String major = majorOfUrn(system.get("id"));
        if (own != null && major != null && !own.equals(major)) {
            problems.add(what + " does not belong to the major version " + major + " of the data product");
        }
        Object needs = component.get("dependsOn");
        boolean isList = needs instanceof List<?> ids && ids.stream().allMatch(String.class::isInstance);
        if (needs != null && !isList) problems.add(what + " has a dependsOn that is not a list of component ids");
        return problems;
    }

    static List<String> missing(Map<String, Object> fields, List<String> names, String what) {
        return names.stream()
                .filter(name -> Yaml.text(fields, name).isEmpty())
                .map(name -> what + " has no " + name)
                .toList();
    }

    private static List<String> wrongVersion(Map<String, Object> fields, String what) {
        Object version = fields.get("version");
        if (version == null || version.equals("")) return List.of();
        Matcher matcher = VERSION.matcher(version instanceof String text ? text : "");
        if (!matcher.matches()) return List.of(what + " has a version that is not of the form 1.2.0");
        String major = majorOfUrn(fields.get("id"));
        if (major == null || major.equals(matcher.group(1))) return List.of();
        return List.of(what + " has the version " + version + ", but its id has the major version " + major);
    }

    private static String majorOfUrn(Object urn) {
        Matcher matcher = URN.matcher(String.valueOf(urn));
        return matcher.matches() ? matcher.group(1) : null;
    }
}
