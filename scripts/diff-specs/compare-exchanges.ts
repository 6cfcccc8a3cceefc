import { asArray, asObject, asString } from '../generate/json.ts';
import { compareSchemas, compareUnknown } from './compare-schemas.ts';
import { compareSince } from './compare-vocabulary.ts';
import { answerOf, type Exchange, type Flow, requestOf } from './flow.ts';
import {
  come,
  followed,
  gone,
  isSame,
  keysOf,
  member,
  memberPair,
  type Pair,
  type Side,
  tell,
} from './sides.ts';

const WORDS = ['description', 'summary', 'example', 'examples', 'deprecated', 'x-dp-chosen'];

/** Keys of a parameter or header that change how its value is written, and what holds when they are absent. */
function formsOf({ value }: Side): { readonly [key: string]: unknown } {
  const { style, explode, in: place } = asObject(value);
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  const written = style ?? usual;
  return { style: written, explode: explode ?? written === 'form' };
}

const FLAGS_OF_FORM = ['allowReserved', 'allowEmptyValue'];

function pairAt(pair: Pair, key: string): Pair {
  return { base: member(pair.base, key), head: member(pair.head, key) };
}

function isRequired({ value }: Side): boolean {
  return asObject(value)['required'] === true;
}

/** Notes changed words, and keys that nobody here knows. */
function compareRest(pair: Pair, exchange: Exchange, known: readonly string[]): void {
  for (const key of keysOf(pair).filter((name) => !known.includes(name))) {
    if (!WORDS.includes(key)) compareUnknown(pair, exchange.changes, key);
    else if (!isSame(pairAt(pair, key)))
      exchange.changes.add('words-changed', pairAt(pair, key), {}, `\`${key}\` is worded differently`);
  }
}

/** Notes changes of the parameters of an operation; those of its path count as its own. */
export function compareParameters(
  paths: Pair,
  operation: Pair,
  exchange: Exchange,
  areRenamed: boolean,
): void {
  const before = parametersOf(paths.base, operation.base);
  const after = parametersOf(paths.head, operation.head);
  const { changes } = exchange;
  const { roles } = requestOf(exchange);
  // A renamed place of the path is told once, where the path is compared.
  const isTold = (key: string) => areRenamed && key.startsWith('path ');
  for (const [key, head] of after) {
    const base = before.get(key);
    if (base !== undefined) compareParameter({ base, head }, exchange);
    else if (!isTold(key)) {
      const kind = isRequired(head) ? 'required-parameter-added' : 'parameter-added';
      changes.add(
        kind,
        come(head),
        roles,
        `the ${isRequired(head) ? 'required' : 'optional'} parameter ${key} came`,
      );
    }
  }
  for (const [key, base] of before) {
    if (after.has(key) || isTold(key)) continue;
    const kind = isRequired(base) ? 'required-parameter-removed' : 'parameter-removed';
    changes.add(kind, gone(base), roles, `the parameter ${key} went`);
  }
}

function parametersOf(path: Side, operation: Side): Map<string, Side> {
  const found = new Map<string, Side>();
  for (const holder of [path, operation]) {
    const list = member(holder, 'parameters');
    for (const index of asArray(list.value).keys()) {
      const side = followed(member(list, index));
      const { in: place, name } = asObject(side.value);
      found.set(`${asString(place)} ${asString(name)}`, side);
    }
  }
  return found;
}

function compareParameter(pair: Pair, exchange: Exchange): void {
  const flow = requestOf(exchange);
  const [was, is] = [isRequired(pair.base), isRequired(pair.head)];
  if (was !== is) {
    const place = pairAt(pair, 'required');
    exchange.changes.add(
      is ? 'parameter-became-required' : 'parameter-became-optional',
      place,
      flow.roles,
      is ? 'became required' : 'is no longer required',
    );
  }
  compareForm(pair, flow);
  compareSince(pair, exchange.changes);
  compareRest(pair, exchange, [
    'name',
    'in',
    'required',
    'schema',
    'content',
    'style',
    'explode',
    'x-dp-since',
    ...FLAGS_OF_FORM,
  ]);
}

/** How a parameter or header is written, and what it may hold. */
function compareForm(pair: Pair, flow: Flow): void {
  const forms = { base: formsOf(pair.base), head: formsOf(pair.head) };
  for (const key of ['style', 'explode']) {
    if (forms.base[key] === forms.head[key]) continue;
    flow.changes.add(
      'parameter-rewritten',
      pairAt(pair, key),
      flow.roles,
      `\`${key}\` was ${String(forms.base[key])}, is ${String(forms.head[key])}`,
    );
  }
  for (const key of FLAGS_OF_FORM) {
    const flag = pairAt(pair, key);
    if ((flag.base.value === true) !== (flag.head.value === true))
      flow.changes.add('parameter-rewritten', flag, flow.roles, `\`${key}\` ${tell(flag)}`);
  }
  const content = memberPair(pair, 'content');
  if (
    keysOf({ base: content.base, head: content.base }).join() !==
    keysOf({ base: content.head, head: content.head }).join()
  ) {
    flow.changes.add('parameter-rewritten', content, flow.roles, 'is written as another media type');
    return;
  }
  for (const type of keysOf(content)) compareSchemas(memberPair(memberPair(content, type), 'schema'), flow);
  compareSchemas(memberPair(pair, 'schema'), flow);
}

/** Notes changes of what is sent. */
export function compareRequestBodies(operation: Pair, exchange: Exchange): void {
  const body = memberPair(operation, 'requestBody');
  const raw = pairAt(operation, 'requestBody');
  const flow = requestOf(exchange);
  const { changes } = exchange;
  const [was, is] = [isRequired(body.base), isRequired(body.head)];
  if (raw.base.value === undefined || raw.head.value === undefined) {
    if (raw.head.value !== undefined)
      changes.add(
        is ? 'required-request-body-added' : 'request-body-added',
        raw,
        flow.roles,
        `${is ? 'has to' : 'may'} be sent a body`,
      );
    if (raw.base.value !== undefined)
      changes.add(
        was ? 'required-request-body-removed' : 'request-body-removed',
        raw,
        flow.roles,
        'is no longer sent a body',
      );
    return;
  }
  if (was !== is) {
    changes.add(
      is ? 'request-body-became-required' : 'request-body-became-optional',
      pairAt(body, 'required'),
      flow.roles,
      is ? 'the body became required' : 'the body is no longer required',
    );
  }
  compareContents(memberPair(body, 'content'), flow, exchange);
  compareRest(body, exchange, ['required', 'content']);
}

function compareContents(content: Pair, flow: Flow, exchange: Exchange): void {
  const part = flow.part === 'request' ? 'request' : 'answer';
  for (const type of keysOf(content)) {
    const media = memberPair(content, type);
    if (media.base.value === undefined)
      flow.changes.add(`${part}-media-type-added`, media, flow.roles, `may be ${type}`);
    else if (media.head.value === undefined)
      flow.changes.add(`${part}-media-type-removed`, media, flow.roles, `may no longer be ${type}`);
    else {
      compareSchemas(memberPair(media, 'schema'), flow);
      const encoding = pairAt(media, 'encoding');
      if (!isSame(encoding))
        flow.changes.add('encoding-changed', encoding, flow.roles, 'its parts are encoded differently');
      compareRest(media, exchange, ['schema', 'encoding']);
    }
  }
}

/** Notes changes of what is answered. */
export function compareResponses(operation: Pair, exchange: Exchange): void {
  const responses = memberPair(operation, 'responses');
  const flow = answerOf(exchange);
  for (const status of keysOf(responses)) {
    const raw = pairAt(responses, status);
    const isError = !/^[123]/.test(status);
    if (raw.base.value === undefined)
      flow.changes.add(
        isError ? 'error-status-added' : 'success-added',
        raw,
        flow.roles,
        `may answer ${status}`,
      );
    else if (raw.head.value === undefined)
      flow.changes.add(
        isError ? 'error-status-removed' : 'success-removed',
        raw,
        flow.roles,
        `no longer answers ${status}`,
      );
    else compareResponse({ base: followed(raw.base), head: followed(raw.head) }, flow, exchange);
  }
}

function compareResponse(response: Pair, flow: Flow, exchange: Exchange): void {
  const content = memberPair(response, 'content');
  const [had, has] = [content.base, content.head].map(({ value }) => Object.keys(asObject(value)).length > 0);
  if (had && has) compareContents(content, flow, exchange);
  else if (has) flow.changes.add('answer-body-added', content, flow.roles, 'comes with a body');
  else if (had) flow.changes.add('answer-body-removed', content, flow.roles, 'comes without a body');
  compareHeaders(response, flow, exchange);
  compareLinks(pairAt(response, 'links'), exchange);
  compareRest(response, exchange, ['content', 'headers', 'links']);
}

function compareHeaders(response: Pair, flow: Flow, exchange: Exchange): void {
  const [before, after] = [headersOf(response.base), headersOf(response.head)];
  for (const [name, head] of after) {
    const base = before.get(name);
    if (base === undefined) {
      flow.changes.add(
        isRequired(head) ? 'required-header-added' : 'header-added',
        come(head),
        flow.roles,
        `the header ${name} came`,
      );
      continue;
    }
    const pair = { base, head };
    if (isRequired(base) !== isRequired(head)) {
      const place = pairAt(pair, 'required');
      flow.changes.add(
        isRequired(head) ? 'header-became-required' : 'header-became-optional',
        place,
        flow.roles,
        isRequired(head) ? 'became required' : 'is no longer required',
      );
    }
    compareForm(pair, flow);
    compareSince(pair, flow.changes);
    compareRest(pair, exchange, ['required', 'schema', 'content', 'style', 'explode', 'x-dp-since']);
  }
  for (const [name, base] of before) {
    if (!after.has(name))
      flow.changes.add('header-removed', gone(base), flow.roles, `the header ${name} went`);
  }
}

/** Names of headers do not know case (RFC 9110, 5.1). */
function headersOf(response: Side): Map<string, Side> {
  const headers = member(response, 'headers');
  return new Map(
    Object.keys(asObject(headers.value)).map((name) => [name.toLowerCase(), followed(member(headers, name))]),
  );
}

function compareLinks(links: Pair, exchange: Exchange): void {
  const { roles } = requestOf(exchange);
  for (const name of keysOf(links)) {
    const link = memberPair(links, name);
    if (link.base.value === undefined)
      exchange.changes.add('link-added', link, roles, `the link ${name} came`);
    else if (link.head.value === undefined)
      exchange.changes.add('link-removed', link, roles, `the link ${name} went`);
    else {
      const targets = keysOf(link).filter((key) => key !== 'description');
      const isMoved = targets.some((key) => !isSame(pairAt(link, key)));
      if (isMoved) exchange.changes.add('link-changed', link, roles, `the link ${name} leads somewhere else`);
      else if (!isSame(link))
        exchange.changes.add('words-changed', link, {}, `the link ${name} is worded differently`);
    }
  }
}
