import { asObject } from '../generate/json.ts';
import { compareForm } from './compare-parameters.ts';
import { compareRest, isRequired } from './compare-rest.ts';
import { compareSchemas } from './compare-schemas.ts';
import { compareSince, compareSinceOfMembers } from './compare-vocabulary.ts';
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
  pairAt,
  type Side,
} from './sides.ts';

/** Reports changes of requests. */
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
  compareSinceOfMembers(body, changes);
  compareRest(body, exchange, ['required', 'content', 'x-dp-since']);
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

/** Reports changes of responses. */
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

/** Header names are case-insensitive (RFC 9110, 5.1). */
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
