package com.example.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.atLeastOnce;
import static org.mockito.Mockito.verify;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.MediaType;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;
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

    private static final String PRODUCT =
            DESCRIPTOR.substring(DESCRIPTOR.indexOf("dataProduct:")).replace("dataProduct:\n", "").indent(-2);
    private static final String INVALID = DESCRIPTOR.replace("version: 1.0.0", "version: one");

    @Autowired
    private MockMvcTester http;

    @MockitoSpyBean
    private Handlers handlers;

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
    void provisioningAndAccessRequestsReturnWhoHasAccess() throws Exception {
        complete("/v1/provision", request(DESCRIPTOR));
        JsonNode info = complete("/v1/updateacl", access("user:a", "group:b")).get("info");
        assertThat(info.at("/aclInfo/0/identity").asString()).isEqualTo("user:a");
        assertThat(info.at("/aclInfo/0/locked").asBoolean()).isFalse();
        info = complete("/v1/provision", request(DESCRIPTOR)).get("info");
        assertThat(info.at("/aclInfo/1/identity").asString()).isEqualTo("group:b");
    }

    @Test
    void whatIsNotValidAnyMoreCanBeRemoved() throws Exception {
        assertThat(bodyOf(post("/v1/validate", INVALID)).get("valid").asBoolean()).isFalse();
        assertThat(post("/v1/provision", INVALID)).hasStatus(400);
        complete("/v1/unprovision", request(INVALID));
        String unknown = DESCRIPTOR.replace("componentIdToProvision: urn", "componentIdToProvision: other");
        assertThat(post("/v1/unprovision", unknown)).hasStatus(400);
        assertThat(post("/v1/unprovision", INVALID.replace("environment:", "other:"))).hasStatus(400);
    }

    @Test
    void aProductRequestIsAboutNoComponent() throws Exception {
        Map<String, Object> body = Map.of("descriptorKind", "DATAPRODUCT_DESCRIPTOR", "descriptor", PRODUCT);
        assertThat(bodyOf(send("/v1/validate", body)).get("valid").asBoolean()).isTrue();
        JsonNode info = complete("/v1/provision", body).get("info");
        assertThat(info.get("publicInfo").isEmpty()).isTrue();
        AdapterRequest seen = seen();
        assertThat(seen.component()).isNull();
        assertThat(seen.subjects())
                .containsExactlyInAnyOrder(
                        "development urn:dmb:dp:sales:orders:1",
                        "development urn:dmb:cmp:sales:orders:1:orders-table");
        complete("/v1/unprovision", body);
    }

    @Test
    void handlersSeeTheWholeRequest() throws Exception {
        Map<String, Object> body = new HashMap<>(request(DESCRIPTOR));
        String info = "      info: { latestProvisioningOperation: { operation: Deploy, status: Failed } }\n";
        body.put("latestEnrichedDescriptor", DESCRIPTOR + info);
        complete("/v1/provision", body);
        AdapterRequest seen = seen();
        assertThat(seen.component().name()).isEqualTo("Orders table");
        assertThat(seen.latestProvisioningOperation()).isEqualTo(Map.of("operation", "Deploy", "status", "Failed"));
        assertThat(seen.origin()).isEqualTo(new Origin("r-1", "00-1-2-01"));
        body.put("latestEnrichedDescriptor", "not: [yaml");
        complete("/v1/provision", body);
        assertThat(seen().latestProvisioningOperation()).isEmpty();
        complete("/v1/updateacl", access("user:a"));
        ArgumentCaptor<AdapterRequest> granted = ArgumentCaptor.forClass(AdapterRequest.class);
        verify(handlers, atLeastOnce()).updateAcl(granted.capture(), any());
        assertThat(granted.getValue().refs()).containsExactly("user:a");
        assertThat(granted.getValue().provisionInfo().result()).isEqualTo("It was provisioned.");
        assertThat(granted.getValue().accessControlFields()).isEqualTo(Map.of("reason", "audit"));
    }

    @Test
    void anOptionalFieldThatIsNullCountsAsAbsent() {
        Map<String, Object> body = new HashMap<>(request(DESCRIPTOR));
        for (String name : List.of("latestEnrichedDescriptor", "removeData", "componentIdToProvision")) {
            body.put(name, null);
        }
        assertThat(send("/v1/provision", body)).hasStatus(202);
        Map<String, Object> access = new HashMap<>(access());
        access.put("accessControlFields", null);
        assertThat(send("/v1/updateacl", access)).hasStatus(202);
        access.put("refs", null);
        assertThat(send("/v1/updateacl", access)).hasStatus(400);
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

    private static Map<String, Object> request(String descriptor) {
        return Map.of("descriptorKind", "COMPONENT_DESCRIPTOR", "descriptor", descriptor);
    }

    private Map<String, Object> access(String... refs) {
        String descriptor = json.writeValueAsString(Yaml.parse(DESCRIPTOR, "descriptor"));
        return Map.of(
                "refs", List.of(refs),
                "provisionInfo", Map.of("request", descriptor, "result", "It was provisioned."),
                "accessControlFields", Map.of("reason", "audit"));
    }

    private MvcTestResult post(String path, String descriptor) {
        return send(path, descriptor == null ? Map.of("descriptorKind", "COMPONENT_DESCRIPTOR") : request(descriptor));
    }

    private MvcTestResult send(String path, Map<String, Object> body) {
        return http.post()
                .uri("{{prefix}}" + path)
                .header("X-Request-ID", "r-1")
                .header("traceparent", "00-1-2-01")
                .contentType(MediaType.APPLICATION_JSON)
                .content(json.writeValueAsString(body))
                .exchange();
    }

    /** Sends a request, waits for its task, and returns the status. */
    private JsonNode complete(String path, Map<String, Object> body) throws Exception {
        String token = bodyOf(send(path, body)).asString();
        assertThat(finished(token)).isEqualTo("COMPLETED");
        return statusOf(token);
    }

    /** The last request to provision that the handlers got. */
    private AdapterRequest seen() {
        ArgumentCaptor<AdapterRequest> request = ArgumentCaptor.forClass(AdapterRequest.class);
        verify(handlers, atLeastOnce()).provision(request.capture(), any());
        return request.getValue();
    }

    /** Polls a task until it has finished; answers with its state. */
    private String finished(String token) throws Exception {
        String status = "RUNNING";
        while (status.equals("RUNNING")) {
            Thread.sleep(10);
            status = statusOf(token).get("status").asString();
        }
        return status;
    }

    private JsonNode statusOf(String token) throws Exception {
        return bodyOf(http.get().uri("{{prefix}}/v1/provision/" + token + "/status").exchange());
    }

    private JsonNode bodyOf(MvcTestResult answer) throws Exception {
        return json.readTree(answer.getResponse().getContentAsString());
    }
}
