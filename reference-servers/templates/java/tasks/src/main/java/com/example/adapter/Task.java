package com.example.adapter;

import com.example.adapter.Contract.Log;
import com.example.adapter.Contract.LogLevel;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A running task, as the functions in {@code Handlers} see it. */
public class Task {

    /** Ends a task as FAILED; the user sees the sentence. */
    public static class Failed extends RuntimeException {
        public Failed(String sentence) {
            super(sentence);
        }
    }

    /** Ends a task early, because the caller terminated it or because the server shuts down. */
    static class Stopped extends RuntimeException {}

    private final String token;
    private final List<Log> logs = new CopyOnWriteArrayList<>();
    private volatile boolean isStopped;

    Task(String token) {
        this.token = token;
    }

    public String token() {
        return token;
    }

    /** Adds a line to the log that the caller reads. */
    public void say(LogLevel level, String phase, String message) {
        logs.add(new Log(OffsetDateTime.now(ZoneOffset.UTC), level, message, phase));
    }

    /** Call this between two steps, so that the task ends soon after it was asked to stop. */
    public void throwIfStopped() {
        if (isStopped) throw new Stopped();
    }

    void stop() {
        isStopped = true;
    }

    List<Log> logs() {
        return List.copyOf(logs);
    }
}
