package com.example.adapter;

import static org.springframework.http.HttpStatus.ACCEPTED;

import com.example.adapter.Contract.ProvisioningRequest;
import com.example.adapter.Contract.ProvisioningStatus;
import com.example.adapter.Contract.ReverseProvisioningRequest;
import com.example.adapter.Contract.ReverseProvisioningStatus;
import com.example.adapter.Contract.UpdateAclRequest;
import com.example.adapter.Contract.ValidationResult;
import com.example.adapter.Contract.ValidationStatus;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** The operations of the contract. They call the methods of {@code Handlers}. */
@RestController
@RequestMapping("${prefix}")
class Api {

    private static final List<String> PROVISIONING = List.of("provision", "unprovision", "updateacl");

    private final Tasks tasks;
    private final TaskWork work;
    private final JsonMapper json;

    Api(Tasks tasks, TaskWork work, JsonMapper json) {
        this.tasks = tasks;
        this.work = work;
        this.json = json;
    }

    @PostMapping("/v1/validate")
    ValidationResult validate(@Valid @RequestBody ProvisioningRequest body, HttpServletRequest http) {
        return work.validate(body, Origin.of(http));
    }

    @PostMapping("/v2/validate")
    @ResponseStatus(ACCEPTED)
    JsonText startValidation(@Valid @RequestBody ProvisioningRequest body, HttpServletRequest http) {
        return start("validate", List.of(), body, Origin.of(http));
    }

    @GetMapping("/v2/validate/{token}/status")
    ValidationStatus validationStatus(@PathVariable String token) {
        return json.convertValue(status(token, List.of("validate")), ValidationStatus.class);
    }

    @PostMapping("/v1/provision")
    @ResponseStatus(ACCEPTED)
    JsonText provision(@Valid @RequestBody ProvisioningRequest body, HttpServletRequest http) {
        return start("provision", work.accept(body, Origin.of(http)), body);
    }

    @PostMapping("/v1/unprovision")
    @ResponseStatus(ACCEPTED)
    JsonText unprovision(@Valid @RequestBody ProvisioningRequest body, HttpServletRequest http) {
        return start("unprovision", AdapterRequest.readRemoval(body, Origin.of(http)), body);
    }

    @PostMapping("/v1/updateacl")
    @ResponseStatus(ACCEPTED)
    JsonText updateAcl(@Valid @RequestBody UpdateAclRequest body, HttpServletRequest http) {
        return start("updateacl", work.readAccess(body, Origin.of(http)), body);
    }

    @GetMapping("/v1/provision/{token}/status")
    ProvisioningStatus status(@PathVariable String token) {
        return json.convertValue(status(token, PROVISIONING), ProvisioningStatus.class);
    }

    @DeleteMapping("/v1/provision/{token}")
    ProvisioningStatus terminate(@PathVariable String token) {
        status(token, PROVISIONING);
        tasks.terminate(token);
        return status(token);
    }

    @PostMapping("/v1/reverse-provisioning")
    @ResponseStatus(ACCEPTED)
    JsonText reverseProvision(@Valid @RequestBody ReverseProvisioningRequest body, HttpServletRequest http) {
        return start("reverse", List.of(), body, Origin.of(http));
    }

    @GetMapping("/v1/reverse-provisioning/{token}/status")
    ReverseProvisioningStatus reverseStatus(@PathVariable String token) {
        Map<String, Object> status = new LinkedHashMap<>(Map.of("updates", Map.of()));
        status.putAll(status(token, List.of("reverse")));
        return json.convertValue(status, ReverseProvisioningStatus.class);
    }

    private JsonText start(String kind, AdapterRequest request, Object body) {
        return start(kind, request.subjects(), body, request.origin());
    }

    private JsonText start(String kind, Collection<String> subjects, Object body, Origin origin) {
        return new JsonText(tasks.start(kind, subjects, new TaskWork.Stored(body, origin)));
    }

    private Map<String, Object> status(String token, List<String> kinds) {
        return tasks.status(token, kinds).orElseThrow(() -> new Refused("no operation has the token " + token));
    }
}
