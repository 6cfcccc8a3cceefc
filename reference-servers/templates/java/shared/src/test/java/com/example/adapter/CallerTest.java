package com.example.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Tests of the token, with a real server: a framework may read the body before the program sees the request. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"spring.datasource.url=jdbc:h2:mem:caller", "caller-token=secret", "cors=https://docs.example"})
class CallerTest {

    private static final String OPERATION = "POST {{prefix}}/v1/none";
    private static final String BROKEN = "Content-Length: 1\r\n\r\n{";

    @LocalServerPort
    private int port;

    @Test
    void onlyTheTokenOpensTheOperations() throws Exception {
        assertThat(send(OPERATION, BROKEN))
                .startsWith("HTTP/1.1 401")
                .contains("WWW-Authenticate: Bearer", "Content-Type: application/json");
        assertThat(send(OPERATION, "Authorization: Bearer other\r\n" + BROKEN)).startsWith("HTTP/1.1 401");
        assertThat(send(OPERATION, "Authorization: Bearer secret\r\n" + BROKEN)).startsWith("HTTP/1.1 404");
        assertThat(send("GET /health", "\r\n")).startsWith("HTTP/1.1 200");
    }

    @Test
    void aRequestIsRejectedBeforeItsBodyArrives() throws Exception {
        assertThat(send(OPERATION, "Content-Length: 5000000\r\n\r\n")).startsWith("HTTP/1.1 401");
    }

    @Test
    void aBrowserMayAskWithoutTheToken() throws Exception {
        String preflight = "Origin: https://docs.example\r\nAccess-Control-Request-Method: POST\r\n"
                + "Access-Control-Request-Headers: authorization\r\n\r\n";
        assertThat(send("OPTIONS {{prefix}}/v1/none", preflight))
                .startsWith("HTTP/1.1 200")
                .containsIgnoringCase("Access-Control-Allow-Origin: https://docs.example");
    }

    /** Sends a request as it is; returns the head of the response. */
    private String send(String line, String rest) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            String head = line + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n";
            socket.getOutputStream().write((head + rest).getBytes(StandardCharsets.ISO_8859_1));
            InputStreamReader response = new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1);
            return new BufferedReader(response)
                    .lines()
                    .takeWhile(headLine -> !headLine.isEmpty())
                    .collect(Collectors.joining("\n"));
        }
    }
}
