import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ReferenceOperation } from '@tessera/contracts/reference-model';
import { clientFunction } from '../../shared/client-function.ts';
import { allApis, apiOf, hrefOf, type PlacedApi, UnknownName } from './catalog.ts';
import { blocks, code, fence, link, list, sentences, table } from './markdown.ts';
import { operationLink } from './tables.ts';

const require = createRequire(import.meta.url);

/** Written by `npm run surface` from the declarations of the client library. */
const SURFACE = 'API.md';

let sections: ReadonlyMap<string, string> | undefined;

/**
 * A section of the public surface of the client library: `Functions`, `Classes`, `Types`, or an entry point such as
 * `@tessera/client/urn`. Its names are headings of level 3.
 * @throws UnknownName when there is no such section
 */
export function sdkSection(name: string): string {
  sections ??= readSections();
  const found = sections.get(name);
  if (found === undefined)
    throw new UnknownName(
      `the client library has no section ${name}; known: ${[...sections.keys()].join(', ')}`,
    );
  return found;
}

function readSections(): ReadonlyMap<string, string> {
  const folder = path.dirname(require.resolve('@tessera/client/package.json'));
  const [, ...parts] = readFileSync(path.join(folder, SURFACE), 'utf8').split(/^## /m);
  return new Map(
    parts.map((part) => {
      const [title = '', ...lines] = part.split('\n');
      return [title.replaceAll('`', ''), lines.join('\n').trim()];
    }),
  );
}

/** The functions of the client of an API, or of all with `all`, and the operations that they call. @throws UnknownName */
export function sdkOperations(id: string): string {
  const placed = id === 'all' ? allApis() : [apiOf(id)];
  return blocks(
    id === 'all' ? '::: filter [Filter functions]\n:::' : '',
    ...placed.filter(({ api }) => api.operations.length > 0).map(renderClient),
  );
}

/**
 * The functions of the client of an API with what they do, in the order in which an editor offers them; one of them is chosen.
 * @throws UnknownName when there is no such API or function
 */
export function sdkCompletions(id: string, chosen: string): string {
  const { api } = apiOf(id);
  const names = api.operations.toSorted((a, b) => a.id.localeCompare(b.id, 'en'));
  if (names.every((operation) => operation.id !== chosen))
    throw new UnknownName(`${id} has no function ${chosen}`);
  const strong = (name: string) => (name === chosen ? `**${code(name)}**` : code(name));
  return list(names.map((operation) => sentences(strong(operation.id), operation.summary)));
}

function renderClient(placed: PlacedApi): string {
  const { api } = placed;
  const entry = `@tessera/client/${api.id}`;
  const rows = api.operations.map((operation) => [
    `${link(code(operation.id), hrefOf.operation(placed, operation))}${code(`(${argumentOf(operation)})`)}`,
    sentences(operation.summary, operation.deprecated ? '(deprecated)' : ''),
    operationLink(placed, operation),
  ]);
  return blocks(
    `### ${api.title}`,
    fence('ts', `import { ${clientFunction(api.id)} } from '${entry}';`),
    '::: section functions',
    table(['Function', 'What it does', 'Operation'], rows),
    ':::',
  );
}

/** The members of the argument of a function that its operation declares. */
function argumentOf({ parameters, body }: ReferenceOperation): string {
  const places = { path: 'path', query: 'query', header: 'headers' };
  const members = Object.entries(places).flatMap(([place, member]) =>
    parameters.some((parameter) => parameter.in === place) ? [member] : [],
  );
  const all = [...members, ...(body ? ['body'] : [])];
  return all.length === 0 ? '' : `{ ${all.join(', ')} }`;
}
