package com.example.adapter;

import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/**
 * Work that takes longer than a request: every task has a token, and its state is in a database file.
 *
 * <p>A task that was interrupted, by a crash or a shutdown, runs again when the server starts, with the same request
 * and under the same token. Its work therefore has to be idempotent: create what is missing, and accept what is
 * already there. Only one process at a time may use a data folder.
 */
public class Tasks {

    /** Takes the request as JSON; returns what the status shows of a finished task beside its state and logs. */
    public interface Work {
        Map<String, Object> run(String request, Task task);
    }

    private static final Logger log = LoggerFactory.getLogger(Tasks.class);
    private static final int PARALLEL_TASKS = 4;
    private static final int KEEP_FINISHED_DAYS = 1;

    private final JdbcClient database;
    private final JsonMapper json;
    private final Map<String, Work> work;
    private final int drainSeconds;
    private final Map<String, Task> running = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<Void>> last = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(PARALLEL_TASKS, Tasks::daemon);

    public Tasks(JdbcClient database, JsonMapper json, Map<String, Work> work, int drainSeconds) {
        this.database = database;
        this.json = json;
        this.work = work;
        this.drainSeconds = drainSeconds;
    }

    /** Stores the request, starts the work and returns the token. Tasks of one subject run in order. */
    public String start(String kind, String subject, Object request) {
        String token = UUID.randomUUID().toString();
        start(token, kind, subject, request);
        return token;
    }

    /** Starts a task under a token that you choose. If there is such a task, nothing is started. */
    public synchronized void start(String token, String kind, String subject, Object request) {
        String text = json.writeValueAsString(request);
        OffsetDateTime now = OffsetDateTime.now();
        database.sql("delete from task where status in ('COMPLETED', 'FAILED', 'TERMINATED') and changed < ?")
                .param(now.minusDays(KEEP_FINISHED_DAYS))
                .update();
        if (exists(token)) return;
        database.sql("insert into task values (?, ?, ?, ?, 'RUNNING', '{}', ?)")
                .params(token, kind, subject, text, now)
                .update();
        enqueue(token, kind, subject, text);
    }

    /** Runs again what was interrupted. */
    public void resume() {
        database.sql("update task set status = 'TERMINATED' where status = 'TERMINATING'").update();
        List<Map<String, Object>> rows =
                database.sql("select * from task where status = 'RUNNING' order by changed").query().listOfRows();
        for (Map<String, Object> row : rows) {
            log.info("Task {} runs again", row.get("token"));
            enqueue(text(row, "token"), text(row, "kind"), text(row, "subject"), text(row, "request"));
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
                    Task task = running.get(token);
                    if (task != null) status.put("logs", task.logs());
                    status.putAll(json.readValue(text(row, "answer"), Map.class));
                    return status;
                });
    }

    /** Asks a running task to stop; a finished one stays as it is. */
    public synchronized void terminate(String token) {
        Task task = running.get(token);
        if (task == null) return;
        save(token, "TERMINATING", Map.of());
        task.stop();
    }

    /** Lets running tasks finish for a while. Those that do not finish run again after the next start. */
    public void close() throws InterruptedException {
        threads.shutdown();
        if (!threads.awaitTermination(drainSeconds, TimeUnit.SECONDS)) {
            running.values().forEach(Task::stop);
            threads.awaitTermination(1, TimeUnit.SECONDS);
        }
    }

    private boolean exists(String token) {
        return !database.sql("select token from task where token = ?").param(token).query().listOfRows().isEmpty();
    }

    private void enqueue(String token, String kind, String subject, String request) {
        // After a shutdown has begun, it runs at the next start.
        if (threads.isShutdown()) return;
        Task task = new Task(token);
        running.put(token, task);
        String key = subject.isEmpty() ? token : subject;
        CompletableFuture<Void> ended = new CompletableFuture<>();
        CompletableFuture<Void> before = last.put(key, ended);
        CompletableFuture<Void> ready = before == null ? CompletableFuture.completedFuture(null) : before;
        ready.thenRunAsync(() -> run(task, kind, request, ended), threads);
        ended.thenRun(() -> last.remove(key, ended));
    }

    private void run(Task task, String kind, String request, CompletableFuture<Void> ended) {
        try {
            if (work(task, kind, request, ended)) ended.complete(null);
        } catch (RuntimeException unexpected) {
            log.error("The state of task {} could not be stored", task.token(), unexpected);
            ended.complete(null);
        }
    }

    /** Returns whether the task has ended; otherwise it runs again later. */
    private boolean work(Task task, String kind, String request, CompletableFuture<Void> ended) {
        try {
            task.throwIfStopped();
            finish(task, "COMPLETED", work.get(kind).run(request, task));
        } catch (Task.Again again) {
            long pause = again.pause().toMillis();
            Executor later = CompletableFuture.delayedExecutor(pause, TimeUnit.MILLISECONDS, threads);
            later.execute(() -> run(task, kind, request, ended));
            return false;
        } catch (Task.Stopped stopped) {
            finish(task, "INTERRUPTED", Map.of());
        } catch (Task.Failed failed) {
            fail(task, failed.getMessage());
        } catch (RuntimeException unexpected) {
            log.error("Task {} failed", task.token(), unexpected);
            fail(task, "The task failed unexpectedly. The log of the server says why, under " + task.token() + ".");
        }
        return true;
    }

    private void fail(Task task, String sentence) {
        task.say(Task.Level.ERROR, "Applying", sentence);
        finish(task, "FAILED", Map.of("result", sentence));
    }

    private synchronized void finish(Task task, String status, Map<String, Object> answer) {
        boolean isTerminated = database.sql("select status from task where token = ?")
                .param(task.token())
                .query(String.class)
                .single()
                .equals("TERMINATING");
        Map<String, Object> whole = new LinkedHashMap<>(answer);
        whole.put("logs", task.logs());
        if (isTerminated) save(task.token(), "TERMINATED", whole);
        // A task that the shutdown interrupted stays in the database as running.
        else if (!status.equals("INTERRUPTED")) save(task.token(), status, whole);
        running.remove(task.token());
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
