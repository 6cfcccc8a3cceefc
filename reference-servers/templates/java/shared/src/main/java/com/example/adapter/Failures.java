package com.example.adapter;

import com.example.adapter.Contract.ErrorMoreInfo;
import com.example.adapter.Contract.RequestValidationError;
import com.example.adapter.Contract.SystemError;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.databind.DatabindException;

/** Every failed request is answered in the shape of the contract, not in that of the framework. */
@RestControllerAdvice
class Failures extends ResponseEntityExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(Failures.class);

    @ExceptionHandler
    ResponseEntity<Object> refused(Refused refused) {
        return refusal(HttpStatusCode.valueOf(400), HttpHeaders.EMPTY, refused.problems());
    }

    @ExceptionHandler
    ResponseEntity<Object> failed(Exception exception) {
        // The caller does not see the reason; the log has it.
        log.error("The server could not handle a request", exception);
        String problem = "The server could not handle the request.";
        ErrorMoreInfo more = new ErrorMoreInfo(List.of(problem), List.of("Try again; if it fails again, see the log."));
        return ResponseEntity.internalServerError()
                .contentType(MediaType.APPLICATION_JSON)
                .body(new SystemError(problem, "Something went wrong in the service.", null, null, more));
    }

    /** Whatever the framework itself rejects: bodies that cannot be read, unknown paths, methods and media types. */
    @Override
    protected ResponseEntity<Object> handleExceptionInternal(
            Exception exception, Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return status.is5xxServerError() ? failed(exception) : refusal(status, headers, problemsOf(exception));
    }

    private static List<String> problemsOf(Exception exception) {
        if (exception instanceof MethodArgumentNotValidException invalid) {
            return invalid.getFieldErrors().stream()
                    .map(error -> error.getField() + " " + error.getDefaultMessage())
                    .sorted()
                    .toList();
        }
        if (exception instanceof HttpMessageNotReadableException unreadable) {
            return List.of(problemOf(unreadable));
        }
        return List.of(String.valueOf(exception.getMessage()));
    }

    /** Messages of the parser name classes, so the caller gets the place only. */
    private static String problemOf(HttpMessageNotReadableException unreadable) {
        if (unreadable.getCause() instanceof DatabindException wrong && !wrong.getPath().isEmpty()) {
            String place = wrong.getPath().stream()
                    .map(step -> step.getPropertyName() == null ? "" + step.getIndex() : step.getPropertyName())
                    .collect(Collectors.joining("."));
            return place + " has a value of the wrong type";
        }
        return "the request body is missing, or is not a JSON object of the expected shape";
    }

    private static ResponseEntity<Object> refusal(HttpStatusCode status, HttpHeaders headers, List<String> problems) {
        ErrorMoreInfo more = new ErrorMoreInfo(problems, List.of("Correct the request and send it again."));
        return ResponseEntity.status(status)
                .headers(headers)
                .contentType(MediaType.APPLICATION_JSON)
                .body(new RequestValidationError(problems, "The request cannot be accepted.", null, null, more));
    }
}
