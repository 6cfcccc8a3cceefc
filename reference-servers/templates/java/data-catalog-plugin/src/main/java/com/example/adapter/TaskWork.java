package com.example.adapter;

import com.example.adapter.Contract.Info;
import com.example.adapter.Contract.ProvisioningRequest;
import com.example.adapter.Contract.ValidationError;
import com.example.adapter.Contract.ValidationInfo;
import com.example.adapter.Contract.ValidationResult;
import java.util.List;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** The work of the tasks. It gets the stored request, because a task may run again after a restart. */
@Configuration(proxyBeanMethods = false)
class TaskWork {

    private final Handlers handlers;
    private final JsonMapper json;

    TaskWork(Handlers handlers, JsonMapper json) {
        this.handlers = handlers;
        this.json = json;
    }

    @Bean(initMethod = "resume", destroyMethod = "close")
    Tasks tasks(JdbcClient database, Tasks.Limits limits) {
        Map<String, Tasks.Work> work = Map.of(
                "validate", (request, task) -> Map.of("info", new ValidationInfo(validate(provisioning(request)), null)),
                "provision", (request, task) -> {
                    Product product = Product.read(provisioning(request));
                    return outcome("Published.", handlers.provision(product, task));
                },
                "unprovision", (request, task) -> {
                    Product product = Product.read(provisioning(request));
                    return outcome("Removed.", handlers.unprovision(product, task));
                });
        return new Tasks(database, json, work, limits);
    }

    /** Problems of a descriptor are a result here, not an error. */
    ValidationResult validate(ProvisioningRequest body) {
        try {
            accept(body);
            return new ValidationResult(true, null);
        } catch (Refused refused) {
            return new ValidationResult(false, new ValidationError(refused.problems()));
        }
    }

    /** Rejects a descriptor that cannot be published. */
    Product accept(ProvisioningRequest body) {
        Product product = Product.read(body);
        List<String> problems = product.problems();
        if (problems.isEmpty()) problems = handlers.validate(product);
        if (!problems.isEmpty()) throw new Refused(problems);
        return product;
    }

    private ProvisioningRequest provisioning(String request) {
        return json.readValue(request, ProvisioningRequest.class);
    }

    private static Map<String, Object> outcome(String result, Info info) {
        return Map.of("result", result, "info", info);
    }
}
