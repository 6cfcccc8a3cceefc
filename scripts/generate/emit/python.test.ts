import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const GENERATED = new URL('../../../generated/', import.meta.url);
const apis = readdirSync(new URL('python/', GENERATED)).map((file) => file.replace('.py', ''));

const moduleOf = (api: string) => readFileSync(new URL(`python/${api}.py`, GENERATED), 'utf8');
const schemasOf = (api: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`bundle/${api}.openapi.json`, GENERATED), 'utf8')).components.schemas;

describe('the Python models of a contract', () => {
  it('exist for every extension point', () => {
    expect(apis).toEqual(expect.arrayContaining(['tech-adapter', 'data-catalog-plugin', 'llm-engine']));
  });

  it.each(apis)('of %s define each schema once, after its dependencies', (api) => {
    const text = moduleOf(api);
    for (const [name, schema] of Object.entries(schemasOf(api))) {
      const definitions = [...text.matchAll(new RegExp(`^(class ${name}\\(|${name} = )`, 'gm'))];
      expect(definitions, name).toHaveLength(1);
      const references = JSON.stringify(schema).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g);
      for (const [, reference = ''] of references) {
        const at = text.search(new RegExp(`^(class ${reference}\\(|${reference} = )`, 'm'));
        expect(at, `${reference} before ${name}`).toBeLessThan(definitions[0]?.index ?? 0);
      }
    }
  });

  it('use Python names, and keep bounds, defaults and patterns', () => {
    const text = moduleOf('tech-adapter');
    expect(text).toContain('    descriptor: Annotated[str, Field(min_length=1, max_length=4194304)]\n');
    expect(text).toContain('    component_id_to_provision: str | None = None\n');
    expect(text).toContain('    remove_data: bool | None = False\n');
    expect(text).toContain('Identity = Annotated[str, Field(pattern=r"^(user|group):.+$")]\n');
  });

  it('wrap their texts', () => {
    const tooLong = moduleOf('tech-adapter')
      .split('\n')
      .filter((line) => line.length > 120);
    expect(tooLong).toEqual([]);
  });
});
