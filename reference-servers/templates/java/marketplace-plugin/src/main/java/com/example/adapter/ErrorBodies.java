package com.example.adapter;

import com.example.adapter.Contract.ErrorList;
import com.example.adapter.Contract.ErrorText;
import java.util.List;

/** Bodies of the error responses in this contract. */
final class ErrorBodies {

    private ErrorBodies() {}

    /** Body for an invalid request. */
    static ErrorList refusal(String path, List<String> problems) {
        return new ErrorList(problems, "The request cannot be accepted.");
    }

    /** Body for an error of the server. */
    static ErrorText failure(String path, String problem) {
        return new ErrorText(problem, "Something went wrong in the service.");
    }
}
