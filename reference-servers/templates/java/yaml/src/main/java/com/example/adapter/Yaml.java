package com.example.adapter;

import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Reads YAML 1.2: {@code no} and {@code 1:30} are text, {@code 012} is 12. */
final class Yaml {

    private static final int LONGEST = 4 * 1024 * 1024;

    private Yaml() {}

    /** Parses a mapping. {@code name} is the name of the text in error messages. */
    static Map<String, Object> parse(String text, String name) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(name)
                .setSchema(new CoreSchema())
                .setCodePointLimit(LONGEST)
                .build();
        try {
            return mapping(new Load(settings).loadFromString(text), name);
        } catch (YamlEngineException exception) {
            throw new Refused(name + " is not valid YAML: " + exception.getMessage().replaceAll("\\s+", " "));
        } catch (StackOverflowError error) {
            throw new Refused(name + " is not valid YAML: it is nested too deeply");
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> mapping(Object value, String name) {
        if (value instanceof Map<?, ?> map) return (Map<String, Object>) map;
        throw new Refused(name + " must be a mapping");
    }

    /** The data product in a document: the field {@code dataProduct}, or the document itself. */
    static Map<String, Object> productIn(Map<String, Object> document) {
        return document.get("dataProduct") instanceof Map<?, ?> inside ? mapping(inside, "dataProduct") : document;
    }

    /** A field with a string. Empty if it is anything else. */
    static String text(Map<String, Object> fields, String name) {
        return fields.get(name) instanceof String text ? text : "";
    }
}
