import { expect, it } from 'vitest';
import { createSlugger, slugify } from './slugs.ts';

it.each([
  ['States of a unit', 'states-of-a-unit'],
  ['What is `POST /v1/x`?', 'what-is-post-v1x'],
  ['Ünïcode — dash', 'ünïcode--dash'],
  ['a_b-c', 'a_b-c'],
])('[89] makes the id of %s like GitHub does: %s', (text, want) => {
  expect(slugify(text)).toBe(want);
});

it('[89] numbers ids that were given before', () => {
  const slug = createSlugger();
  expect([slug('a'), slug('a'), slug('a-1'), slug('a')]).toEqual(['a', 'a-1', 'a-1-1', 'a-2']);
});
