import { readFileSync } from 'node:fs';
import type { Model } from '../model.ts';
import { type EmittedFile, header } from './file.ts';

const VOCABULARY = new URL('../vocabulary.d.ts', import.meta.url);

/** `package.json`, `README.md` and `vocabulary.d.ts` of the generated package. */
export function emitPackage(model: Model, version: string): EmittedFile[] {
  const vocabulary = readFileSync(VOCABULARY, 'utf8').split('\n').slice(1).join('\n');
  return [
    { path: 'package.json', text: `${JSON.stringify(packageManifest(version), null, 2)}\n` },
    { path: 'README.md', text: readme(model) },
    { path: 'vocabulary.d.ts', text: header('scripts/generate/vocabulary.d.ts') + vocabulary },
  ];
}

function packageManifest(version: string): object {
  const data = (path: string) => ({ types: `./${path}.d.ts`, default: `./${path}.js` });
  const types = (path: string) => ({ types: `./${path}.d.ts` });
  return {
    name: '@tessera/contracts',
    version,
    description:
      'Operation tables, schemas, types and catalogues of the data-product platform, generated from its contracts',
    license: 'Apache-2.0',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19' },
    exports: {
      './vocabulary': types('vocabulary'),
      './types/*': types('types/*'),
      './wire/*': types('wire/*'),
      './handlers/*': types('handlers/*'),
      './operations/*': data('operations/*'),
      './schemas/*': data('schemas/*'),
      './fixtures/*': data('fixtures/*'),
      './reference/*': data('reference/*'),
      './errors': data('errors'),
      './lifecycles': data('lifecycles'),
      './capabilities': data('capabilities'),
      './rules': data('rules'),
      './apis': data('apis'),
      './releases': data('releases'),
      './bundle/*': './bundle/*',
      './manifest.json': './manifest.json',
      './package.json': './package.json',
    },
    files: ['**/*'],
  };
}

function readme(model: Model): string {
  const rows = model.areas.flatMap((area) =>
    area.apis.map(
      (api) => `| ${api.title} | ${api.version} | ${api.operations.length} | \`${api.prefix}\` |`,
    ),
  );
  return [
    '# @tessera/contracts',
    '',
    'Generated from the OpenAPI files of tessera. Do not edit: change the specification and run the generator.',
    '',
    '| API | Version | Operations | Prefix |',
    '|---|---|---|---|',
    ...rows,
    '',
    'Types: `types/`, `handlers/`. Data: `operations/`, `schemas/`, `fixtures/`, `reference/`, `errors`, `lifecycles`,',
    '`capabilities`, `rules`, `apis`, `releases`. OpenAPI files: `bundle/`. Shapes of the data: `vocabulary`.',
    '',
  ].join('\n');
}
