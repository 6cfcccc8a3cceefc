package com.example.adapter;

import com.example.adapter.Contract.ErrorList;
import com.example.adapter.Contract.SelectionError;
import com.example.adapter.Contract.SelectionErrors;
import java.util.List;

/** Bodies of the error responses in this contract. */
final class ErrorBodies {

    private ErrorBodies() {}

    /** Body for an invalid request. The two operations have different bodies. */
    static Object refusal(String path, List<String> problems) {
        if (!path.endsWith("/validate")) return new ErrorList(problems, "The request cannot be accepted.");
        String suggestion = "Choose another value from the list.";
        return new SelectionErrors(problems.stream()
                .map(problem -> new SelectionError(problem, suggestion))
                .toList());
    }

    /** Body for an error of the server. */
    static ErrorList failure(String path, String problem) {
        return new ErrorList(List.of(problem), "Something went wrong in the service.");
    }
}
