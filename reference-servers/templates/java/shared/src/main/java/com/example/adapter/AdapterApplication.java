package com.example.adapter;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Starts the server. */
@SpringBootApplication
public class AdapterApplication {

    public static void main(String[] args) {
        SpringApplication.run(AdapterApplication.class, args);
    }

    /** Pages of this origin may call the server from a browser; an empty one allows no page. */
    @Bean
    WebMvcConfigurer cors(@Value("${cors}") String origin) {
        return new WebMvcConfigurer() {
            @Override
            public void addCorsMappings(CorsRegistry registry) {
                if (!origin.isEmpty()) registry.addMapping("/**").allowedOrigins(origin).allowedMethods("*");
            }
        };
    }
}
