import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tool } from '../check/command.ts';
import { withoutExtensions } from '../generate/extensions.ts';
import {
  asArray,
  asObject,
  asString,
  isObject,
  type Json,
  type JsonObject,
  type MutableObject,
  pointerSegments,
  toPointer,
} from '../generate/json.ts';
import { onlyTouched } from './touched.ts';

/** What Redocly's `diff` says about a change of one contract. */
export interface Opinion {
  readonly contract: string;
  /** Into the contract's own document: the head, or for what went the base. */
  readonly pointer: string;
  readonly rule: string;
  readonly impact: string;
  readonly message: string;
}

/** Two revisions of one contract. */
export interface Revisions {
  readonly id: string;
  readonly base: JsonObject;
  readonly head: JsonObject;
}

/** Runs Redocly's `diff` once over all contracts: they are put side by side into one document per revision. */
export async function askRedocly(revisions: readonly Revisions[]): Promise<Opinion[]> {
  const contracts = revisions.map(({ id, ...documents }) => ({ id, ...onlyTouched(documents) }));
  const folder = mkdtempSync(join(tmpdir(), 'tessera-diff-'));
  try {
    const [base, head, report] = ['base.json', 'head.json', 'report.json'].map((name) => join(folder, name));
    if (base === undefined || head === undefined || report === undefined) return [];
    writeFileSync(
      base,
      JSON.stringify(sideBySide(contracts.map(({ id, base: document }) => ({ id, document })))),
    );
    writeFileSync(
      head,
      JSON.stringify(sideBySide(contracts.map(({ id, head: document }) => ({ id, document })))),
    );
    const run = promisify(execFile);
    await run(
      tool('redocly'),
      ['diff', base, head, '--format', 'json', '--fail-on', 'none', '--output', report],
      {
        cwd: folder,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
    return readReport(JSON.parse(readFileSync(report, 'utf8')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(report: Json): Opinion[] {
  return asArray(asObject(report)['changes']).flatMap((raw) => {
    const change = asObject(raw);
    return asArray(change['verdicts']).flatMap((entry) => {
      const { ruleId, impact, message, location } = asObject(entry);
      const place = ownPlace(asString(asObject(location)['pointer']));
      return place === undefined
        ? []
        : [{ ...place, rule: asString(ruleId), impact: asString(impact), message: asString(message) }];
    });
  });
}

/** `/paths/~1ID~1...` and `/components/SECTION/ID.NAME` back to the contract and its own pointer. */
function ownPlace(pointer: string): Pick<Opinion, 'contract' | 'pointer'> | undefined {
  const [head, ...rest] = pointerSegments(pointer);
  if (head === 'paths') {
    const [path = '', ...inner] = rest;
    const [, contract = ''] = path.split('/', 2);
    return { contract, pointer: toPointer([head, path.slice(contract.length + 1), ...inner]) };
  }
  const index = head === 'components' ? 1 : 0;
  const name = rest[index] ?? '';
  const dot = name.indexOf('.');
  if (dot < 0 || head === undefined) return undefined;
  const own = [...rest.slice(0, index), name.slice(dot + 1), ...rest.slice(index + 1)];
  return { contract: name.slice(0, dot), pointer: toPointer([head, ...own]) };
}

/** One document that merges several, each with a name prefix. Servers are omitted. */
function sideBySide(contracts: readonly { id: string; document: JsonObject }[]): JsonObject {
  const paths: MutableObject = {};
  const webhooks: MutableObject = {};
  const components: { [section: string]: MutableObject } = {};
  for (const { id, document } of contracts) {
    const plain = asObject(renamed(withoutExtensions(document), id));
    for (const [path, item] of Object.entries(asObject(plain['paths']))) {
      paths[`/${id}${path}`] = withSecurity(asObject(item), plain['security'] ?? []);
    }
    for (const [name, item] of Object.entries(asObject(plain['webhooks']))) webhooks[`${id}.${name}`] = item;
    for (const [section, entries] of Object.entries(asObject(plain['components']))) {
      const own = Object.entries(asObject(entries)).map(([name, value]): [string, Json] => [
        `${id}.${name}`,
        value,
      ]);
      components[section] = { ...components[section], ...Object.fromEntries(own) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'All contracts', version: '0.0.0' },
    paths,
    webhooks,
    components,
  };
}

function withSecurity(item: JsonObject, security: Json): JsonObject {
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => [
      key,
      isObject(value) && 'responses' in value ? { security, ...value } : value,
    ]),
  );
}

/** Puts the contract's name in front of names that must be unique in a document. */
function renamed(value: Json, id: string, key = ''): Json {
  if (Array.isArray(value)) return asArray(value).map((item) => renamed(item, id, key));
  if (isObject(value)) {
    const names =
      key === 'security'
        ? Object.entries(value).map(([name, scopes]): [string, Json] => [`${id}.${name}`, scopes])
        : undefined;
    if (names !== undefined) return Object.fromEntries(names);
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        name === 'value' ? member : renamed(member, id, name),
      ]),
    );
  }
  if (typeof value !== 'string') return value;
  if (key === 'operationId') return `${id}.${value}`;
  return value.replace(/^(#\/components\/[^/]+\/)/, `$1${id}.`);
}
