package com.example.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests of the server over its HTTP interface. Add your own beside them. */
@SpringBootTest
@AutoConfigureMockMvc
class ApiTest {

    private static final Map<String, String> DEPLOYED = Map.of("descriptor", """
            id: urn:dmb:dp:sales:orders:1
            name: Orders
            environment: development
            """);

    @Autowired
    private MockMvcTester http;

    @Autowired
    private JsonMapper json;

    @Test
    void aDeployedProductHasAnAddress() throws Exception {
        JsonNode answer = bodyOf(send(HttpMethod.POST, "/v1/insert-provisioning-results", DEPLOYED));
        assertThat(answer.at("/info/privateInfo/marketplaceInfo/value").asString()).isEqualTo("Orders");
    }

    @Test
    void removingAProductTwiceSucceeds() {
        for (int time = 0; time < 2; time++) {
            assertThat(send(HttpMethod.POST, "/v1/delete", DEPLOYED)).hasStatus(200);
        }
    }

    @Test
    void accessIsSetWithoutAnAnswer() {
        assertThat(setAccess(1)).hasStatus(204);
    }

    @Test
    void theNumberOfAnOutputPortIsAnInteger() {
        assertThat(setAccess(1.5)).hasStatus(400);
        assertThat(setAccess("1")).hasStatus(400);
    }

    @Test
    void anUnreadableDescriptorIsRejectedInTheShapeOfTheContract() throws Exception {
        MvcTestResult answer = send(HttpMethod.POST, "/v1/delete", Map.of("descriptor", "not: [yaml"));
        assertThat(answer).hasStatus(400);
        assertThat(bodyOf(answer).at("/errors/0").asString()).startsWith("descriptor is not valid YAML");
    }

    private MvcTestResult setAccess(Object outputPortId) {
        List<String> refs = List.of("user:jane.doe_example.com");
        return send(
                HttpMethod.PATCH,
                "/v1/update-acl",
                Map.of("requestId", "r-1", "outputPortId", outputPortId, "refs", refs));
    }

    private MvcTestResult send(HttpMethod method, String path, Object body) {
        return http.method(method)
                .uri("{{prefix}}" + path)
                .contentType(MediaType.APPLICATION_JSON)
                .content(json.writeValueAsString(body))
                .exchange();
    }

    private JsonNode bodyOf(MvcTestResult answer) throws Exception {
        return json.readTree(answer.getResponse().getContentAsString());
    }
}
