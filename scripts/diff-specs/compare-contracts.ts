import { asArray, asObject, asString, type JsonObject } from '../generate/json.ts';
import { type Change, Changes } from './changes.ts';
import { comparePaths, compareWebhooks } from './compare-operations.ts';
import { compareSchemas, compareUnknown } from './compare-schemas.ts';
import { compareCatalogs } from './compare-vocabulary.ts';
import { answerOf, type Exchange, requestOf } from './flow.ts';
import { isSame, keysOf, memberPair, type Pair, rootPair, type Side } from './sides.ts';

/** A key under which the error catalog is added to a bundled document, so that it is compared with it. */
export const CATALOG = 'x-dp-catalog';

const WORDS = ['info', 'tags', 'externalDocs', 'openapi', 'x-dp-chosen'];
const COMPARED = ['servers', 'security', 'paths', 'webhooks', 'components', CATALOG];

/**
 * All differences between two revisions of a contract, and whom they break. Both documents are bundled: every
 * reference is internal. Notifications reach the integrator, who implements the contract, in an extension point; in an
 * API of the platform they reach the caller.
 */
export function compareContracts(base: JsonObject, head: JsonObject, area: string): Change[] {
  const changes = new Changes();
  const root = rootPair(base, head);
  const calls: Exchange = { changes, sender: 'callers', receiver: 'implementers', asks: true };
  const notifications: Exchange =
    area === 'platform'
      ? { changes, sender: 'implementers', receiver: 'callers', asks: false }
      : { ...calls, asks: false };
  comparePaths(memberPair(root, 'paths'), calls);
  compareWebhooks(memberPair(root, 'webhooks'), notifications);
  compareAddresses(root, changes);
  compareComponents(memberPair(root, 'components'), calls);
  compareCatalogs(memberPair(root, CATALOG), changes);
  for (const key of keysOf(root).filter((name) => !COMPARED.includes(name))) {
    const pair = memberPair(root, key);
    if (!WORDS.includes(key)) compareUnknown(root, changes, key);
    else if (!isSame(pair)) changes.add('words-changed', pair, {}, `\`${key}\` is worded differently`);
  }
  return changes.list();
}

/** Hosts are placeholders: implementers choose them. The path below the host is part of the contract. */
function compareAddresses(root: Pair, changes: Changes): void {
  const servers = memberPair(root, 'servers');
  if (isSame(servers)) return;
  const [before, after] = [pathsOfServers(servers.base), pathsOfServers(servers.head)];
  const isMoved = before.join() !== after.join();
  if (isMoved)
    changes.add(
      'address-changed',
      servers,
      {},
      `operations were under ${before.join(', ')}, are under ${after.join(', ')}`,
    );
  else changes.add('words-changed', servers, {}, 'the placeholder of the address is worded differently');
}

function pathsOfServers(servers: Side): string[] {
  const paths = asArray(servers.value).map((server) => {
    const { url, variables } = asObject(server);
    const filled = asString(url).replaceAll(/\{([^}]*)\}/g, (_, name) =>
      asString(asObject(asObject(variables)[name])['default']),
    );
    return filled.replace(/^[a-z]+:\/\/[^/]*/, '').replace(/\/$/, '') || '/';
  });
  return [...new Set(paths)].sort();
}

/**
 * Schemas are exported under their names, even without a reference; other components matter only where they are used.
 */
function compareComponents(components: Pair, calls: Exchange): void {
  const { changes } = calls;
  const schemas = memberPair(components, 'schemas');
  for (const name of keysOf(schemas)) {
    const schema = memberPair(schemas, name);
    if (schema.base.value === undefined) changes.add('schema-added', schema, {}, 'a schema more');
    else if (schema.head.value === undefined) changes.add('schema-removed', schema, {}, 'a schema less');
    else if (!changes.wasVisited(`${schema.base.pointer} ${schema.head.pointer}`)) {
      // Its direction is unknown, so it is checked for both.
      compareSchemas(schema, requestOf(calls));
      compareSchemas(schema, answerOf(calls));
    }
  }
  const schemes = memberPair(components, 'securitySchemes');
  for (const name of keysOf(schemes)) compareScheme(memberPair(schemes, name), changes);
  const examples = memberPair(components, 'examples');
  if (!isSame(examples)) changes.add('words-changed', examples, {}, 'examples differ');
}

function compareScheme(scheme: Pair, changes: Changes): void {
  if (scheme.base.value === undefined) return; // an operation that takes it says so
  const keys = keysOf(scheme).filter((key) => key !== 'description');
  if (keys.some((key) => !isSame(memberPair(scheme, key))))
    changes.add('security-scheme-changed', scheme, {}, 'credentials are sent differently');
  else if (!isSame(scheme)) changes.add('words-changed', scheme, {}, 'credentials are described differently');
}
