package com.example.adapter;

import com.example.adapter.Contract.Info;
import com.example.adapter.Contract.ProvisioningRequest;
import com.example.adapter.Contract.ReverseProvisioningRequest;
import com.example.adapter.Contract.UpdateAclRequest;
import com.example.adapter.Contract.ValidationError;
import com.example.adapter.Contract.ValidationInfo;
import com.example.adapter.Contract.ValidationResult;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The work of the tasks. It gets the stored request, because a task may run again after a restart. */
@Configuration(proxyBeanMethods = false)
class TaskWork {

    /** The part of a request that is stored with its task. */
    record Stored(Object body, Origin origin) {}

    private final Handlers handlers;
    private final JsonMapper json;

    TaskWork(Handlers handlers, JsonMapper json) {
        this.handlers = handlers;
        this.json = json;
    }

    @Bean(initMethod = "resume", destroyMethod = "close")
    Tasks tasks(JdbcClient database, Tasks.Limits limits) {
        Map<String, Tasks.Work> work = Map.of(
                "validate", (stored, task) -> {
                    ValidationResult result = read(stored, ProvisioningRequest.class, this::validate);
                    return Map.of("info", new ValidationInfo(result, null));
                },
                "provision", (stored, task) -> {
                    AdapterRequest request = read(stored, ProvisioningRequest.class, AdapterRequest::read);
                    return outcome("Provisioned.", handlers.provision(request, task));
                },
                "unprovision", (stored, task) -> {
                    AdapterRequest request = read(stored, ProvisioningRequest.class, AdapterRequest::readRemoval);
                    return outcome("Unprovisioned.", handlers.unprovision(request, task));
                },
                "updateacl", (stored, task) -> {
                    AdapterRequest request = read(stored, UpdateAclRequest.class, this::readAccess);
                    return outcome("Access is set.", handlers.updateAcl(request, task));
                },
                "reverse", (stored, task) -> {
                    var request = read(stored, ReverseProvisioningRequest.class, (body, origin) -> body);
                    return Map.of("updates", handlers.reverseProvision(request, task));
                });
        return new Tasks(database, json, work, limits);
    }

    /** Problems of a descriptor are a result here, not an error. */
    ValidationResult validate(ProvisioningRequest body, Origin origin) {
        try {
            accept(body, origin);
            return new ValidationResult(true, null);
        } catch (Refused refused) {
            return new ValidationResult(false, new ValidationError(refused.problems()));
        }
    }

    /** Rejects a descriptor that cannot be provisioned. */
    AdapterRequest accept(ProvisioningRequest body, Origin origin) {
        AdapterRequest request = AdapterRequest.read(body, origin);
        List<String> problems = request.problems();
        if (problems.isEmpty()) problems = handlers.validate(request);
        if (!problems.isEmpty()) throw new Refused(problems);
        return request;
    }

    /** Reads an access request. Its descriptor, {@code provisionInfo.request}, is JSON. */
    AdapterRequest readAccess(UpdateAclRequest body, Origin origin) {
        try {
            Object document = json.readValue(body.provisionInfo().request(), Object.class);
            return AdapterRequest.readAccess(body, Yaml.mapping(document, "provisionInfo.request"), origin);
        } catch (JacksonException exception) {
            throw new Refused("provisionInfo.request is not JSON");
        }
    }

    private <B, R> R read(String stored, Class<B> type, BiFunction<B, Origin, R> read) {
        JsonNode tree = json.readTree(stored);
        return read.apply(
                json.treeToValue(tree.get("body"), type), json.treeToValue(tree.get("origin"), Origin.class));
    }

    private static Map<String, Object> outcome(String result, Info info) {
        return Map.of("result", result, "info", info);
    }
}
