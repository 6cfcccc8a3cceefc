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
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The work of the tasks. It reads the stored request, because it may run again after a restart. */
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
                    Target target = Target.read(provisioning(request));
                    return outcome("Provisioned.", handlers.provision(target, task));
                },
                "unprovision", (request, task) -> {
                    ProvisioningRequest body = provisioning(request);
                    boolean removeData = Boolean.TRUE.equals(body.removeData());
                    return outcome("Unprovisioned.", handlers.unprovision(Target.read(body), removeData, task));
                },
                "updateacl", (request, task) -> {
                    UpdateAclRequest body = json.readValue(request, UpdateAclRequest.class);
                    return outcome("Access is set.", handlers.updateAcl(target(body), body.refs(), task));
                },
                "reverse", (request, task) -> {
                    ReverseProvisioningRequest body = json.readValue(request, ReverseProvisioningRequest.class);
                    return Map.of("updates", handlers.reverseProvision(body, task));
                });
        return new Tasks(database, json, work, limits);
    }

    /** Problems of a descriptor are a result here, not a failed request. */
    ValidationResult validate(ProvisioningRequest body) {
        try {
            accept(body);
            return new ValidationResult(true, null);
        } catch (Refused refused) {
            return new ValidationResult(false, new ValidationError(refused.problems()));
        }
    }

    /** Refuses a descriptor that cannot be provisioned. */
    Target accept(ProvisioningRequest body) {
        Target target = Target.read(body);
        List<String> problems = handlers.validate(target);
        if (!problems.isEmpty()) throw new Refused(problems);
        return target;
    }

    /** The component that an access request is about: {@code provisionInfo.request}, which is JSON. */
    Target target(UpdateAclRequest body) {
        try {
            Object document = json.readValue(body.provisionInfo().request(), Object.class);
            return Target.provisioned(Yaml.mapping(document, "provisionInfo.request"));
        } catch (JacksonException exception) {
            throw new Refused("provisionInfo.request is not JSON");
        }
    }

    private ProvisioningRequest provisioning(String request) {
        return json.readValue(request, ProvisioningRequest.class);
    }

    private static Map<String, Object> outcome(String result, Info info) {
        return Map.of("result", result, "info", info);
    }
}
