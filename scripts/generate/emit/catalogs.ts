import { asObject, type Json } from '../json.ts';
import type { Model } from '../model.ts';
import { camelCase, type EmittedFile, header, literal, literalType } from './file.ts';
import { compact } from './operations.ts';

/** The catalogs for all APIs: errors, lifecycles, capabilities, rules, marks, and the list of APIs. */
export function emitCatalogs(model: Model): EmittedFile[] {
  const byKey = <T>(entries: readonly T[], key: (entry: T) => string, value: (entry: T) => Json): Json =>
    Object.fromEntries(entries.map((entry) => [key(entry), value(entry)]));
  const plain = (entry: object): Json => compact({ ...entry });
  const errors = byKey(model.errors, (entry) => entry.code, plain);
  const lifecycles = byKey(model.lifecycles, (entry) => entry.name, plain);
  const capabilities = byKey(model.capabilities, (entry) => `${entry.api}/${entry.id}`, plain);
  const rules = byKey(model.rules, (entry) => entry.id, plain);
  const marks = model.marks.map(plain);
  const apis = model.areas.flatMap((area) =>
    area.apis.map(({ id, title, version, summary, prefix, operations }) => ({
      id,
      area: area.id,
      title,
      version,
      summary,
      prefix,
      operationCount: operations.length,
      bundle: `bundle/${id}.openapi.json`,
    })),
  );
  const areas = model.areas.map(({ id, title, version }) => ({
    id,
    title,
    version,
    bundle: `bundle/${id}.openapi.json`,
  }));
  return [
    ...emitData(
      'errors',
      'specs/**/errors.yaml',
      { errors },
      'export type ErrorCode = keyof typeof errors;\nexport type ErrorEntry = (typeof errors)[ErrorCode];\n',
    ),
    ...emitData(
      'lifecycles',
      'specs (x-dp-lifecycle)',
      { lifecycles },
      'export type LifecycleName = keyof typeof lifecycles;\n',
    ),
    ...emitData(
      'capabilities',
      'specs (x-dp-capability)',
      { capabilities },
      'export type CapabilityKey = keyof typeof capabilities;\n',
    ),
    ...emitData('rules', 'specs (x-dp-rules)', { rules }, 'export type RuleId = keyof typeof rules;\n'),
    ...emitData('marks', 'specs (x-dp-fixed, x-dp-not-before)', { marks }, ''),
    ...emitData(
      'apis',
      'specs (x-dp-apis)',
      { areas, apis },
      'export type ApiId = (typeof apis)[number]["id"];\n',
    ),
    ...emitData(
      'releases',
      'specs/releases.yaml',
      { releases: asObject(model.releases)['releases'] ?? [] },
      '',
    ),
  ];
}

/** `NAME.js` with one constant each, and `NAME.d.ts` with their literal types. */
function emitData(
  path: string,
  source: string,
  constants: { readonly [name: string]: Json },
  types: string,
): EmittedFile[] {
  const intro = header(source);
  const names = Object.entries(constants);
  return [
    {
      path: `${path}.js`,
      text:
        intro +
        names.map(([name, value]) => `export const ${camelCase(name)} = ${literal(value)};\n`).join('\n'),
    },
    {
      path: `${path}.d.ts`,
      text:
        intro +
        [
          ...names.map(
            ([name, value]) => `export declare const ${camelCase(name)}: ${literalType(value)};\n`,
          ),
          types,
        ]
          .filter((part) => part !== '')
          .join('\n'),
    },
  ];
}
