package com.example.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
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
    void resourcesComePageByPage() throws Exception {
        String query = "environment=development&resource-types=table&limit=2";
        assertThat(bodyOf(resolve(query)).at("/page/count").asInt()).isEqualTo(2);
        assertThat(bodyOf(resolve(query + "&offset=2")).at("/page/count").asInt()).isEqualTo(1);
    }

    @Test
    void noResourceIsA404InTheShapeOfTheContract() throws Exception {
        MvcTestResult answer = resolve("environment=nowhere");
        assertThat(answer).hasStatus(404);
        assertThat(bodyOf(answer).at("/errors/0").asString()).isEqualTo("no resources found");
    }

    private MvcTestResult resolve(String query) {
        return http.get().uri("{{prefix}}/v1/resolve?" + query).exchange();
    }

    private JsonNode bodyOf(MvcTestResult answer) throws Exception {
        return json.readTree(answer.getResponse().getContentAsString());
    }
}
