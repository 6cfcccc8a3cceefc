package com.example.adapter;

import com.example.adapter.Contract.HookDecision;
import com.example.adapter.Contract.HookInfo;
import com.example.adapter.Contract.HookUpdate;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Decides access requests. Fill in this method. The other files work as they are. */
@Component
public class Handlers {

    /**
     * Decides a request. {@code fields} is the input of the user.
     *
     * <p>If a person decides, open a ticket, and throw {@link Task.Again} until the ticket is decided. The method then
     * runs again after the pause, and also after a restart, so look for your ticket before you open one.
     */
    public HookUpdate decide(Map<String, Object> fields, Task task) {
        return fields.isEmpty()
                ? new HookUpdate(HookDecision.KO, new HookInfo("The form is empty.", null, null))
                : new HookUpdate(HookDecision.OK, new HookInfo("The form is filled in.", null, null));
    }
}
