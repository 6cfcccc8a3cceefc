package com.example.adapter;

import com.fasterxml.jackson.annotation.JsonValue;

/** A JSON string as a response. Without a type, Spring would send bare text. */
record JsonText(@JsonValue String value) {}
