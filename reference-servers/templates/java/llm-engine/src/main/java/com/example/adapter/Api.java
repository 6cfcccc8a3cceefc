package com.example.adapter;

import com.example.adapter.Contract.InputResource;
import com.example.adapter.Contract.PolicyResult;
import jakarta.validation.Valid;
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
    PolicyResult evaluate(@Valid @RequestBody InputResource body) {
        return handlers.evaluate(body);
    }
}
