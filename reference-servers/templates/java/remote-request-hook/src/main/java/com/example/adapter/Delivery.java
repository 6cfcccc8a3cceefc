package com.example.adapter;

import com.example.adapter.Contract.HookUpdate;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.json.JsonMapper;

/** Sends decisions to the platform. */
@Component
class Delivery {

    /** A decision on its way; {@code since} is when it was made. */
    record Order(String address, HookUpdate decision, Instant since) {}

    private static final Logger log = LoggerFactory.getLogger(Delivery.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
    private static final Duration GIVE_UP_AFTER = Duration.ofDays(3);

    /** Temporary error statuses below 500. All from 500 on are temporary, too. */
    private static final List<Integer> RETRIED = List.of(404, 408, 429);

    private final List<String> allowedHosts;
    private final JsonMapper json;
    private final RestClient http;

    /** Restricts the addresses that a caller can choose, to prevent requests to internal systems. */
    Delivery(@Value("${allowed-hosts}") List<String> allowedHosts, JsonMapper json) {
        this.allowedHosts = allowedHosts.stream().map(String::toLowerCase).toList();
        this.json = json;
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(TIMEOUT)
                .build();
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(client);
        requests.setReadTimeout(TIMEOUT);
        this.http = RestClient.builder().requestFactory(requests).build();
    }

    /** Rejects an address that is not on the allow list. */
    void check(String address) {
        URI uri;
        try {
            uri = URI.create(address);
        } catch (IllegalArgumentException exception) {
            throw new Refused("respondToUrl is not a URL");
        }
        if (!"http".equalsIgnoreCase(uri.getScheme()) && !"https".equalsIgnoreCase(uri.getScheme())) {
            throw new Refused("respondToUrl must begin with http:// or https://");
        }
        if (uri.getHost() == null || uri.getRawUserInfo() != null) {
            throw new Refused("respondToUrl needs a host, and no user name");
        }
        String host = uri.getHost().toLowerCase();
        String withPort = uri.getPort() == -1 ? host : host + ":" + uri.getPort();
        if (!allowedHosts.contains(host) && !allowedHosts.contains(withPort)) {
            throw new Refused("respondToUrl leads to " + withPort + ", which is not in ALLOWED_HOSTS");
        }
    }

    /** Sends the decision once. If the platform cannot accept it now, the task runs again later. */
    void send(Order order, Task task) {
        String problem;
        boolean isPassing = true;
        try {
            int status = patch(order);
            // A 409 means that the platform already has a decision.
            if (status < 300 || status == 409) return;
            problem = "the platform returned " + status;
            isPassing = status >= 500 || RETRIED.contains(status);
        } catch (ResourceAccessException exception) {
            problem = "the platform cannot be reached: " + exception.getMostSpecificCause();
        }
        Duration age = Duration.between(order.since(), Instant.now());
        if (!isPassing || age.compareTo(GIVE_UP_AFTER) > 0) {
            log.error("The decision of {} is given up: {}", task.token(), problem);
            throw new Task.Failed("The decision could not be sent.");
        }
        Duration pause = pauseAfter(age);
        log.warn("The decision of {} is sent again in {} s: {}", task.token(), pause.toSeconds(), problem);
        throw new Task.Again(pause);
    }

    /** Each pause is as long as the time since the decision, so the pauses double, up to an hour. */
    static Duration pauseAfter(Duration age) {
        if (age.compareTo(SHORTEST_PAUSE) < 0) return SHORTEST_PAUSE;
        return age.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : age;
    }

    private int patch(Order order) {
        return http.patch()
                .uri(URI.create(order.address()))
                .contentType(MediaType.APPLICATION_JSON)
                .body(json.writeValueAsString(order.decision()))
                .exchange((request, response) -> response.getStatusCode().value());
    }
}
