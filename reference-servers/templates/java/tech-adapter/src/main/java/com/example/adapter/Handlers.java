package com.example.adapter;

import com.example.adapter.Contract.DisplayEntry;
import com.example.adapter.Contract.Info;
import com.example.adapter.Contract.ReverseProvisioningRequest;
import com.example.adapter.Target.Component;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What this adapter does on its technology. Fill in these methods; nothing else has to change.
 *
 * <p>A method that gets a task may take long, and runs again if a restart interrupts it: each step has to be
 * idempotent. Throw {@link Task.Failed} with a sentence for the user to end the task as FAILED.
 */
@org.springframework.stereotype.Component
public class Handlers {

    /** Stands for your technology: access by environment and component. Replace it with calls to yours. */
    private final Map<String, List<String>> resources = new ConcurrentHashMap<>();

    /** What prevents provisioning beyond what every descriptor needs, one sentence each. */
    public List<String> validate(Target target) {
        return target.components().stream()
                .filter(component -> component.name().isBlank())
                .map(component -> component.id() + " needs a name")
                .toList();
    }

    /** Creates what is missing and updates what is there. */
    public Info provision(Target target, Task task) {
        for (Component component : target.components()) {
            task.throwIfStopped();
            resources.putIfAbsent(key(target, component), List.of());
            task.say(Task.Level.INFO, "Applying", component.name() + " exists");
        }
        return info(target);
    }

    /** Removes the resources. A resource that does not exist is not a failure. */
    public Info unprovision(Target target, boolean removeData, Task task) {
        for (Component component : target.components()) {
            task.throwIfStopped();
            boolean existed = resources.remove(key(target, component)) != null;
            task.say(Task.Level.INFO, "Applying", component.name() + (existed ? " was removed" : " did not exist"));
        }
        return new Info(Map.of(), Map.of(), null);
    }

    /** Gives access to exactly these identities; all others lose it. */
    public Info updateAcl(Target target, List<String> refs, Task task) {
        for (Component component : target.components()) {
            resources.put(key(target, component), refs);
            task.say(Task.Level.INFO, "Granting", refs.size() + " identities have access to " + component.name());
        }
        return info(target);
    }

    /** Dotted paths into the entity, and the values that the technology has there. */
    public Map<String, Object> reverseProvision(ReverseProvisioningRequest request, Task task) {
        task.say(Task.Level.INFO, "Reading", "Nothing has changed");
        return Map.of();
    }

    /** What users see in the marketplace, and what components that depend on this one receive. */
    private static Info info(Target target) {
        Map<String, Object> entries = new LinkedHashMap<>();
        for (Component component : target.components()) {
            entries.put(component.name(), new DisplayEntry("string", "Resource", component.name(), null));
        }
        return new Info(entries, Map.of(), null);
    }

    private static String key(Target target, Component component) {
        return (target.environment() + " " + component.id()).toLowerCase();
    }
}
