package com.example.adapter;

import jakarta.servlet.http.HttpServletRequest;
import java.util.UUID;

/**
 * Headers of the platform's request, for logs and for requests to your technology. Stored with the task.
 *
 * @param requestId {@code X-Request-ID} of the request, or a new id
 * @param traceparent identifies the trace of the deployment; null if the request had none
 */
public record Origin(String requestId, String traceparent) {

    static Origin of(HttpServletRequest http) {
        String given = http.getHeader("X-Request-ID");
        String requestId = given == null || given.isEmpty() ? UUID.randomUUID().toString() : given;
        return new Origin(requestId, http.getHeader("traceparent"));
    }
}
