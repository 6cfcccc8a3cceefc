package com.example.adapter;

import com.example.adapter.AdapterRequest.Component;
import com.example.adapter.Contract.AclInfo;
import com.example.adapter.Contract.DisplayEntry;
import com.example.adapter.Contract.Info;
import com.example.adapter.Contract.ReverseProvisioningRequest;
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

    private static final Info NOTHING = new Info(Map.of(), Map.of(), null);

    /** Stands for your technology: access by environment and component. Replace it with calls to yours. */
    private final Map<String, List<String>> resources = new ConcurrentHashMap<>();

    /** What prevents provisioning beyond what every descriptor needs, one sentence each. */
    public List<String> validate(AdapterRequest request) {
        Component component = request.component();
        // A product request lists the components of all adapters. Only a component request is about one of yours.
        if (component == null || !component.name().isBlank()) return List.of();
        return List.of(component.id() + " needs a name");
    }

    /** Creates what is missing and updates what is there. */
    public Info provision(AdapterRequest request, Task task) {
        Component component = request.component();
        // A product request: create what belongs to the product itself, such as a database that its components share.
        if (component == null) return nothingToDo(task);
        resources.putIfAbsent(key(request), List.of());
        task.throwIfStopped();
        task.say(Task.Level.INFO, "Applying", component.name() + " exists");
        return info(request);
    }

    /**
     * Removes the component. One that does not exist is not a failure. Here a component has no data; remove that of
     * yours only if {@code removeData} is true.
     */
    public Info unprovision(AdapterRequest request, Task task) {
        Component component = request.component();
        if (component == null) return nothingToDo(task);
        boolean existed = resources.remove(key(request)) != null;
        task.say(Task.Level.INFO, "Applying", component.name() + (existed ? " was removed" : " did not exist"));
        return NOTHING;
    }

    /** Gives access to exactly the identities in {@code refs}; all others lose it. */
    public Info updateAcl(AdapterRequest request, Task task) {
        List<String> refs = request.refs();
        resources.put(key(request), refs);
        String name = request.component().name();
        task.say(Task.Level.INFO, "Granting", refs.size() + " identities have access to " + name);
        return info(request);
    }

    /** Dotted paths into the entity, and the values that the technology has there. */
    public Map<String, Object> reverseProvision(ReverseProvisioningRequest request, Task task) {
        task.say(Task.Level.INFO, "Reading", "Nothing has changed");
        return Map.of();
    }

    private static Info nothingToDo(Task task) {
        task.say(Task.Level.INFO, "Applying", "Nothing belongs to the data product itself");
        return NOTHING;
    }

    /** What users see in the marketplace, what adapters of dependent components receive, and who has access. */
    private Info info(AdapterRequest request) {
        DisplayEntry entry = new DisplayEntry("string", "Resource", request.component().name(), null);
        List<AclInfo> identities = resources.getOrDefault(key(request), List.of()).stream()
                .map(ref -> new AclInfo(ref, false))
                .toList();
        return new Info(Map.of("resource", entry), Map.of(), identities);
    }

    /** Environment and id never change. An id is the same in upper and in lower case. */
    private static String key(AdapterRequest request) {
        return request.environment() + " " + request.component().id().toLowerCase();
    }
}
