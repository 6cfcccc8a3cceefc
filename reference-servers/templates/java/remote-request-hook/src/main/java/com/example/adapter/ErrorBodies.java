package com.example.adapter;

import com.example.adapter.Contract.HookError;
import com.example.adapter.Contract.HookErrorDetail;
import java.util.List;
import java.util.Map;

/** The bodies of failed requests, as this contract defines them. */
final class ErrorBodies {

    private ErrorBodies() {}

    /** The request cannot be accepted as it is. */
    static HookError refusal(String path, List<String> problems) {
        return new HookError(new HookErrorDetail("The request cannot be accepted.", Map.of("problems", problems)));
    }

    /** The request was acceptable, but the server failed. */
    static HookError failure(String path, String problem) {
        return new HookError(new HookErrorDetail(problem, null));
    }
}
