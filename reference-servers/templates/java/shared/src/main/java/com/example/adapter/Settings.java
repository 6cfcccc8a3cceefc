package com.example.adapter;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Checks the environment variables before the server starts, and reports an invalid one in a sentence. */
final class Settings {

    private record Setting(String name, Predicate<String> isValid, String expected) {}

    private static final List<Setting> SETTINGS = List.of(
            new Setting("PORT", between(0, 65_535), "a whole number from 0 to 65535"),
            new Setting("PREFIX", matches("(/[\\w.-]+)*"), "a path that begins with a slash, such as /adapter"),
            new Setting("DRAIN_SECONDS", between(0, 3600), "a whole number from 0 to 3600"),
            new Setting("PARALLEL_TASKS", between(1, 1000), "a whole number from 1 to 1000"),
            new Setting("CORS", matches("(https?://[^/]+)?"), "an origin, such as https://docs.example"),
            new Setting("LOG_LEVEL", matches("DEBUG|INFO|WARN|ERROR"), "DEBUG, INFO, WARN or ERROR"));

    private Settings() {}

    /** One sentence for each variable with an invalid value. */
    static List<String> problems(Map<String, String> environment) {
        return SETTINGS.stream()
                .filter(one -> environment.containsKey(one.name()))
                .filter(one -> !one.isValid().test(environment.get(one.name())))
                .map(one -> "The environment variable %s is \"%s\": set it to %s, or remove it."
                        .formatted(one.name(), environment.get(one.name()), one.expected()))
                .toList();
    }

    private static Predicate<String> matches(String pattern) {
        return Pattern.compile(pattern).asMatchPredicate();
    }

    private static Predicate<String> between(int least, int most) {
        return text -> text.matches("\\d{1,9}") && Integer.parseInt(text) >= least && Integer.parseInt(text) <= most;
    }
}
