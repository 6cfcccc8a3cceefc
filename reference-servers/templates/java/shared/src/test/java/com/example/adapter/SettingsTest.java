package com.example.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {

    @ParameterizedTest
    @CsvSource({
        "PORT, abc", "PORT, 99999", "PORT, -1", "PORT, ''", "PARALLEL_TASKS, 0", "DRAIN_SECONDS, 1s",
        "PREFIX, adapter", "CORS, docs.example", "LOG_LEVEL, LOUD"
    })
    void aWrongSettingIsReportedWithItsValue(String name, String value) {
        assertThat(Settings.problems(Map.of(name, value)))
                .singleElement()
                .asString()
                .startsWith("The environment variable " + name + " is \"" + value + "\": set it to ");
    }

    @Test
    void otherSettingsAreAccepted() {
        assertThat(Settings.problems(Map.of("PORT", "0", "PARALLEL_TASKS", "1", "PREFIX", "", "CORS", "", "PATH", "/bin")))
                .isEmpty();
    }
}
