import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { apis } from '@tessera/contracts/apis';
import type { ApiTable, SchemaDocument } from '@tessera/contracts/vocabulary';
import { describe, expect, it } from 'vitest';
import { readContract } from './contract.ts';
import { createServer } from './create-server.ts';
import { CatalogError } from './problem.ts';
import { renderProblem } from './problem-body.ts';
import { validatorsOf } from './validators.ts';

const root = dirname(createRequire(import.meta.url).resolve('@tessera/contracts/package.json'));

const VERBS = ['DELETE', 'PATCH', 'POST', 'PUT'] as const;

interface Generated {
  readonly [name: string]: unknown;
}

async function load(id: string): Promise<{ table: ApiTable; schemas: SchemaDocument }> {
  const tables: Generated = await import(/* @vite-ignore */ `${root}/operations/${id}.js`);
  const documents: Generated = await import(/* @vite-ignore */ `${root}/schemas/${id}.js`);
  const isTable = (value: unknown): value is ApiTable =>
    typeof value === 'object' && value !== null && 'operations' in value;
  const isDocument = (value: unknown): value is SchemaDocument =>
    typeof value === 'object' && value !== null && '$defs' in value;
  const table = Object.values(tables).find(isTable);
  const schemas = Object.values(documents).find(isDocument);
  if (table === undefined || schemas === undefined) throw new Error(`${id} is generated in another form`);
  return { table, schemas };
}

describe('every generated contract', () => {
  const withOperations = apis.filter(({ operationCount }) => Number(operationCount) > 0);

  it('is among those that are tried here', () => {
    const files = readdirSync(`${root}/operations`).filter((name) => name.endsWith('.js'));
    expect(files.map((name) => name.slice(0, -3)).sort()).toEqual(apis.map(({ id }) => id).sort());
  });

  it.each(withOperations.map(({ id }) => id))('%s is served at every path, by every method', async (id) => {
    const { table, schemas } = await load(id);
    const entries = Object.values(table.operations);
    const handlers = Object.fromEntries(
      entries.map(({ id: operation }) => [
        operation,
        () => {
          throw new Error('not today');
        },
      ]),
    );
    const authenticate = () => true;
    const app = createServer({
      mounts: [{ contract: readContract(table, schemas), handlers, authenticate }],
    });
    for (const { method, path } of entries) {
      const url = table.prefix + path.replaceAll(/\{[^}]*\}/g, 'x');
      const verb = VERBS.find((one) => one === method) ?? 'GET';
      const answer = await app.inject({ method: verb, url });
      expect([400, 500], `${method} ${url} ${answer.body}`).toContain(answer.statusCode);
    }
    expect((await app.inject(`${table.prefix}/openapi.json`)).json().info.title).toBe(table.title);
    await app.close();
  });

  it.each(withOperations.map(({ id }) => id))('%s can say every error that it lists', async (id) => {
    const { table, schemas } = await load(id);
    const { catalog } = readContract(table, schemas);
    const validators = validatorsOf(schemas);
    for (const { id: operation, errors, responses } of Object.values(table.operations)) {
      for (const [status, codes] of Object.entries(errors)) {
        for (const code of codes) {
          const details = { input: 'input', inputErrorField: 'field', also: [new CatalogError(code)] };
          const rendered = renderProblem(new CatalogError(code, {}, details), catalog, schemas, {});
          const failures = validators.checkResponse(responses[status]?.schema ?? '', rendered.body);
          expect([rendered.status, failures], `${operation} ${code}`).toEqual([Number(status), []]);
        }
      }
    }
  });

  it.each(apis.map(({ id }) => id))('%s has no references outside its document', async (id) => {
    const { table, schemas } = await load(id);
    const { document } = readContract(table, schemas);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map((match) => match[1]);
    expect(references.filter((reference) => !reference?.startsWith('#/'))).toEqual([]);
  });

  it.each(apis.map(({ id }) => id))('%s has schemas that compile', async (id) => {
    const { schemas } = await load(id);
    const validators = validatorsOf(schemas);
    for (const name of Object.keys(schemas.$defs)) {
      expect(() => validators.checkResponse(name, undefined), name).not.toThrow();
    }
  });
});
