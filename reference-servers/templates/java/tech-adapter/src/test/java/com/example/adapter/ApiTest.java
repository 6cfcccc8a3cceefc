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

/** Tests of the adapter over its HTTP interface. Add your own beside them. */
@SpringBootTest(properties = {"spring.datasource.url=jdbc:h2:mem:tasks", "cors=https://docs.example"})
@AutoConfigureMockMvc
class ApiTest {

    private static final String DESCRIPTOR = """
            componentIdToProvision: urn:dmb:cmp:sales:orders:1:orders-table
            dataProduct:
              id: urn:dmb:dp:sales:orders:1
              name: Orders
              version: 1.0.0
              kind: dataproduct
              environment: development
              components:
                - id: urn:dmb:cmp:sales:orders:1:orders-table
                  name: Orders table
                  version: 1.0.0
                  kind: storage
                  infrastructureTemplateId: urn:dmb:itm:table:0
                  specific: {}
            """;

    @Autowired
    private MockMvcTester http;

    @Autowired
    private JsonMapper json;

    @Autowired
    private Tasks tasks;

    @Test
    void aValidDescriptorIsValid() throws Exception {
        assertThat(bodyOf(post("/v1/validate", DESCRIPTOR)).get("valid").asBoolean()).isTrue();
    }

    @Test
    void theProblemsOfAnInvalidDescriptorAreListed() throws Exception {
        JsonNode result = bodyOf(post("/v1/validate", "not: [yaml"));
        assertThat(result.get("valid").asBoolean()).isFalse();
        assertThat(result.at("/error/errors").isEmpty()).isFalse();
    }

    @Test
    void aRequestWithoutADescriptorIsRejectedInTheShapeOfTheContract() throws Exception {
        MvcTestResult answer = post("/v1/provision", null);
        assertThat(answer).hasStatus(400);
        assertThat(bodyOf(answer).at("/errors/0").asString()).isEqualTo("descriptor must not be null");
    }

    @Test
    void provisioningCompletes() throws Exception {
        MvcTestResult started = post("/v1/provision", DESCRIPTOR);
        assertThat(started).hasStatus(202);
        assertThat(finished(bodyOf(started).asString())).isEqualTo("COMPLETED");
    }

    @Test
    void anInterruptedTaskRunsAgainAfterARestart(@Autowired org.springframework.jdbc.core.simple.JdbcClient database)
            throws Exception {
        String token = bodyOf(post("/v1/provision", DESCRIPTOR)).asString();
        finished(token);
        // As a crash leaves it.
        database.sql("update task set status = 'RUNNING', answer = '{}' where token = ?").param(token).update();
        tasks.resume();
        assertThat(finished(token)).isEqualTo("COMPLETED");
    }

    @Test
    void pagesOfTheAllowedOriginMayCallTheAdapter() {
        MvcTestResult answer = http.options()
                .uri("{{prefix}}/v1/validate")
                .header("Origin", "https://docs.example")
                .header("Access-Control-Request-Method", "POST")
                .exchange();
        assertThat(answer.getResponse().getHeader("Access-Control-Allow-Origin")).isEqualTo("https://docs.example");
    }

    private MvcTestResult post(String path, String descriptor) {
        String body = descriptor == null
                ? "{\"descriptorKind\": \"COMPONENT_DESCRIPTOR\"}"
                : json.writeValueAsString(Map.of("descriptorKind", "COMPONENT_DESCRIPTOR", "descriptor", descriptor));
        return http.post().uri("{{prefix}}" + path).contentType(MediaType.APPLICATION_JSON).content(body).exchange();
    }

    /** Polls a task until it has finished; answers with its state. */
    private String finished(String token) throws Exception {
        String status = "RUNNING";
        while (status.equals("RUNNING")) {
            Thread.sleep(10);
            status = bodyOf(http.get().uri("{{prefix}}/v1/provision/" + token + "/status").exchange())
                    .get("status")
                    .asString();
        }
        return status;
    }

    private JsonNode bodyOf(MvcTestResult answer) throws Exception {
        return json.readTree(answer.getResponse().getContentAsString());
    }
}
