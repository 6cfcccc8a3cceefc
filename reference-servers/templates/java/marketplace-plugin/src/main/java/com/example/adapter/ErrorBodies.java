package com.example.adapter;

import com.example.adapter.Contract.ErrorList;
import com.example.adapter.Contract.ErrorText;
import java.util.List;

/** The bodies of failed requests, as this contract defines them. */
final class ErrorBodies {

    private ErrorBodies() {}

    /** The request cannot be accepted as it is. */
    static ErrorList refusal(String path, List<String> problems) {
        return new ErrorList(problems, "The request cannot be accepted.");
    }

    /** The request was acceptable, but the server failed. */
    static ErrorText failure(String path, String problem) {
        return new ErrorText(problem, "Something went wrong in the service.");
    }
}
