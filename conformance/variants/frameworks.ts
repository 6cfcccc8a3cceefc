import type { ServerResponse } from 'node:http';
import { componentOf } from '../mutants/descriptors.ts';
import { failed } from '../mutants/habits.ts';
import { type Body, isBody, type Reply, refuse, send, textOf } from '../mutants/reply.ts';
import type { Call, Habits, Job } from '../mutants/server.ts';
import type { Variant } from './variants.ts';

/** How long the first responses of a newly started server take, in milliseconds. */
const WARMING_UP = 2_500;
/** The maximum number of concurrent jobs; further jobs wait. */
const PLACES = 2;
/** How long one job takes, in milliseconds. */
const PIECE = 60;

/** Adapters with the default behavior of common frameworks and runtime environments. */
export const FRAMEWORKS: readonly Variant[] = [
  {
    name: 'the pages and headers of Express',
    habits: () =>
      astray((reply) => ({
        status: reply.status,
        raw: '<!DOCTYPE html>\n<html lang="en"><body><pre>Cannot POST /here</pre></body></html>\n',
        headers: { 'content-type': 'text/html; charset=utf-8', 'x-powered-by': 'Express' },
      })),
  },
  {
    name: 'the details of FastAPI, and null for what is absent',
    habits: () => ({
      ...astray((reply) => ({ status: reply.status, body: { detail: 'Not Found' } })),
      look: (seen) => withNulls(seen),
    }),
  },
  {
    name: 'the whitelabel of Spring, and long answers in pieces',
    habits: () => ({
      ...astray(({ status }) => ({
        status,
        body: { timestamp: new Date().toISOString(), status, error: 'Not Found', path: '/here' },
      })),
      write: inPieces,
    }),
  },
  {
    name: 'the plain text of Go, with a line end behind its JSON and null for an empty list',
    habits: () => ({
      answer: (reply, { operation }) =>
        operation === 'none' || reply.status === 415
          ? {
              status: reply.status,
              raw: '404 page not found\n',
              headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
            }
          : { ...reply, ...encodedAsInGo(reply) },
      finish: (end) => (end['valid'] === true ? { ...end, error: null } : end),
    }),
  },
  {
    name: 'the problem documents of ASP.NET, with their media type',
    habits: () =>
      astray(({ status }) => ({
        status,
        body: {
          type: 'https://tools.ietf.org/html/rfc9110#section-15.5.5',
          title: 'Not Found',
          status,
          traceId: '00-1',
        },
        headers: { 'content-type': 'application/problem+json; charset=utf-8', server: 'Kestrel' },
      })),
  },
  {
    name: 'the page and the headers of Rails',
    habits: () => ({
      ...astray(({ status }) => ({
        status,
        raw: '<!DOCTYPE html>\n<html><head><title>The page does not exist (404)</title></head></html>\n',
        headers: { 'content-type': 'text/html; charset=utf-8' },
      })),
      write: withHeaders({
        etag: 'W/"7215ee9c7d9dc229d2921a40e899ec5f"',
        'cache-control': 'max-age=0, private, must-revalidate',
        'x-runtime': '0.012',
      }),
    }),
  },
  { name: 'connections closed as by HTTP/1.0, without a length', habits: () => ({ write: closing }) },
  {
    name: 'a directory without the identities of the suite',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'updateacl' && Array.isArray(input['refs']) && input['refs'].length > 0
          ? failed('no identity of that name')
          : end,
    }),
  },
  { name: 'information about what a component is made from', habits: () => namingItsSource() },
  {
    name: 'non-ASCII tokens, with blanks',
    habits: () => ({ token: () => `Größe 東京 ${crypto.randomUUID()}` }),
  },
  { name: 'provisions done within the answer, and all else as tasks', habits: () => provisioningAtOnce() },
  { name: 'work on components alone', habits: () => onComponents() },
  { name: 'systems refused everywhere', habits: () => refusing(/^DATAPRODUCT/) },
  { name: 'the unused kind rejected', habits: () => refusing(/_WITH_RESULTS$/) },
  { name: 'a slow start', habits: () => startingSlowly() },
  { name: 'two pieces of work at a time, and others that wait', habits: () => queueing() },
  { name: 'concurrent work of other callers', habits: () => sharedWithOthers() },
  {
    name: 'the complete result for a late termination request',
    habits: () => ({
      answer: (reply, { operation }, job) =>
        operation === 'terminateProvisioning' && job !== undefined && job.stopAskedAt === undefined
          ? { ...reply, body: job.end }
          : reply,
    }),
  },
  {
    name: 'a request to stop told nothing but that it has come',
    habits: () => ({
      answer: (reply, { operation }) =>
        operation === 'terminateProvisioning' && reply.status === 200 ? { status: 202 } : reply,
    }),
  },
];

/** Adds headers of the framework to every response. */
function withHeaders(headers: Record<string, string>): Habits['write'] {
  return (response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    return false;
  };
}

function closing(response: ServerResponse, reply: Reply): boolean {
  response.useChunkedEncodingByDefault = false;
  send(response, { ...reply, headers: { connection: 'close', ...reply.headers } });
  return true;
}

/** The provisioning info names the table that the view reads, but not the view itself. */
function namingItsSource(): Partial<Habits> {
  return {
    finish(end, { operation, input }) {
      const name = componentOf(input);
      if (
        operation !== 'provision' ||
        end['info'] === undefined ||
        name?.endsWith(':shipments-view') !== true
      )
        return end;
      const source = name.replace('shipments-view', 'warehouse-tables');
      return { ...end, info: { publicInfo: {}, privateInfo: { source } } };
    },
  };
}

function provisioningAtOnce(): Partial<Habits> {
  return {
    answer(reply, { operation }, job) {
      if (operation !== 'provision' || reply.status !== 202 || job === undefined) return reply;
      const { refused } = job.end;
      return refused === undefined ? { status: 200, body: job.end } : refuse(400, [String(refused)]);
    },
  };
}

/** Validates whole data products, but provisions only components. */
function onComponents(): Partial<Habits> {
  return {
    refuse({ operation, input }, found) {
      const isWork = operation === 'provision' || operation === 'unprovision';
      return isWork &&
        found.length === 0 &&
        isBody(input) &&
        input['descriptorKind'] !== 'COMPONENT_DESCRIPTOR'
        ? [{ field: 'descriptorKind', message: 'components alone are handled here' }]
        : found;
    },
  };
}

/** Rejects descriptor kinds that the adapter does not support. */
function refusing(kinds: RegExp): Partial<Habits> {
  return {
    refuse: ({ input }, found) =>
      found.length === 0 && isBody(input) && kinds.test(String(input['descriptorKind']))
        ? [{ field: 'descriptorKind', message: 'not handled here' }]
        : found,
  };
}

/** Changes the responses to unknown routes and to other media types. */
function astray(change: (reply: Reply) => Reply): Partial<Habits> {
  return {
    answer: (reply, { operation }: Call) =>
      operation === 'none' || reply.status === 415 ? change(reply) : reply,
  };
}

function withNulls(seen: Body): Body {
  return 'updates' in seen ? seen : { result: null, info: null, logs: null, ...seen };
}

/** Escapes HTML characters and ends the body with a newline, as Go's JSON encoder does. */
function encodedAsInGo({ body }: Reply): Pick<Reply, 'raw'> {
  if (body === undefined) return {};
  const plain = isBody(body) && 'refused' in body ? { ...body, refused: undefined } : body;
  const escaped = JSON.stringify(plain).replaceAll(
    /[<>&]/g,
    (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`,
  );
  return { raw: `${escaped}\n` };
}

function inPieces(response: ServerResponse, reply: Reply): boolean {
  response.writeHead(reply.status, { 'content-type': 'application/json', vary: 'Origin', ...reply.headers });
  for (const piece of textOf(reply).match(/.{1,64}/gs) ?? []) response.write(piece);
  response.end();
  return true;
}

/** Delays the first responses until the server is warm. */
function startingSlowly(): Partial<Habits> {
  let warm: Promise<void> | undefined;
  return {
    answer: async (reply) => {
      warm ??= new Promise((resolve) => setTimeout(resolve, WARMING_UP));
      await warm;
      return reply;
    },
  };
}

function queueing(): Partial<Habits> {
  const free = Array.from({ length: PLACES }, () => 0);
  const known = new Map<Body, number>();
  return {
    work: ({ input }: Pick<Job, 'operation' | 'input'>) => {
      const before = known.get(input);
      if (before !== undefined) return before;
      const now = performance.now();
      const place = free.indexOf(Math.min(...free));
      const end = Math.max(now, free[place] ?? 0) + PIECE;
      free[place] = end;
      known.set(input, end - now);
      return end - now;
    },
  };
}

/** Tokens are row ids of a table that others write to as well, and other load makes the duration of jobs vary. */
function sharedWithOthers(): Partial<Habits> {
  let row = 4_711;
  const times = new Map<Body, number>();
  return {
    token: () => {
      row += 1 + Math.floor(Math.random() * 5);
      return String(row);
    },
    work: ({ input }) => {
      const time = times.get(input) ?? 30 + Math.random() * 300;
      times.set(input, time);
      return time;
    },
  };
}
