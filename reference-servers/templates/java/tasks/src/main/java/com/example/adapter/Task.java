package com.example.adapter;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A running task. The methods of {@code Handlers} get it as an argument. */
public class Task {

    /** Ends a task as FAILED. Users see the message. */
    public static class Failed extends RuntimeException {
        public Failed(String sentence) {
            super(sentence);
        }
    }

    /** Runs the task again later, from its beginning. It occupies no thread in the meantime. */
    public static class Again extends RuntimeException {
        private final Duration pause;

        public Again(Duration pause) {
            this.pause = pause;
        }

        Duration pause() {
            return pause;
        }
    }

    /** Ends a task early, because the caller terminated it or the server shuts down. */
    static class Stopped extends RuntimeException {}

    /** Importance of a line. */
    public enum Level {
        INFO,
        WARNING,
        ERROR
    }

    /** A line of the log that the caller reads. */
    record Line(OffsetDateTime timestamp, Level level, String message, String phase) {}

    private final String token;
    private final List<Line> logs = new CopyOnWriteArrayList<>();
    private volatile boolean isStopped;

    Task(String token) {
        this.token = token;
    }

    public String token() {
        return token;
    }

    /** Adds a line to the log of the task, which the status returns. */
    public void say(Level level, String phase, String message) {
        logs.add(new Line(OffsetDateTime.now(ZoneOffset.UTC), level, message, phase));
    }

    /** Call this between two steps, so that a terminated task ends soon. */
    public void throwIfStopped() {
        if (isStopped) throw new Stopped();
    }

    void stop() {
        isStopped = true;
    }

    List<Line> logs() {
        return List.copyOf(logs);
    }
}
