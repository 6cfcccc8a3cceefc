package com.example.adapter;

import com.example.adapter.Contract.PageInfo;
import com.example.adapter.Contract.ResourcePage;
import com.example.adapter.Handlers.Resource;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The operation of the contract. It calls the methods of {@code Handlers}. */
@RestController
@RequestMapping("${prefix}")
class Api {

    private final Handlers handlers;

    Api(Handlers handlers) {
        this.handlers = handlers;
    }

    @GetMapping("/v1/resolve")
    ResourcePage resolve(
            @RequestParam String environment,
            @RequestParam(name = "resource-types", defaultValue = "") List<String> types,
            @RequestParam Optional<String> id,
            @RequestParam(defaultValue = "0") @Min(0) long offset,
            @RequestParam(defaultValue = "5") @Min(1) @Max(50) long limit) {
        List<Resource> found = handlers.find(environment, types, id);
        // Without any match, the response is 404. A page after the last one is empty.
        if (found.isEmpty()) throw new Refused(HttpStatus.NOT_FOUND, List.of("no resources found"));
        List<String> content =
                found.stream().skip(offset).limit(limit).map(Resource::descriptor).toList();
        return new ResourcePage(content, new PageInfo(offset, limit, (long) content.size()));
    }
}
