package com.example.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
    void theFilterIgnoresCase() throws Exception {
        JsonNode items = bodyOf(post("/v1/resources?filter=BER&offset=0&limit=5", Map.of()));
        assertThat(items.findValuesAsString("value")).containsExactly("Berlin", "Bern");
    }

    @Test
    void aLimitThatIsTooSmallIsRejectedInTheShapeOfTheContract() throws Exception {
        MvcTestResult answer = post("/v1/resources?offset=0&limit=4", Map.of());
        assertThat(answer).hasStatus(400);
        assertThat(bodyOf(answer).at("/errors/0").asString()).startsWith("limit must be");
    }

    @Test
    void aChoiceThatNoLongerExistsIsRejected() throws Exception {
        assertThat(bodyOf(validate("city-1")).asString()).isEqualTo("OK");
        MvcTestResult answer = validate("city-99");
        assertThat(answer).hasStatus(400);
        assertThat(bodyOf(answer).at("/errors/0/error").asString()).isEqualTo("city-99 is no longer available");
    }

    private MvcTestResult validate(String id) {
        return post("/v1/resources/validate", Map.of("selectedObjects", List.of(Map.of("id", id))));
    }

    private MvcTestResult post(String path, Object body) {
        return http.post()
                .uri("{{prefix}}" + path)
                .contentType(MediaType.APPLICATION_JSON)
                .content(json.writeValueAsString(body))
                .exchange();
    }

    private JsonNode bodyOf(MvcTestResult answer) throws Exception {
        return json.readTree(answer.getResponse().getContentAsString());
    }
}
