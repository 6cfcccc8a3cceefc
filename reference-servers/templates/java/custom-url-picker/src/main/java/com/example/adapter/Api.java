package com.example.adapter;

import com.example.adapter.Contract.Item;
import com.example.adapter.Contract.SelectedObject;
import com.example.adapter.Contract.ValidationRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The operations of the contract. They call the methods of {@code Handlers}. */
@RestController
@RequestMapping("${prefix}")
class Api {

    private final Handlers handlers;

    Api(Handlers handlers) {
        this.handlers = handlers;
    }

    @PostMapping("/v1/resources")
    List<Item> retrieveValues(
            @RequestParam @Min(0) long offset,
            @RequestParam @Min(5) long limit,
            @RequestParam(defaultValue = "") String filter,
            @RequestBody(required = false) Map<String, Object> body) {
        return handlers.find(filter, offset, limit, body == null ? Map.of() : body);
    }

    @PostMapping("/v1/resources/validate")
    JsonText validate(@Valid @RequestBody ValidationRequest body) {
        Map<String, Object> parameters = body.queryParameters() == null ? Map.of() : body.queryParameters();
        List<String> gone = body.selectedObjects().stream()
                .map(SelectedObject::id)
                .filter(id -> !handlers.exists(id, parameters))
                .map(id -> id + " is no longer available")
                .toList();
        if (!gone.isEmpty()) throw new Refused(gone);
        return new JsonText("OK");
    }
}
