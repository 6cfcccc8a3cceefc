package com.example.adapter;

import com.example.adapter.Contract.EvaluationResult;
import com.example.adapter.Contract.InputResource;
import jakarta.validation.Valid;
import java.util.Map;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The operation of the contract. It calls the methods of {@code Handlers}. */
@RestController
@RequestMapping("${prefix}")
class Api {

    private final Handlers handlers;

    Api(Handlers handlers) {
        this.handlers = handlers;
    }

    @PostMapping("/v1/evaluate")
    EvaluationResult evaluate(@Valid @RequestBody InputResource body) {
        String type = body.resourceType();
        if (!handlers.knows(type)) throw new Refused("resource type " + type + " is not supported");
        Map<String, Object> resource = Yaml.productIn(Yaml.parse(body.content(), "content"));
        return handlers.evaluate(body.resourceId(), type, resource);
    }
}
