package com.example.adapter;

import com.example.adapter.Contract.ErrorList;
import com.example.adapter.Contract.SystemError;
import java.util.List;

/** Bodies of the error responses in this contract. */
final class ErrorBodies {

    private ErrorBodies() {}

    /** Body for an invalid request, or for one that matches no resource. */
    static ErrorList refusal(String path, List<String> problems) {
        return new ErrorList(problems, "The request cannot be answered.");
    }

    /** Body for an error of the server. */
    static SystemError failure(String path, String problem) {
        return new SystemError(problem, "Something went wrong in the service.", null, null, null);
    }
}
