package com.example.adapter;

import com.example.adapter.Contract.ApprovalRequest;
import com.example.adapter.Contract.HookUpdate;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/**
 * The work of the tasks: one decides, and then starts another one that sends the decision. So every attempt sends the
 * same decision, also after a restart.
 */
@Configuration(proxyBeanMethods = false)
class TaskWork {

    @Bean(initMethod = "resume", destroyMethod = "close")
    Tasks tasks(
            JdbcClient database,
            JsonMapper json,
            Handlers handlers,
            Delivery delivery,
            Tasks.Limits limits) {
        Map<String, Tasks.Work> work = new HashMap<>();
        Tasks tasks = new Tasks(database, json, work, limits);
        work.put("decide", (request, task) -> {
            ApprovalRequest body = json.readValue(request, ApprovalRequest.class);
            HookUpdate decision = handlers.decide(body.fields(), task);
            Delivery.Order order = new Delivery.Order(body.respondToUrl(), decision, Instant.now());
            tasks.start(task.token() + "/send", "send", List.of(), order);
            return Map.of();
        });
        work.put("send", (request, task) -> {
            delivery.send(json.readValue(request, Delivery.Order.class), task);
            return Map.of();
        });
        return tasks;
    }
}
