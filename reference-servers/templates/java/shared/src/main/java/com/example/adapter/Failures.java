package com.example.adapter;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.validation.FieldError;
import org.springframework.validation.method.ParameterErrors;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.databind.DatabindException;

/** Returns every error in the format of the contract, not in that of the framework. */
@RestControllerAdvice
class Failures extends ResponseEntityExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(Failures.class);

    @ExceptionHandler
    ResponseEntity<Object> refused(Refused refused, WebRequest request) {
        return refusal(refused.status(), HttpHeaders.EMPTY, refused.problems(), request);
    }

    @ExceptionHandler
    ResponseEntity<Object> failed(Exception exception, WebRequest request) {
        // The cause is in the log only.
        log.error("The server could not handle a request", exception);
        Object body = ErrorBodies.failure(pathOf(request), "The server could not handle the request.");
        return answer(HttpStatus.INTERNAL_SERVER_ERROR, HttpHeaders.EMPTY, body);
    }

    /** Requests that the framework rejects: invalid bodies, and unknown paths, methods and media types. */
    @Override
    protected ResponseEntity<Object> handleExceptionInternal(
            Exception exception, Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return status.is5xxServerError()
                ? failed(exception, request)
                : refusal(status, headers, problemsOf(exception), request);
    }

    private static List<String> problemsOf(Exception exception) {
        if (exception instanceof MethodArgumentNotValidException invalid) {
            return problemsOf(invalid.getFieldErrors()).toList();
        }
        if (exception instanceof HandlerMethodValidationException invalid) {
            return invalid.getParameterValidationResults().stream().flatMap(Failures::problemsOf).toList();
        }
        if (exception instanceof HttpMessageNotReadableException unreadable) {
            return List.of(problemOf(unreadable));
        }
        if (exception instanceof TypeMismatchException mismatch) {
            return List.of(mismatch.getPropertyName() + " has a value of the wrong type");
        }
        return List.of(String.valueOf(exception.getMessage()));
    }

    private static Stream<String> problemsOf(List<FieldError> errors) {
        return errors.stream().map(error -> error.getField() + " " + error.getDefaultMessage()).sorted();
    }

    /** Problems of one parameter of an operation. The request body is a parameter, too. */
    private static Stream<String> problemsOf(ParameterValidationResult result) {
        if (result instanceof ParameterErrors body) return problemsOf(body.getFieldErrors());
        String name = result.getMethodParameter().getParameterName();
        return result.getResolvableErrors().stream().map(error -> name + " " + error.getDefaultMessage());
    }

    /** The parser's messages contain class names, so the response states only the field. */
    private static String problemOf(HttpMessageNotReadableException unreadable) {
        if (unreadable.getCause() instanceof DatabindException wrong && !wrong.getPath().isEmpty()) {
            String place = wrong.getPath().stream()
                    .map(step -> step.getPropertyName() == null ? "" + step.getIndex() : step.getPropertyName())
                    .collect(Collectors.joining("."));
            return place + " has a value of the wrong type";
        }
        return "the request body is missing, or is not a JSON object of the expected shape";
    }

    private static ResponseEntity<Object> refusal(
            HttpStatusCode status, HttpHeaders headers, List<String> problems, WebRequest request) {
        return answer(status, headers, ErrorBodies.refusal(pathOf(request), problems));
    }

    private static ResponseEntity<Object> answer(HttpStatusCode status, HttpHeaders headers, Object body) {
        return ResponseEntity.status(status)
                .headers(headers)
                .contentType(MediaType.APPLICATION_JSON)
                .body(body);
    }

    private static String pathOf(WebRequest request) {
        return ((ServletWebRequest) request).getRequest().getRequestURI();
    }
}
