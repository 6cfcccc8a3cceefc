package com.example.adapter;

import com.example.adapter.Contract.ApprovalAccepted;
import com.example.adapter.Contract.ApprovalRequest;
import com.example.adapter.Contract.HookInfo;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The operation of the contract. It calls the methods of {@code Handlers}. */
@RestController
@RequestMapping("${prefix}")
class Api {

    /** A pattern, because {@code UUID.fromString} also accepts other forms, such as one with short groups. */
    private static final String UUID = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

    private final Tasks tasks;
    private final Delivery delivery;

    Api(Tasks tasks, Delivery delivery) {
        this.tasks = tasks;
        this.delivery = delivery;
    }

    /** Accepts the request at once, and sends the decision later. A known id is a repeated request. */
    @PostMapping("/approval-requests")
    @ResponseStatus(HttpStatus.ACCEPTED)
    ApprovalAccepted requestApproval(
            @RequestHeader("X-Request-ID") @Pattern(regexp = UUID, message = "must be a UUID") String requestId,
            @Valid @RequestBody ApprovalRequest body) {
        delivery.check(body.respondToUrl());
        tasks.start(requestId.toLowerCase(), "decide", List.of(), body);
        return new ApprovalAccepted(new HookInfo("The request will be decided.", null, null), null);
    }
}
