import type { ServerResponse } from 'node:http';
import { bodyOf, errorList, isBody, pause } from '../mutants/reply.ts';
import { answering, mistaking, refusing, rewriting, withQuery } from '../mutants/stateless/defects.ts';
import { honestEngine, honestLlm, honestMetric, verdict } from '../mutants/stateless/engine.ts';
import { honestPicker, ITEMS, LIST } from '../mutants/stateless/picker.ts';
import { fittingIn, honestResolver, RESOURCES } from '../mutants/stateless/resolver.ts';
import type { Responder, Wrap, Write } from '../mutants/stateless/server.ts';
import type { ConformanceOptions } from '../src/suite/options.ts';
import { counting, dated, shortPages, withoutMinimums } from './live-lists.ts';

/** A conformant server with unusual behavior: the suite must report no failure and no warning. */
export interface StatelessVariant {
  readonly contract: string;
  readonly name: string;
  readonly respond: Responder;
  readonly write?: Write;
  readonly options?: Partial<ConformanceOptions>;
}

const HONEST: Readonly<Record<string, () => Responder>> = {
  'custom-url-picker': honestPicker,
  'perimeter-resolver': honestResolver,
  'remote-engine': honestEngine,
  'llm-engine': honestLlm,
};

/** Behavior that every stateless contract allows. */
const ANYWHERE: readonly { name: string; wrap: Wrap; write?: Write }[] = [
  { name: 'honest', wrap: (honest) => honest },
  {
    name: 'null for absent fields',
    wrap: rewriting((reply) =>
      isBody(reply.body) ? { ...reply, body: { details: null, userMessage: null, ...reply.body } } : reply,
    ),
  },
  { name: 'chunked and with blanks', wrap: (honest) => honest, write: inChunks },
];

export const STATELESS_VARIANTS: readonly StatelessVariant[] = [
  ...Object.entries(HONEST).flatMap(([contract, honest]) =>
    ANYWHERE.map(({ name, wrap, write }) => ({
      contract,
      name,
      respond: wrap(honest()),
      ...(write === undefined ? {} : { write }),
    })),
  ),
  ...(
    [
      ['nothing to choose from but one value', honestPicker(ITEMS.slice(0, 1))],
      ['two values', honestPicker(ITEMS.slice(0, 2))],
      ['exactly one page', honestPicker(ITEMS.slice(0, 5))],
      [
        'more values than a run walks',
        honestPicker(
          Array.from({ length: 300 }, (_, index) => ({ id: `n-${index}`, value: `Number ${index}` })),
        ),
      ],
      [
        'a percent sign in a later value',
        honestPicker(ITEMS.map((item, index) => (index === 7 ? { ...item, value: '100% linen' } : item))),
      ],
      ['values with an id alone', honestPicker(ITEMS.map(({ id }) => ({ id })))],
      [
        'values with deep members',
        honestPicker(ITEMS.map((item) => ({ ...item, tags: ['a', { b: null }], owner: null }))),
      ],
      [
        'no suggestions',
        refusing((reply) =>
          Array.isArray(bodyOf(reply)['errors']) && isBody(Object(bodyOf(reply)['errors'])[0])
            ? {
                ...reply,
                body: {
                  errors: [
                    { error: 'no longer there', suggestion: null },
                    { error: 'nor that', suggestion: null },
                  ],
                },
              }
            : reply,
        )(honestPicker()),
      ],
      [
        'one error for all values',
        refusing((reply, { path }) => (path === LIST ? reply : oneError(reply.body)))(honestPicker()),
      ],
      ['filter by the beginning of the value', byBeginning()],
      [
        'fractions rounded',
        mistaking((asked) => withQuery(asked, (query) => roundFractions(query)))(honestPicker()),
      ],
      ['a body that is never read', unread(honestPicker())],
      ['numbers of the moment beside the values', counting()],
      [
        'a verdict in words',
        answering((reply) => (reply.body === 'OK' ? { ...reply, body: 'All values can be chosen.' } : reply))(
          honestPicker(),
        ),
      ],
    ] as const
  ).map(([name, respond]) => ({ contract: 'custom-url-picker', name, respond })),
  ...(
    [
      ['one resource', honestResolver(RESOURCES.slice(0, 1))],
      ['twenty resources at a time, and the page says so', shortPages(20)],
      [
        'one type only, types ignored',
        mistaking((asked) => withQuery(asked, (query) => query.delete('resource-types')))(honestResolver()),
      ],
      [
        'the greatest limit for a greater one',
        mistaking((asked) =>
          asked.query.get('limit') === '51' ? withQuery(asked, (query) => query.set('limit', '50')) : asked,
        )(honestResolver()),
      ],
      ['a limit of zero, and negative offsets and limits', mistaking(withoutMinimums)(honestResolver())],
      ['count of all', countingAll()],
      ['descriptors with the current time', dated()],
      ['past the end is 404', pastEndMissing()],
      [
        'another body for what is not found',
        rewriting((reply) =>
          reply.status === 404 && !isUnrouted(reply.body)
            ? { ...reply, body: { errors: ['nothing'], hint: 'look elsewhere' } }
            : reply,
        )(honestResolver()),
      ],
      [
        'resources in production alone',
        honestResolver(RESOURCES.filter(({ environment }) => environment === 'production')),
      ],
    ] as const
  ).map(([name, respond]) => ({ contract: 'perimeter-resolver', name, respond })),
  {
    contract: 'perimeter-resolver',
    name: 'a custom environment and custom types',
    respond: honestResolver(
      RESOURCES.map((one) => ({
        ...one,
        environment: 'sandbox',
        type: one.type === 'topic' ? 'table' : 'view',
      })).slice(0, 60),
    ),
    options: { ids: { environment: 'sandbox', 'resource-type': 'table' } },
  },
  ...(
    [
      ['a metric', honestMetric()],
      [
        'a verdict alone',
        answering((reply) => ({
          ...reply,
          body: {
            satisfiesPolicy: bodyOf(reply)['satisfiesPolicy'],
            ...(bodyOf(reply)['satisfiesPolicy'] === true ? {} : { errors: ['no'] }),
          },
        }))(honestEngine()),
      ],
      [
        'null for the other kind',
        answering((reply) => ({ ...reply, body: { value: null, ...bodyOf(reply) } }))(honestEngine()),
      ],
      [
        'buckets only',
        (asked) =>
          asked.text.includes('"storage-bucket"') || asked.text === '' || !asked.text.includes('dataproduct')
            ? honestEngine()(asked)
            : errorList(400, ['only buckets are judged here']),
      ],
      ['every type is judged', answering((reply) => reply)(judgingAll())],
      [
        'details that tell the time',
        answering((reply) => ({ ...reply, body: { ...bodyOf(reply), details: { at: performance.now() } } }))(
          honestEngine(),
        ),
      ],
      ['all resources comply', (asked) => onlyAccepting(asked)],
    ] satisfies readonly (readonly [string, Responder])[]
  ).map(([name, respond]) => ({ contract: 'remote-engine', name, respond })),
  ...(
    [
      [
        'a verdict alone',
        answering((reply) => ({
          ...reply,
          body: {
            satisfiesPolicy: bodyOf(reply)['satisfiesPolicy'],
            ...(bodyOf(reply)['satisfiesPolicy'] === true ? {} : { errors: ['no'] }),
          },
        }))(honestLlm()),
      ],
      [
        'other words each time',
        answering((reply) => ({ ...reply, body: { ...bodyOf(reply), details: { said: Math.random() } } }))(
          honestLlm(),
        ),
      ],
      ['a slow model', slowly(honestLlm())],
      [
        'no verdict on what cannot be read',
        (asked) =>
          asked.text.includes('unfinished')
            ? {
                status: 500,
                body: {
                  error: 'no verdict',
                  userMessage: 'No verdict.',
                  moreInfo: { problems: ['no verdict'], solutions: [] },
                },
              }
            : honestLlm()(asked),
      ],
    ] satisfies readonly (readonly [string, Responder])[]
  ).map(([name, respond]) => ({ contract: 'llm-engine', name, respond })),
];

function inChunks(response: ServerResponse, reply: Parameters<Write>[1]): void {
  const text = reply.body === undefined ? (reply.raw ?? '') : JSON.stringify(reply.body, null, 2);
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
  const middle = Math.floor(text.length / 2);
  response.write(text.slice(0, middle));
  response.end(text.slice(middle));
}

function isUnrouted(body: unknown): boolean {
  return JSON.stringify(body ?? '').includes('nothing at');
}

/** Joins all error texts into one. */
function oneError(body: unknown): { status: number; body: unknown } {
  const errors = isBody(body) && Array.isArray(body['errors']) ? body['errors'] : [];
  const error = errors.map((one: unknown) => (isBody(one) ? String(one['error']) : '')).join('; ');
  return { status: 400, body: { errors: [{ error, suggestion: 'Choose again.' }] } };
}

function byBeginning(): Responder {
  return (asked) => {
    const filter = asked.query.get('filter');
    const items = filter === null ? ITEMS : ITEMS.filter((item) => String(item['value']).startsWith(filter));
    return honestPicker(items)(
      asked.path === LIST ? withQuery(asked, (query) => query.delete('filter')) : asked,
    );
  };
}

function roundFractions(query: URLSearchParams): void {
  for (const name of ['offset', 'limit']) {
    const value = query.get(name);
    if (value !== null && /^\d+\.\d+$/.test(value))
      query.set(name, String(Math.max(name === 'limit' ? 5 : 0, Math.floor(Number(value)))));
  }
}

/** Checks only that the body is JSON, and then ignores it. */
function unread(honest: Responder): Responder {
  return (asked) =>
    asked.path === LIST && asked.input !== undefined
      ? honest({ ...asked, text: '', input: undefined })
      : honest(asked);
}

function countingAll(): Responder {
  return answering((reply, asked) => {
    const page = bodyOf(reply)['page'];
    const all = fittingIn(RESOURCES, asked.query);
    return { ...reply, body: { ...bodyOf(reply), page: { ...Object(page), count: all.length } } };
  })(honestResolver());
}

function pastEndMissing(): Responder {
  return answering((reply) => {
    const content = bodyOf(reply)['content'];
    return Array.isArray(content) && content.length === 0 ? errorList(404, ['no resources found']) : reply;
  })(honestResolver());
}

function judgingAll(): Responder {
  return (asked) =>
    isBody(asked.input) && typeof asked.input['resourceType'] === 'string'
      ? honestEngine()({ ...asked, input: { ...asked.input, resourceType: 'system' } })
      : honestEngine()(asked);
}

async function onlyAccepting(asked: Parameters<Responder>[0]): Promise<Awaited<ReturnType<Responder>>> {
  const reply = await honestEngine()(asked);
  return reply.status === 200 ? verdict(true) : reply;
}

function slowly(honest: Responder): Responder {
  return async (asked) => {
    const reply = await honest(asked);
    if (reply.status === 200) await pause(900);
    return reply;
  };
}
