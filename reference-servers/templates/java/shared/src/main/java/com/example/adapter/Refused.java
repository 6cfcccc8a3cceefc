package com.example.adapter;

import java.util.List;
import org.springframework.http.HttpStatus;

/** Rejects a request, with one sentence per problem. The caller gets a 400, unless another status is given. */
public class Refused extends RuntimeException {

    private final HttpStatus status;
    private final List<String> problems;

    public Refused(HttpStatus status, List<String> problems) {
        super(String.join("; ", problems));
        this.status = status;
        this.problems = List.copyOf(problems);
    }

    public Refused(List<String> problems) {
        this(HttpStatus.BAD_REQUEST, problems);
    }

    public Refused(String problem) {
        this(List.of(problem));
    }

    public HttpStatus status() {
        return status;
    }

    public List<String> problems() {
        return problems;
    }
}
