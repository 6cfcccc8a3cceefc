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
 * Publishes data products in your marketplace. Fill in these methods. The other files work as they are.
 *
 * <p>The platform may send the same request again, so each method has to be idempotent.
 */
@Component
public class Handlers {

    private static final String MARKETPLACE_URL = "https://marketplace.example.com/";

    /** Sample data. Replace it with calls to your marketplace. */
    private final Map<String, Product> listings = new ConcurrentHashMap<>();

    private final Map<Long, Set<String>> access = new ConcurrentHashMap<>();

    /** Creates or updates the entry of a deployed data product, and returns its address. */
    public MarketplaceInfo show(Product product) {
        listings.put(key(product), product);
        String address = MARKETPLACE_URL + URLEncoder.encode(product.id(), StandardCharsets.UTF_8);
        return new MarketplaceInfo("string", "Marketplace", product.name(), address);
    }

    /** Removes the entry and returns a message for the log. Succeeds if the entry does not exist. */
    public String remove(Product product) {
        boolean existed = listings.remove(key(product)) != null;
        return product.name() + (existed ? " was removed." : " was not in the marketplace.");
    }

    /** Gives access to exactly these identities. All others lose their access. */
    public void setAccess(long outputPortId, List<String> refs, String requestId) {
        access.put(outputPortId, Set.copyOf(refs));
    }

    private static String key(Product product) {
        return (product.environment() + " " + product.id()).toLowerCase();
    }
}
