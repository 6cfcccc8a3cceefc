import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configSchema } from './config-schema.ts';

describe('config.schema.json', () => {
  it('describes the flags', () => {
    const published: unknown = JSON.parse(
      readFileSync(new URL('../config.schema.json', import.meta.url), 'utf8'),
    );
    expect(published, 'run: npm run schema:conformance').toEqual(configSchema());
  });
});
