package com.example.adapter;

import jakarta.servlet.http.HttpServletRequest;
import java.util.UUID;

/**
 * The call of the platform, for logs and for requests to your technology. It is stored with the task.
 *
 * @param requestId {@code X-Request-ID} of the request; a new id if it had none
 * @param traceparent identifies the trace of the deployment; null if the request had none
 */
public record Origin(String requestId, String traceparent) {

    static Origin of(HttpServletRequest http) {
        String given = http.getHeader("X-Request-ID");
        String requestId = given == null || given.isEmpty() ? UUID.randomUUID().toString() : given;
        return new Origin(requestId, http.getHeader("traceparent"));
    }
}
