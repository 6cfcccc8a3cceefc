package com.example.adapter;

import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.filter.CorsFilter;

/** Starts the server. */
@SpringBootApplication
public class AdapterApplication {

    public static void main(String[] args) {
        List<String> problems = Settings.problems(System.getenv());
        if (!problems.isEmpty()) {
            problems.forEach(System.err::println);
            System.exit(1);
        }
        SpringApplication.run(AdapterApplication.class, args);
    }

    /** Pages of this origin may call the server from a browser. An empty value allows no page. */
    @Bean
    FilterRegistrationBean<CorsFilter> cors(@Value("${cors}") String origin) {
        CorsConfiguration allowed = new CorsConfiguration();
        allowed.setAllowedOrigins(List.of(origin));
        allowed.setAllowedMethods(List.of("*"));
        allowed.setAllowedHeaders(List.of("*"));
        UrlBasedCorsConfigurationSource everywhere = new UrlBasedCorsConfigurationSource();
        everywhere.registerCorsConfiguration("/**", allowed);
        FilterRegistrationBean<CorsFilter> filter = new FilterRegistrationBean<>(new CorsFilter(everywhere));
        filter.setEnabled(!origin.isEmpty());
        // Browsers send CORS preflight requests without a token.
        filter.setOrder(CallerCheck.ORDER - 1);
        return filter;
    }
}
