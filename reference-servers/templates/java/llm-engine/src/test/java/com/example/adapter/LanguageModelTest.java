package com.example.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.example.adapter.Contract.InputResource;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Tests of the handlers with a server in the place of the language model. */
class LanguageModelTest {

    private static final InputResource RESOURCE =
            new InputResource("name: Orders", "outputport", "orders", "It has a description.");

    private final JsonMapper json = JsonMapper.shared();
    private final AtomicReference<String> answer = new AtomicReference<>();
    private final AtomicReference<String> question = new AtomicReference<>();
    private final AtomicReference<String> authorization = new AtomicReference<>();
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/chat/completions", exchange -> {
            question.set(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            authorization.set(exchange.getRequestHeaders().getFirst("Authorization"));
            Object choice = Map.of("message", Map.of("content", answer.get()));
            byte[] body = json.writeValueAsBytes(Map.of("choices", List.of(choice)));
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void theVerdictIsThatOfTheModel() {
        answer.set("{\"satisfiesPolicy\": false, \"errors\": [\"It has no description.\"]}");
        assertThat(handlers().evaluate(RESOURCE).errors()).containsExactly("It has no description.");
        assertThat(question.get()).contains("\"some-model\"").contains("It has a description.");
        assertThat(authorization.get()).isEqualTo("Bearer secret");
    }

    @Test
    void anAnswerWithoutAVerdictIsAnError() {
        answer.set("{\"comment\": \"Looks fine.\"}");
        assertThatThrownBy(() -> handlers().evaluate(RESOURCE)).isInstanceOf(IllegalStateException.class);
    }

    private Handlers handlers() {
        String url = "http://localhost:" + server.getAddress().getPort() + "/v1/";
        return new Handlers(new LanguageModel(url, "some-model", "secret", json));
    }
}
