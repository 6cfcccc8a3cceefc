package com.example.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import tools.jackson.databind.json.JsonMapper;

/** Tests of the order in which tasks run. The work says when it begins, and ends when the test lets it. */
class TasksTest {

    /** An answer that cannot be stored. */
    private record Unwritable() {
        public String getText() {
            throw new IllegalStateException("no text");
        }
    }

    private final EmbeddedDatabase database = new EmbeddedDatabaseBuilder()
            .setType(EmbeddedDatabaseType.H2)
            .generateUniqueName(true)
            .addScript("schema.sql")
            .build();
    private final BlockingQueue<String> begun = new LinkedBlockingQueue<>();
    private final Map<String, CountDownLatch> gates = new ConcurrentHashMap<>();
    private final Tasks tasks = tasks(2, Map.of("provision", this::work, "validate", this::work));

    @AfterEach
    void close() {
        gates.values().forEach(CountDownLatch::countDown);
        tasks.close();
        database.shutdown();
    }

    @Test
    void aTaskOfSeveralSubjectsOverlapsWithNoTaskOfOneOfThem() throws Exception {
        String product = start("provision", "product", "p", "c1", "c2");
        String component = start("provision", "component", "c1");
        String other = start("provision", "other", "c3");
        assertThat(List.of(next(), next())).containsExactlyInAnyOrder("product", "other");
        finish("product", product);
        assertThat(next()).isEqualTo("component");
        String again = start("provision", "product again", "p", "c1", "c2");
        finish("other", other);
        assertThat(begun).isEmpty();
        finish("component", component);
        assertThat(next()).isEqualTo("product again");
        finish("product again", again);
    }

    @Test
    void validationsDoNotWaitForProvisioning() throws Exception {
        for (String name : List.of("one", "two", "three")) start("provision", name, name);
        String validation = start("validate", "validation");
        assertThat(List.of(next(), next(), next())).containsExactlyInAnyOrder("one", "two", "validation");
        finish("validation", validation);
        assertThat(stateOf(validation)).isEqualTo("COMPLETED");
        assertThat(begun).isEmpty();
    }

    @Test
    void aTaskThatWaitsEndsAtOnceWhenItIsTerminated() {
        start("provision", "first", "c1");
        String second = start("provision", "second", "c1");
        tasks.terminate(second);
        assertThat(stateOf(second)).isEqualTo("TERMINATED");
    }

    @Test
    void aTaskThatRunsAgainLaterLetsOthersRunMeanwhile() {
        Tasks one = tasks(1, Map.of("send", (request, task) -> {
            boolean isFirst = begun.isEmpty();
            begun.add(request);
            if (isFirst) throw new Task.Again(Duration.ofMillis(200));
            return Map.of();
        }));
        String early = one.start("send", List.of(), 1);
        one.await(one.start("send", List.of(), 2));
        one.await(early);
        assertThat(begun).containsExactly("1", "2", "1");
    }

    @Test
    void aTaskWhoseWorkEndsUnexpectedlyFails() {
        Map<String, Tasks.Work> work = Map.of(
                "provision", (request, task) -> Map.of("result", new Unwritable()),
                "validate", (request, task) -> {
                    throw new StackOverflowError();
                });
        Tasks broken = tasks(1, work);
        for (String kind : work.keySet()) {
            assertThat(stateOf(broken.await(broken.start(kind, List.of("c1"), "")))).isEqualTo("FAILED");
        }
    }

    private Tasks tasks(int parallel, Map<String, Tasks.Work> work) {
        return new Tasks(JdbcClient.create(database), new JsonMapper(), work, new Tasks.Limits(parallel, 5));
    }

    private Map<String, Object> work(String request, Task task) {
        String name = request.replace("\"", "");
        begun.add(name);
        try {
            assertThat(gates.get(name).await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException exception) {
            throw new IllegalStateException(exception);
        }
        return Map.of();
    }

    private String start(String kind, String name, String... subjects) {
        gates.put(name, new CountDownLatch(1));
        return tasks.start(kind, List.of(subjects), name);
    }

    private void finish(String name, String token) {
        gates.get(name).countDown();
        tasks.await(token);
    }

    private String next() throws InterruptedException {
        return begun.poll(10, TimeUnit.SECONDS);
    }

    private String stateOf(String token) {
        return tasks.status(token, List.of("provision", "validate")).orElseThrow().get("status").toString();
    }
}
