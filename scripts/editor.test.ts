import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OPENAPI = /openapi-schema-validator/;

interface Settings {
  readonly 'yaml.schemas': Readonly<Record<string, readonly string[]>>;
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}

const { 'yaml.schemas': schemas } = readJson<Settings>('.vscode/settings.json');
const [schemaPath = '', contracts = []] = Object.entries(schemas).find(([path]) => OPENAPI.test(path)) ?? [];

describe('an editor with the settings of the repository', () => {
  test('has every schema that it validates with after npm ci', () => {
    for (const path of Object.keys(schemas)) expect(readJson(path), path).toBeTypeOf('object');
  });

  test('validates the file of every contract while a person types', () => {
    const areas = ['specs/extension-points', 'specs/platform'];
    const wanted = areas.flatMap((area): string[] => {
      const files: string[] = parse(readFileSync(join(ROOT, area, 'openapi.yaml'), 'utf8'))['x-dp-apis'];
      return files.map((file) => `${area}/${file}`);
    });
    expect(contracts.toSorted()).toEqual(wanted.toSorted());
  });

  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const isOpenApi = ajv.compile(readJson<object>(schemaPath));

  test.each(contracts)('finds nothing in %s, and finds what is missing', (path) => {
    const { info, ...rest } = parse(readFileSync(join(ROOT, path), 'utf8'));
    expect(isOpenApi({ info, ...rest }) || ajv.errorsText(isOpenApi.errors)).toBe(true);
    expect(isOpenApi(rest)).toBe(false);
  });
});

describe('the development container', () => {
  const container = readJson<{ image: string; customizations: { vscode: { extensions: string[] } } }>(
    '.devcontainer/devcontainer.json',
  );

  test('has the lowest supported major version of Node', () => {
    const { engines } = readJson<{ engines: { node: string } }>('package.json');
    expect(container.image).toBe(`node:${/\d+/.exec(engines.node)?.[0]}-bookworm`);
  });

  test('has the recommended extensions', () => {
    const { recommendations } = readJson<{ recommendations: string[] }>('.vscode/extensions.json');
    expect(container.customizations.vscode.extensions).toEqual(recommendations);
  });
});
