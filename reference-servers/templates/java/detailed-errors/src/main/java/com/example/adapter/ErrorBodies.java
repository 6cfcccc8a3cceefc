package com.example.adapter;

import com.example.adapter.Contract.ErrorMoreInfo;
import com.example.adapter.Contract.RequestValidationError;
import com.example.adapter.Contract.SystemError;
import java.util.List;

/** Bodies of the error responses in this contract. */
final class ErrorBodies {

    private ErrorBodies() {}

    /** Body for an invalid request. */
    static RequestValidationError refusal(String path, List<String> problems) {
        ErrorMoreInfo more = new ErrorMoreInfo(problems, List.of("Correct the request and send it again."));
        return new RequestValidationError(problems, "The request cannot be accepted.", null, null, more);
    }

    /** Body for an error of the server. */
    static SystemError failure(String path, String problem) {
        ErrorMoreInfo more = new ErrorMoreInfo(List.of(problem), List.of("Try again; if it fails again, see the log."));
        return new SystemError(problem, "Something went wrong in the service.", null, null, more);
    }
}
