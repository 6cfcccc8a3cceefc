import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const GENERATED = new URL('../../../generated/', import.meta.url);
const apis = readdirSync(new URL('java/', GENERATED));

const classOf = (api: string) => readFileSync(new URL(`java/${api}/Contract.java`, GENERATED), 'utf8');

interface Schema {
  readonly properties?: object;
  readonly enum?: readonly string[];
}

const schemasOf = (api: string): Record<string, Schema> =>
  JSON.parse(readFileSync(new URL(`bundle/${api}.openapi.json`, GENERATED), 'utf8')).components.schemas;

describe('the Java types of a contract', () => {
  it('exist for every extension point', () => {
    expect(apis).toEqual(expect.arrayContaining(['tech-adapter', 'data-catalog-plugin', 'llm-engine']));
  });

  it.each(apis)('of %s are a record for each object and an enum for each enumeration', (api) => {
    const text = classOf(api);
    for (const [name, { properties, enum: values }] of Object.entries(schemasOf(api))) {
      if (properties !== undefined) expect(text).toContain(`    public record ${name}(\n`);
      if (values !== undefined)
        expect(text).toContain(`public enum ${name} {\n        ${values.join(',\n        ')};`);
    }
  });

  it('keep required fields, bounds and patterns', () => {
    const text = classOf('tech-adapter');
    expect(text).toContain('@NotNull @Size(min = 1, max = 4194304) String descriptor,\n');
    expect(text).toContain('            Boolean removeData) {}\n');
    expect(text).toContain('List<@NotNull @Pattern(regexp = "^(user|group):.+$") String> refs');
  });

  it('express in the types that one of two responses is returned', () => {
    const text = classOf('remote-engine');
    expect(text).toContain('public sealed interface EvaluationResult permits PolicyResult, MetricResult {}');
    expect(text).toMatch(/record MetricResult\([^)]*\) implements EvaluationResult/);
  });
});
