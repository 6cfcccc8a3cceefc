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

/** Tests of the plugin over its HTTP interface. Add your own beside them. */
@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:tasks")
@AutoConfigureMockMvc
class ApiTest {

    private static final String DESCRIPTOR = """
            id: urn:dmb:dp:sales:orders:1
            name: Orders
            version: 1.0.0
            kind: dataproduct
            environment: development
            components:
              - id: urn:dmb:cmp:sales:orders:1:orders-view
                name: Orders view
                version: 1.0.0
                kind: outputport
                infrastructureTemplateId: urn:dmb:itm:view:0
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
    void aPublishedComponentHasAReference() throws Exception {
        assertThat(finished(bodyOf(post("/v1/provision", DESCRIPTOR)).asString())).isEqualTo("COMPLETED");
        String path = "{{prefix}}/v1/entity/reference?componentId=";
        MvcTestResult found = http.get().uri(path + "urn:dmb:cmp:sales:orders:1:orders-view").exchange();
        assertThat(bodyOf(found).get("reference").asString()).startsWith("https:");
        assertThat(http.get().uri(path + "unknown").exchange()).hasStatus(400);
    }

    @Test
    void whatIsNotValidAnyMoreCanBeRemoved() throws Exception {
        String invalid = DESCRIPTOR.replace("version: 1.0.0", "version: one");
        assertThat(post("/v1/provision", invalid)).hasStatus(400);
        assertThat(finished(bodyOf(post("/v1/unprovision", invalid)).asString())).isEqualTo("COMPLETED");
        assertThat(post("/v1/unprovision", invalid.replace("environment:", "other:"))).hasStatus(400);
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

    private MvcTestResult post(String path, String descriptor) {
        String body = descriptor == null
                ? "{\"descriptorKind\": \"DATAPRODUCT_DESCRIPTOR\"}"
                : json.writeValueAsString(Map.of("descriptorKind", "DATAPRODUCT_DESCRIPTOR", "descriptor", descriptor));
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
