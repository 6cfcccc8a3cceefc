package com.example.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests of the server over its HTTP interface. Add your own beside them. */
@SpringBootTest
@AutoConfigureMockMvc
class ApiTest {

    @Autowired
    private MockMvcTester http;

    @Autowired
    private JsonMapper json;

    @Test
    void aResourceThatCompliesSatisfiesThePolicy() throws Exception {
        assertThat(evaluate("description: All orders\n").get("satisfiesPolicy").asBoolean()).isTrue();
    }

    @Test
    void aResourceThatDoesNotComplyGetsTheReason() throws Exception {
        JsonNode result = evaluate("name: Orders\n");
        assertThat(result.get("satisfiesPolicy").asBoolean()).isFalse();
        assertThat(result.at("/errors/0").asString()).isEqualTo("orders has no description");
    }

    private JsonNode evaluate(String content) throws Exception {
        Map<String, String> body = Map.of(
                "content", content,
                "resourceType", "outputport",
                "resourceId", "orders",
                "policy", "Every output port has a description.");
        return bodyOf(http.post()
                .uri("{{prefix}}/v1/evaluate")
                .contentType(MediaType.APPLICATION_JSON)
                .content(json.writeValueAsString(body))
                .exchange());
    }

    private JsonNode bodyOf(MvcTestResult answer) throws Exception {
        return json.readTree(answer.getResponse().getContentAsString());
    }
}
