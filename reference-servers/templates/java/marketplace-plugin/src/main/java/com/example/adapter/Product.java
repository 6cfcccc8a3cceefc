package com.example.adapter;

import com.example.adapter.Contract.ProvisioningResultRequest;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A deployed data product.
 *
 * @param fields all fields of the descriptor, with the results of the deployment in {@code info}
 */
public record Product(String id, String name, String environment, Map<String, Object> fields) {

    /** Reads the descriptor. Rejects the request with a list of the missing fields. */
    static Product read(ProvisioningResultRequest request) {
        Map<String, Object> fields = Yaml.productIn(Yaml.parse(request.descriptor(), "descriptor"));
        List<String> problems = Stream.of("id", "name", "environment")
                .filter(name -> Yaml.text(fields, name).isEmpty())
                .map(name -> "the data product has no " + name)
                .toList();
        if (!problems.isEmpty()) throw new Refused(problems);
        return new Product(
                Yaml.text(fields, "id"), Yaml.text(fields, "name"), Yaml.text(fields, "environment"), fields);
    }
}
