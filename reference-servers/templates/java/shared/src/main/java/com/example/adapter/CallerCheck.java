package com.example.adapter;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks the caller's token, if the setting {@code CALLER_TOKEN} is set. A request without the token is rejected before
 * its body is read. The health check needs no token.
 */
@Component
@Order(CallerCheck.ORDER)
class CallerCheck extends OncePerRequestFilter {

    static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 10;

    private static final Logger log = LoggerFactory.getLogger(CallerCheck.class);

    private final String token;
    private final JsonMapper json;

    CallerCheck(@Value("${caller-token}") String token, JsonMapper json) {
        this.token = token;
        this.json = json;
        if (token.isEmpty()) log.warn("CALLER_TOKEN is not set: every caller is accepted");
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return token.isEmpty() || request.getRequestURI().equals("/health");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (isKnown(request.getHeader(HttpHeaders.AUTHORIZATION))) {
            chain.doFilter(request, response);
            return;
        }
        response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        Object body = ErrorBodies.refusal(request.getRequestURI(), List.of("the caller is unknown"));
        json.writeValue(response.getOutputStream(), body);
    }

    private boolean isKnown(String given) {
        byte[] expected = ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
        // Compares in constant time.
        return given != null && MessageDigest.isEqual(given.getBytes(StandardCharsets.ISO_8859_1), expected);
    }
}
