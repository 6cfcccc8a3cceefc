package com.example.adapter;

import com.example.adapter.Contract.ErrorList;
import com.example.adapter.Contract.SelectionError;
import com.example.adapter.Contract.SelectionErrors;
import java.util.List;

/** The bodies of failed requests, as this contract defines them. */
final class ErrorBodies {

    private ErrorBodies() {}

    /** The request cannot be accepted as it is. The two operations have different bodies for that. */
    static Object refusal(String path, List<String> problems) {
        if (!path.endsWith("/validate")) return new ErrorList(problems, "The request cannot be accepted.");
        String suggestion = "Choose another value from the list.";
        return new SelectionErrors(problems.stream()
                .map(problem -> new SelectionError(problem, suggestion))
                .toList());
    }

    /** The request was acceptable, but the server failed. */
    static ErrorList failure(String path, String problem) {
        return new ErrorList(List.of(problem), "Something went wrong in the service.");
    }
}
