package com.example.adapter;

import java.util.List;

/** The request cannot be accepted: one sentence per problem. The caller gets a 400. */
public class Refused extends RuntimeException {

    private final List<String> problems;

    public Refused(List<String> problems) {
        super(String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    public Refused(String problem) {
        this(List.of(problem));
    }

    public List<String> problems() {
        return problems;
    }
}
