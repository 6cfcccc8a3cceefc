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
 * Creates and removes components on your technology. Fill in these methods. The other files work as they are.
 *
 * <p>A method with a task may take long, and runs again if a restart interrupts it, so make each step idempotent.
 * To end the task as FAILED, throw {@link Task.Failed} with a message for the user.
 */
@org.springframework.stereotype.Component
public class Handlers {

    private static final Info NOTHING = new Info(Map.of(), Map.of(), null);

    /** Sample data: access by environment and component. Replace it with calls to your technology. */
    private final Map<String, List<String>> resources = new ConcurrentHashMap<>();

    /** Problems that only this adapter finds, one sentence each. */
    public List<String> validate(AdapterRequest request) {
        Component component = request.component();
        // A product request lists the components of all adapters. A component request is always for this adapter.
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
     * Removes the component, and its data if {@code removeData} is true. Succeeds if the component does not exist. In this
     * sample, a component has no data.
     */
    public Info unprovision(AdapterRequest request, Task task) {
        Component component = request.component();
        if (component == null) return nothingToDo(task);
        boolean existed = resources.remove(key(request)) != null;
        task.say(Task.Level.INFO, "Applying", component.name() + (existed ? " was removed" : " did not exist"));
        return NOTHING;
    }

    /** Gives access to exactly the identities in {@code refs}. All others lose their access. */
    public Info updateAcl(AdapterRequest request, Task task) {
        List<String> refs = request.refs();
        resources.put(key(request), refs);
        String name = request.component().name();
        task.say(Task.Level.INFO, "Granting", refs.size() + " identities have access to " + name);
        return info(request);
    }

    /** Returns the fields to change in the entity: dotted paths, with the values on the technology. */
    public Map<String, Object> reverseProvision(ReverseProvisioningRequest request, Task task) {
        task.say(Task.Level.INFO, "Reading", "Nothing has changed");
        return Map.of();
    }

    private static Info nothingToDo(Task task) {
        task.say(Task.Level.INFO, "Applying", "Nothing belongs to the data product itself");
        return NOTHING;
    }

    /** Returns the fields for users, those for adapters of dependent components, and the identities with access. */
    private Info info(AdapterRequest request) {
        DisplayEntry entry = new DisplayEntry("string", "Resource", request.component().name(), null);
        List<AclInfo> identities = resources.getOrDefault(key(request), List.of()).stream()
                .map(ref -> new AclInfo(ref, false))
                .toList();
        return new Info(Map.of("resource", entry), Map.of(), identities);
    }

    /** Depends on environment and id only, which never change. Ids are not case-sensitive. */
    private static String key(AdapterRequest request) {
        return request.environment() + " " + request.component().id().toLowerCase();
    }
}
