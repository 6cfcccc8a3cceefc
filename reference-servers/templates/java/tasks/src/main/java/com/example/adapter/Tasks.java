package com.example.adapter;

import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tasks: work that takes longer than a request. Each task has a token, and its state is in a database file.
 *
 * <p>A task that was interrupted, by a crash or a shutdown, runs again when the server starts, with the same request
 * and under the same token. Its work therefore has to be idempotent: create what is missing, and accept what is
 * already there. Only one process at a time may use a data folder.
 *
 * <p>Tasks that share a subject run one after another, in the order in which they were started. The number of tasks
 * that run at a time is limited for each kind, so validations do not wait for provisioning.
 */
public class Tasks {

    /** Gets the request as JSON, and returns the fields of the status other than its state and logs. */
    public interface Work {
        Map<String, Object> run(String request, Task task);
    }

    /** How many tasks of each kind run at a time, and how long they may take to finish at a shutdown. */
    @Component
    public record Limits(@Value("${parallel-tasks}") int parallel, @Value("${drain-seconds}") int drainSeconds) {
        public Limits {
            if (parallel < 1) throw new IllegalArgumentException("PARALLEL_TASKS must be at least 1; got " + parallel);
        }
    }

    /** An unfinished task with its work. It occupies a thread only while it runs. */
    private static final class Job {
        final Task task;
        final String kind;
        final Set<String> subjects;
        final String request;
        final CompletableFuture<Void> ended = new CompletableFuture<>();
        boolean isDue = true;
        boolean isRunning;
        boolean isTerminated;

        Job(String token, String kind, Collection<String> subjects, String request) {
            this.task = new Task(token);
            this.kind = kind;
            this.subjects = Set.copyOf(subjects);
            this.request = request;
        }
    }

    private static final Logger log = LoggerFactory.getLogger(Tasks.class);
    private static final int KEEP_FINISHED_DAYS = 1;

    private final JdbcClient database;
    private final JsonMapper json;
    private final Map<String, Work> work;
    private final Limits limits;
    private final ExecutorService threads = Executors.newCachedThreadPool(Tasks::daemon);

    /** In the order in which they were started. */
    private final Map<String, Job> jobs = new LinkedHashMap<>();

    private boolean isClosing;

    public Tasks(JdbcClient database, JsonMapper json, Map<String, Work> work, Limits limits) {
        this.database = database;
        this.json = json;
        this.work = work;
        this.limits = limits;
    }

    /** Stores the request, starts the work and returns the token. */
    public String start(String kind, Collection<String> subjects, Object request) {
        String token = UUID.randomUUID().toString();
        start(token, kind, subjects, request);
        return token;
    }

    /** Starts a task under a token that you choose. If there is such a task, nothing is started. */
    public synchronized void start(String token, String kind, Collection<String> subjects, Object request) {
        String text = json.writeValueAsString(request);
        OffsetDateTime now = OffsetDateTime.now();
        database.sql("delete from task where status in ('COMPLETED', 'FAILED', 'TERMINATED') and changed < ?")
                .param(now.minusDays(KEEP_FINISHED_DAYS))
                .update();
        if (exists(token)) return;
        database.sql("insert into task values (?, ?, ?, ?, 'RUNNING', '{}', ?)")
                .params(token, kind, String.join("\n", subjects), text, now)
                .update();
        add(new Job(token, kind, subjects, text));
    }

    /** Runs interrupted tasks again. */
    public synchronized void resume() {
        database.sql("update task set status = 'TERMINATED' where status = 'TERMINATING'").update();
        List<Map<String, Object>> rows =
                database.sql("select * from task where status = 'RUNNING' order by changed").query().listOfRows();
        for (Map<String, Object> row : rows) {
            log.info("Task {} runs again", row.get("token"));
            Set<String> subjects = text(row, "subject").lines().collect(Collectors.toSet());
            add(new Job(text(row, "token"), text(row, "kind"), subjects, text(row, "request")));
        }
    }

    /** State, logs and outcome of a task; empty if no task of these kinds has the token. */
    public synchronized Optional<Map<String, Object>> status(String token, List<String> kinds) {
        return database.sql("select * from task where token = ?").param(token).query().listOfRows().stream()
                .filter(row -> kinds.contains(text(row, "kind")))
                .findFirst()
                .map(row -> {
                    Map<String, Object> status = new LinkedHashMap<>();
                    status.put("status", text(row, "status"));
                    Job job = jobs.get(token);
                    if (job != null) status.put("logs", job.task.logs());
                    status.putAll(json.readValue(text(row, "answer"), Map.class));
                    return status;
                });
    }

    /** Waits for the end of the task and returns its token. Use it in synchronous operations. */
    public String await(String token) {
        Job job;
        synchronized (this) {
            job = jobs.get(token);
        }
        if (job != null) job.ended.join();
        return token;
    }

    /** Requests a running task to stop, and ends a waiting one. A finished task does not change. */
    public synchronized void terminate(String token) {
        Job job = jobs.get(token);
        if (job == null) return;
        job.isTerminated = true;
        job.task.stop();
        if (job.isRunning) save(token, "TERMINATING", Map.of());
        else end(job, "TERMINATED", Map.of());
    }

    /** Waits for running tasks to finish. Tasks that do not finish in time run again after the next start. */
    public void close() {
        List<Job> running;
        synchronized (this) {
            isClosing = true;
            running = jobs.values().stream().filter(job -> job.isRunning).toList();
        }
        awaitEnd(running, limits.drainSeconds());
        running.forEach(job -> job.task.stop());
        awaitEnd(running, 1);
    }

    private static void awaitEnd(List<Job> jobs, int seconds) {
        CompletableFuture.allOf(jobs.stream().map(job -> job.ended).toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, seconds, TimeUnit.SECONDS)
                .join();
    }

    private boolean exists(String token) {
        return !database.sql("select token from task where token = ?").param(token).query().listOfRows().isEmpty();
    }

    private void add(Job job) {
        jobs.put(job.task.token(), job);
        runReady();
    }

    /** Starts each job that need not wait. */
    private synchronized void runReady() {
        // During a shutdown, they wait for the next start.
        if (isClosing) return;
        Map<String, Integer> running = new HashMap<>();
        jobs.values().stream().filter(job -> job.isRunning).forEach(job -> running.merge(job.kind, 1, Integer::sum));
        Set<String> before = new HashSet<>();
        for (Job job : jobs.values()) {
            boolean hasTurn = !job.isRunning && job.isDue && Collections.disjoint(job.subjects, before);
            if (hasTurn && running.getOrDefault(job.kind, 0) < limits.parallel()) {
                running.merge(job.kind, 1, Integer::sum);
                job.isRunning = true;
                threads.execute(() -> run(job));
            }
            before.addAll(job.subjects);
        }
    }

    private void run(Job job) {
        Task task = job.task;
        try {
            task.throwIfStopped();
            Map<String, Object> answer = work.get(job.kind).run(job.request, task);
            // A result that cannot be stored fails the task here.
            json.writeValueAsString(answer);
            end(job, "COMPLETED", answer);
        } catch (Task.Again again) {
            postpone(job, again);
        } catch (Task.Stopped stopped) {
            end(job, "INTERRUPTED", Map.of());
        } catch (Task.Failed failed) {
            fail(job, failed.getMessage());
        } catch (RuntimeException | Error unexpected) {
            log.error("Task {} failed", task.token(), unexpected);
            fail(job, "The task failed unexpectedly. The log of the server says why, under " + task.token() + ".");
        }
    }

    private void fail(Job job, String sentence) {
        job.task.say(Task.Level.ERROR, "Applying", sentence);
        end(job, "FAILED", Map.of("result", sentence));
    }

    private synchronized void postpone(Job job, Task.Again again) {
        if (isClosing || job.isTerminated) {
            end(job, "INTERRUPTED", Map.of());
            return;
        }
        job.isRunning = false;
        job.isDue = false;
        Executor later = CompletableFuture.delayedExecutor(again.pause().toMillis(), TimeUnit.MILLISECONDS, threads);
        later.execute(() -> retry(job));
        runReady();
    }

    private synchronized void retry(Job job) {
        job.isDue = true;
        runReady();
    }

    private synchronized void end(Job job, String status, Map<String, Object> answer) {
        String token = job.task.token();
        Map<String, Object> whole = new LinkedHashMap<>(answer);
        whole.put("logs", job.task.logs());
        try {
            if (job.isTerminated) save(token, "TERMINATED", whole);
            // A task that the shutdown interrupted stays in the database as running.
            else if (!status.equals("INTERRUPTED")) save(token, status, whole);
        } catch (RuntimeException unexpected) {
            log.error("The state of task {} could not be stored", token, unexpected);
        }
        jobs.remove(token);
        job.ended.complete(null);
        runReady();
    }

    private void save(String token, String status, Map<String, Object> answer) {
        database.sql("update task set status = ?, answer = ?, changed = ? where token = ?")
                .params(status, json.writeValueAsString(answer), OffsetDateTime.now(), token)
                .update();
    }

    private static String text(Map<String, Object> row, String column) {
        return (String) row.get(column);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "task");
        thread.setDaemon(true);
        return thread;
    }
}
