package com.example.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import tools.jackson.databind.json.JsonMapper;

/** Tests of the hook over its HTTP interface, with a server in the place of the platform. Add your own beside them. */
@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:tasks")
@AutoConfigureMockMvc
class ApiTest {

    @Autowired
    private MockMvcTester http;

    @Autowired
    private JsonMapper json;

    private final BlockingQueue<String> decisions = new LinkedBlockingQueue<>();
    private final AtomicInteger failures = new AtomicInteger();
    private HttpServer platform;

    @BeforeEach
    void startPlatform() throws Exception {
        platform = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        platform.createContext("/", exchange -> {
            String decision = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            boolean isDown = failures.getAndDecrement() > 0;
            if (!isDown) decisions.add(exchange.getRequestMethod() + " " + decision);
            exchange.sendResponseHeaders(isDown ? 503 : 200, -1);
            exchange.close();
        });
        platform.start();
    }

    @AfterEach
    void stopPlatform() {
        platform.stop(0);
    }

    @Test
    void theDecisionIsSentOnceHoweverOftenTheRequestArrives() throws Exception {
        String id = UUID.randomUUID().toString();
        for (String same : List.of(id, id.toUpperCase())) assertThat(requestApproval(same, address())).hasStatus(202);
        assertThat(decisions.poll(10, TimeUnit.SECONDS)).startsWith("PATCH {").contains("\"status\":\"OK\"");
        assertThat(decisions.poll(100, TimeUnit.MILLISECONDS)).isNull();
    }

    @Test
    void theDecisionIsSentAgainWhenThePlatformWasDown() throws Exception {
        failures.set(2);
        requestApproval(UUID.randomUUID().toString(), address());
        assertThat(decisions.poll(20, TimeUnit.SECONDS)).contains("\"status\":\"OK\"");
    }

    @Test
    void thePausesBetweenTheAttemptsGrowUpToAnHour() {
        assertThat(Delivery.pauseAfter(Duration.ZERO)).isEqualTo(Duration.ofSeconds(1));
        assertThat(Delivery.pauseAfter(Duration.ofSeconds(8))).isEqualTo(Duration.ofSeconds(8));
        assertThat(Delivery.pauseAfter(Duration.ofHours(7))).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void anAddressOutsideTheAllowedHostsIsRejected() throws Exception {
        MvcTestResult answer = requestApproval(UUID.randomUUID().toString(), "http://192.0.2.1/hooks/1");
        assertThat(answer).hasStatus(400);
        assertThat(answer.getResponse().getContentAsString()).contains("ALLOWED_HOSTS");
    }

    @Test
    void anIdThatIsNotAUuidIsRejected() {
        assertThat(requestApproval("1-1-1-1-1", address())).hasStatus(400);
    }

    private String address() {
        return "http://localhost:" + platform.getAddress().getPort() + "/hooks/1";
    }

    private MvcTestResult requestApproval(String id, String respondToUrl) {
        Map<String, Object> body = Map.of("respondToUrl", respondToUrl, "fields", Map.of("verb", "grant"));
        return http.post()
                .uri("{{prefix}}/approval-requests")
                .header("X-Request-ID", id)
                .contentType(MediaType.APPLICATION_JSON)
                .content(json.writeValueAsString(body))
                .exchange();
    }
}
