import { asArray, asObject, asString } from '../generate/json.ts';
import { compare } from '../generate/problems.ts';
import { compareRequestBodies, compareResponses } from './compare-exchanges.ts';
import { compareParameters } from './compare-parameters.ts';
import { compareUnknown } from './compare-schemas.ts';
import { compareOperationKeys } from './compare-vocabulary.ts';
import { type Exchange, requestOf } from './flow.ts';
import { come, gone, isSame, keysOf, member, memberPair, type Pair, type Side, tell } from './sides.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const WORDS = ['summary', 'description', 'tags', 'deprecated', 'externalDocs'];

/** Keys of an operation that have a separate module. */
const COMPARED = [
  'operationId',
  'parameters',
  'requestBody',
  'responses',
  'callbacks',
  'security',
  'x-dp-since',
  'x-dp-safe',
  'x-dp-steady',
  'x-dp-errors',
  'x-dp-capability',
  'x-dp-long-running',
  'x-dp-pagination',
  'x-dp-chosen',
];

/** Reports added, removed and changed operations. Parameter names in braces do not make a different path. */
export function comparePaths(paths: Pair, exchange: Exchange): void {
  const before = pathsOf(paths.base);
  const after = pathsOf(paths.head);
  for (const [template, head] of after) {
    const base = before.get(template) ?? { ...head, value: undefined };
    const isRenamed = base.value !== undefined && base.pointer !== head.pointer;
    if (isRenamed)
      exchange.changes.add(
        'path-parameter-renamed',
        { base, head },
        {},
        'names the places of its path differently',
      );
    comparePathItems({ base, head }, exchange, isRenamed);
  }
  for (const [template, base] of before) {
    if (!after.has(template)) comparePathItems(gone(base), exchange, false);
  }
}

function pathsOf(paths: Side): Map<string, Side> {
  return new Map(
    Object.keys(asObject(paths.value)).map((path) => [
      path.replaceAll(/\{[^}]*\}/g, '{}'),
      memberPair({ base: paths, head: paths }, path).base,
    ]),
  );
}

function comparePathItems(item: Pair, exchange: Exchange, isRenamed: boolean): void {
  const { changes } = exchange;
  const { roles } = requestOf(exchange);
  for (const key of keysOf(item)) {
    const pair = memberPair(item, key);
    if (key === 'parameters') continue; // with each operation
    if (!METHODS.includes(key)) {
      if (WORDS.includes(key)) noteWords(pair, exchange, key);
      else compareUnknown(item, changes, key);
    } else if (pair.base.value === undefined) {
      const isOptional = asObject(pair.head.value)['x-dp-capability'] !== undefined;
      changes.add(
        isOptional ? 'optional-operation-added' : 'operation-added',
        come(pair.head),
        roles,
        isOptional ? 'an operation that a server may do without came' : 'the operation came',
      );
    } else if (pair.head.value === undefined)
      changes.add('operation-removed', gone(pair.base), roles, 'the operation went');
    else compareOperations(item, pair, exchange, isRenamed);
  }
}

function compareOperations(item: Pair, operation: Pair, exchange: Exchange, isRenamed: boolean): void {
  const { changes } = exchange;
  const id = memberPair(operation, 'operationId');
  if (!isSame(id)) changes.add('operation-id-changed', id, {}, `operationId ${tell(id)}`);
  compareParameters(item, operation, exchange, isRenamed);
  compareRequestBodies(operation, exchange);
  compareResponses(operation, exchange);
  compareCallBacks(operation, exchange);
  compareSecurity(operation, exchange);
  compareOperationKeys(operation, changes);
  for (const key of keysOf(operation).filter((name) => !COMPARED.includes(name))) {
    if (WORDS.includes(key)) noteWords(memberPair(operation, key), exchange, key);
    else compareUnknown(operation, changes, key);
  }
}

function noteWords(pair: Pair, { changes }: Exchange, key: string): void {
  if (!isSame(pair)) changes.add('words-changed', pair, {}, `\`${key}\` is worded differently`);
}

/** In a callback the parties are swapped: the server calls. */
function compareCallBacks(operation: Pair, exchange: Exchange): void {
  const callbacks = memberPair(operation, 'callbacks');
  const back = { ...exchange, sender: exchange.receiver, receiver: exchange.sender, asks: false };
  for (const name of keysOf(callbacks)) {
    const callback = memberPair(callbacks, name);
    for (const expression of keysOf(callback))
      compareIncoming(memberPair(callback, expression), back, 'call back');
  }
}

/** Reports added, removed and changed notifications. */
export function compareWebhooks(webhooks: Pair, exchange: Exchange): void {
  for (const name of keysOf(webhooks)) compareIncoming(memberPair(webhooks, name), exchange, 'notification');
}

function compareIncoming(item: Pair, exchange: Exchange, what: string): void {
  const { roles } = requestOf(exchange);
  if (item.base.value === undefined) exchange.changes.add('call-back-added', item, roles, `the ${what} came`);
  else if (item.head.value === undefined)
    exchange.changes.add('call-back-removed', item, roles, `the ${what} went`);
  else comparePathItems(item, exchange, false);
}

/** Reports changed credentials. */
function compareSecurity(operation: Pair, exchange: Exchange): void {
  const { changes } = exchange;
  const { roles } = requestOf(exchange);
  const place = { base: securityOf(operation.base, exchange), head: securityOf(operation.head, exchange) };
  const [before, after] = [choicesOf(place.base), choicesOf(place.head)];
  if (before.length === 0 && after.length > 0 && !after.includes('{}')) {
    changes.add('security-required', place, roles, `asks for ${after.join(' or ')}`);
  } else if (after.length === 0 && before.length > 0) {
    if (!before.includes('{}'))
      changes.add('security-lifted', place, roles, 'no longer asks for credentials');
  } else {
    const came = after.filter((choice) => !before.includes(choice));
    const went = before.filter((choice) => !after.includes(choice));
    for (const choice of came) changes.add('security-choice-added', place, roles, `takes ${choice}`);
    for (const choice of went)
      changes.add('security-choice-removed', place, roles, `no longer takes ${choice}`);
  }
}

/** Without `security` an operation inherits that of the document, unless implementers send it. */
function securityOf(operation: Side, { sender }: Exchange): Side {
  const own = member(operation, 'security');
  if (own.value !== undefined || sender === 'implementers') return own;
  const { document } = operation;
  return { document, pointer: '/security', value: document['security'] };
}

/** Each alternative as text, `{}` for no credentials; the same credentials give the same text. */
function choicesOf(security: Side): string[] {
  return asArray(security.value).map((choice) => {
    const schemes = Object.entries(asObject(choice)).map(([name, scopes]): [string, string[]] => [
      name,
      asArray(scopes).map(asString).sort(compare),
    ]);
    return JSON.stringify(Object.fromEntries(schemes.sort(([a], [b]) => compare(a, b))));
  });
}
