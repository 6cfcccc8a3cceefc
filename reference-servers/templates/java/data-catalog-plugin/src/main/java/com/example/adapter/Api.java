package com.example.adapter;

import static org.springframework.http.HttpStatus.ACCEPTED;

import com.example.adapter.Contract.EntityReference;
import com.example.adapter.Contract.ProvisioningRequest;
import com.example.adapter.Contract.ProvisioningStatus;
import com.example.adapter.Contract.ValidationResult;
import com.example.adapter.Contract.ValidationStatus;
import jakarta.validation.Valid;
import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** The operations of the contract. They call the methods of {@code Handlers}. */
@RestController
@RequestMapping("${prefix}")
class Api {

    private static final List<String> PROVISIONING = List.of("provision", "unprovision");

    private final Handlers handlers;
    private final Tasks tasks;
    private final TaskWork work;
    private final JsonMapper json;

    Api(Handlers handlers, Tasks tasks, TaskWork work, JsonMapper json) {
        this.handlers = handlers;
        this.tasks = tasks;
        this.work = work;
        this.json = json;
    }

    @PostMapping("/v1/validate")
    ValidationResult validate(@Valid @RequestBody ProvisioningRequest body) {
        return work.validate(body);
    }

    @PostMapping("/v2/validate")
    @ResponseStatus(ACCEPTED)
    JsonText startValidation(@Valid @RequestBody ProvisioningRequest body) {
        return new JsonText(tasks.start("validate", List.of(), body));
    }

    @GetMapping("/v2/validate/{token}/status")
    ValidationStatus validationStatus(@PathVariable String token) {
        return json.convertValue(status(token, List.of("validate")), ValidationStatus.class);
    }

    @PostMapping("/v1/provision")
    @ResponseStatus(ACCEPTED)
    JsonText provision(@Valid @RequestBody ProvisioningRequest body) {
        return new JsonText(tasks.start("provision", List.of(work.accept(body).subject()), body));
    }

    @PostMapping("/v1/unprovision")
    @ResponseStatus(ACCEPTED)
    JsonText unprovision(@Valid @RequestBody ProvisioningRequest body) {
        // Not validated: the checks can have become stricter since it was published.
        return new JsonText(tasks.start("unprovision", List.of(Product.read(body).subject()), body));
    }

    @GetMapping("/v1/provision/{token}/status")
    ProvisioningStatus status(@PathVariable String token) {
        return json.convertValue(status(token, PROVISIONING), ProvisioningStatus.class);
    }

    @GetMapping("/v1/entity/reference")
    EntityReference reference(@RequestParam String componentId) {
        return handlers.findReference(componentId)
                .map(EntityReference::new)
                .orElseThrow(() -> new Refused("the catalog does not have the component " + componentId));
    }

    private Map<String, Object> status(String token, List<String> kinds) {
        return tasks.status(token, kinds).orElseThrow(() -> new Refused("no operation has the token " + token));
    }
}
