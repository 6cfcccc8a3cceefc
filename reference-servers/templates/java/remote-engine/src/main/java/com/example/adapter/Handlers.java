package com.example.adapter;

import com.example.adapter.Contract.EvaluationResult;
import com.example.adapter.Contract.PolicyResult;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** How resources are evaluated. Fill in these methods; nothing else has to change. */
@Component
public class Handlers {

    /** Required fields of a resource, by its type. Replace it with your policies. */
    private static final Map<String, List<String>> NEEDED = Map.of(
            "dataproduct", List.of("id", "name", "description", "dataProductOwner"),
            "outputport", List.of("id", "name", "description"));

    /** Whether this engine can evaluate resources of a type. Others are rejected. */
    public boolean knows(String resourceType) {
        return NEEDED.containsKey(resourceType.toLowerCase());
    }

    /** A policy returns a {@code PolicyResult}, and a metric a {@code MetricResult}. A server implements only one. */
    public EvaluationResult evaluate(String resourceId, String resourceType, Map<String, Object> resource) {
        List<String> needed = NEEDED.get(resourceType.toLowerCase());
        List<String> errors = needed.stream()
                .filter(name -> resource.get(name) == null || resource.get(name).equals(""))
                .map(name -> resourceId + " has no " + name)
                .toList();
        return new PolicyResult(errors.isEmpty(), errors, Map.of("checked", needed));
    }
}
