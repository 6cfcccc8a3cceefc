package com.example.adapter;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.json.JsonMapper;

/** A language model behind an endpoint with the chat completions API of OpenAI. */
@Component
public class LanguageModel {

    private record Completion(List<Choice> choices) {}

    private record Choice(Message message) {}

    private record Message(String role, String content) {}

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final String url;
    private final String name;
    private final String key;
    private final JsonMapper json;
    private final RestClient http;

    LanguageModel(
            @Value("${llm.url}") String url,
            @Value("${llm.model}") String name,
            @Value("${llm.key}") String key,
            JsonMapper json) {
        this.url = url;
        this.name = name;
        this.key = key;
        this.json = json;
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory();
        requests.setReadTimeout(TIMEOUT);
        this.http = RestClient.builder().requestFactory(requests).build();
    }

    public String name() {
        return name;
    }

    /** Whether {@code LLM_URL} and {@code LLM_MODEL} are set. */
    public boolean isSet() {
        return !url.isEmpty() && !name.isEmpty();
    }

    /** The JSON that the model returns. Fails without a response, or if it is not JSON. */
    public <T> T ask(String instructions, Object question, Class<T> answer) {
        Map<String, Object> body = Map.of(
                "model", name,
                "temperature", 0,
                "response_format", Map.of("type", "json_object"),
                "messages", List.of(
                        new Message("system", instructions),
                        new Message("user", json.writeValueAsString(question))));
        Completion completion = http.post()
                .uri(url.replaceAll("/+$", "") + "/chat/completions")
                .headers(headers -> {
                    if (!key.isEmpty()) headers.setBearerAuth(key);
                })
                .contentType(MediaType.APPLICATION_JSON)
                .body(body)
                .retrieve()
                .body(Completion.class);
        return json.readValue(completion.choices().get(0).message().content(), answer);
    }
}
