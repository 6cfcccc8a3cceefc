package com.example.adapter;

import com.example.adapter.Contract.Item;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** What can be chosen. Fill in these methods; nothing else has to change. */
@Component
public class Handlers {

    private static final List<String> CITIES = List.of(
            "Berlin", "Bern", "Dublin", "Lisbon", "Milan", "Oslo", "Paris", "Prague", "Rome", "Vienna", "Warsaw");

    /** Stands for the system that knows the values. Replace it with calls to yours. The order must never change. */
    private final List<Item> items = IntStream.range(0, CITIES.size())
            .mapToObj(index -> new Item("city-" + (index + 1), Map.of("value", CITIES.get(index))))
            .toList();

    /** One page of the items that contain the text. {@code parameters} are the values of other fields of the form. */
    public List<Item> find(String text, long offset, long limit, Map<String, Object> parameters) {
        return items.stream().filter(item -> contains(item, text)).skip(offset).limit(limit).toList();
    }

    /** Whether a selected item is still available. */
    public boolean exists(String id, Map<String, Object> parameters) {
        return items.stream().anyMatch(item -> item.id().equals(id));
    }

    private static boolean contains(Item item, String text) {
        return Stream.concat(Stream.of(item.id()), item.more().values().stream())
                .anyMatch(value -> value.toString().toLowerCase().contains(text.toLowerCase()));
    }
}
