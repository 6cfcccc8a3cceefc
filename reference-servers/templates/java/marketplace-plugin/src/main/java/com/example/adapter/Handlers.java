package com.example.adapter;

import com.example.adapter.Contract.MarketplaceInfo;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * What this plugin does in the marketplace. Fill in these methods; nothing else has to change.
 *
 * <p>The platform may send the same request again, so each method has to be idempotent.
 */
@Component
public class Handlers {

    private static final String MARKETPLACE_URL = "https://marketplace.example.com/";

    /** Stand for your marketplace. Replace them with calls to yours. */
    private final Map<String, Product> listings = new ConcurrentHashMap<>();

    private final Map<Long, Set<String>> access = new ConcurrentHashMap<>();

    /** Shows a deployed data product, or updates its entry; returns where users find it. */
    public MarketplaceInfo show(Product product) {
        listings.put(key(product), product);
        String address = MARKETPLACE_URL + URLEncoder.encode(product.id(), StandardCharsets.UTF_8);
        return new MarketplaceInfo("string", "Marketplace", product.name(), address);
    }

    /** Removes the entry; returns a sentence for the log. An entry that does not exist is not a failure. */
    public String remove(Product product) {
        boolean existed = listings.remove(key(product)) != null;
        return product.name() + (existed ? " was removed." : " was not in the marketplace.");
    }

    /** Exactly these identities have access to the output port from now on. */
    public void setAccess(long outputPortId, List<String> refs, String requestId) {
        access.put(outputPortId, Set.copyOf(refs));
    }

    private static String key(Product product) {
        return (product.environment() + " " + product.id()).toLowerCase();
    }
}
