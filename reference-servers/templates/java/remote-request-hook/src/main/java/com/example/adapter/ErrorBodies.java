package com.example.adapter;

import com.example.adapter.Contract.HookError;
import com.example.adapter.Contract.HookErrorDetail;
import java.util.List;
import java.util.Map;

/** Bodies of the error responses in this contract. */
final class ErrorBodies {

    private ErrorBodies() {}

    /** Body for an invalid request. */
    static HookError refusal(String path, List<String> problems) {
        return new HookError(new HookErrorDetail("The request cannot be accepted.", Map.of("problems", problems)));
    }

    /** Body for an error of the server. */
    static HookError failure(String path, String problem) {
        return new HookError(new HookErrorDetail(problem, null));
    }
}
