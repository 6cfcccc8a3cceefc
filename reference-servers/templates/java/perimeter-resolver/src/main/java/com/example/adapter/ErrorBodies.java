package com.example.adapter;

import com.example.adapter.Contract.ErrorList;
import com.example.adapter.Contract.SystemError;
import java.util.List;

/** The bodies of failed requests, as this contract defines them. */
final class ErrorBodies {

    private ErrorBodies() {}

    /** The request cannot be accepted as it is, or no resource fits it. */
    static ErrorList refusal(String path, List<String> problems) {
        return new ErrorList(problems, "The request cannot be answered.");
    }

    /** The request was acceptable, but the server failed. */
    static SystemError failure(String path, String problem) {
        return new SystemError(problem, "Something went wrong in the service.", null, null, null);
    }
}
