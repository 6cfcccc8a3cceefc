import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createServer } from '../harness/create-server.ts';
import { validatorsOf } from '../harness/validators.ts';
import { createManualClock } from '../runtime/clock.ts';
import { createSequentialIds } from '../runtime/ids.ts';
import { createStub, STUB_HEADER } from './create-stub.ts';
import { contractNames, openContract } from './open-contract.ts';
import { readOpenapi } from './read-openapi.ts';
import { createStubTasks } from './stub-tasks.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-stub-'));
afterAll(() => rmSync(folder, { recursive: true }));
const running: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of running.splice(0)) await app.close();
});

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** A document whose only response is one of these schemas. */
function withSchemas(schemas: { readonly A: object; readonly B?: object }): string {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/A' } } };
  const responses = { 200: { description: 'A', content } };
  return JSON.stringify({
    openapi: '3.1.0',
    paths: { '/a': { get: { responses } } },
    components: { schemas },
  });
}

/** A document with these paths, or with one operation with such a response. */
function withPaths(paths: object): string {
  return JSON.stringify({ openapi: '3.1.0', paths });
}
const answering = (responses: unknown, path = '/a') => withPaths({ [path]: { get: { responses } } });
const DONE = { 200: { description: 'done' } };

/** A document whose only operation has a request body of a schema. */
function taking(schema: object, schemas: Readonly<Record<string, object>>, openapi = '3.1.0'): string {
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  const put = { requestBody, responses: { 204: { description: 'taken' } } };
  return JSON.stringify({ openapi, paths: { '/a': { put } }, components: { schemas } });
}

function serve(file: string) {
  const clock = createManualClock();
  const tasks = createStubTasks({ clock, ids: createSequentialIds(), taskMs: 1000 });
  const app = createServer({ mounts: [createStub(readOpenapi(file), { tasks })] });
  running.push(app);
  return { app, clock };
}

const PETS = `
openapi: 3.0.3
info: { title: Pets, version: 1.2.3 }
paths:
  /pets/{pet-id}:
    parameters:
      - { name: pet-id, in: path, required: true, schema: { type: integer } }
    get:
      operationId: readPet
      parameters:
        - { name: fields, in: query, explode: false, schema: { type: array, items: { type: string } } }
      responses:
        '200':
          description: The pet
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Pet' }
        default: { $ref: '#/components/responses/Problem' }
  /pets:
    post:
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: '#/components/schemas/Pet' } }
      responses:
        2XX:
          description: Done
          content:
            application/vnd.pets+json:
              schema: { $ref: '#/components/schemas/Pet' }
              examples:
                cat: { summary: A cat, value: { name: Tom, age: 3, owner: null } }
                dog: { $ref: '#/components/examples/Dog' }
components:
  examples:
    Dog: { value: { name: Rex, age: 5, owner: { name: Ann, age: 40 } } }
  responses:
    Problem:
      description: Wrong
      content: { application/json: { schema: { type: object, properties: { text: { type: string } } }, example: { text: no } } }
  schemas:
    Pet:
      type: object
      required: [name, age]
      properties:
        name: { type: string, format: pet-name }
        age: { type: integer, minimum: 0, exclusiveMinimum: true }
        owner: { $ref: '#/components/schemas/Owner' }
    Owner:
      nullable: true
      allOf: [{ $ref: '#/components/schemas/Pet' }]
`;

describe('a file that is served by a stub', () => {
  it('is validated by its own schemas, of the older version as well', async () => {
    const { app } = serve(write('pets.yaml', PETS));
    const send = async (payload: object) =>
      (await app.inject({ method: 'POST', url: '/pets', payload })).statusCode;
    expect(await send({ name: 'Tom', age: 1, owner: null })).toBe(200);
    expect(await send({ name: 'Tom', age: 0 })).toBe(400);
    expect(await send({ name: 'Tom', age: 1, owner: { name: 'Ann' } })).toBe(400);
    expect((await app.inject('/pets/tom')).statusCode).toBe(400);
  });

  it.each<[string, object]>([
    [
      'that holds itself',
      { type: 'object', required: ['a'], properties: { a: { $ref: '#/components/schemas/A' } } },
    ],
    ['with a pattern', { type: 'string', pattern: '^[0-9]{3}$' }],
    ['of too many items', { type: 'array', minItems: 1e9, items: { type: 'string' } }],
    ['of too long a text', { type: 'string', minLength: 1e9 }],
    ['that allows nothing', { not: {} }],
    ['with an example of another type', { type: 'string', example: 7 }],
  ])('is answered all the same by a schema %s, and marked', async (_name, A) => {
    const { app } = serve(write('unfit.yaml', withSchemas({ A })));
    const answer = await app.inject('/a');
    expect([answer.statusCode, answer.headers[STUB_HEADER]]).toEqual([
      200,
      expect.stringMatching(/^(generated|example; name="example"); unfit$/),
    ]);
  });

  it('marks examples by names that no header can hold', async () => {
    const media = { schema: { type: 'string' }, examples: { 出荷: { value: 'x' } } };
    const { app } = serve(
      write('names.yaml', answering({ 200: { content: { 'application/json': media } } })),
    );
    const answer = await app.inject('/a');
    expect([answer.statusCode, answer.headers[STUB_HEADER]]).toEqual([
      200,
      "example; name*=UTF-8''%E5%87%BA%E8%8D%B7",
    ]);
  });

  it('needs no more of a file than how it answers', async () => {
    const paths = { '/a/{id}': { get: { responses: { default: { description: 'whatever' } } } } };
    const { app } = serve(write('little.yaml', withPaths(paths)));
    expect((await app.inject('/a/7')).statusCode).toBe(200);
    const elsewhere = {
      'application/json': { schema: { type: 'string' }, examples: { x: { externalValue: 'x' } } },
    };
    const other = serve(write('elsewhere.yaml', answering({ 200: { content: elsewhere } })));
    expect((await other.app.inject('/a')).headers[STUB_HEADER]).toBe('generated');
  });

  it('may have members that are named as keywords are', async () => {
    const Part = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
    const part = { $ref: '#/components/schemas/Part' };
    const Whole = {
      type: 'object',
      additionalProperties: false,
      required: ['default'],
      properties: { nullable: { type: 'boolean' }, default: part, enum: part, examples: part, $ref: part },
    };
    const { app } = serve(write('names.yaml', taking(Whole, { Part })));
    const send = async (payload: object) =>
      (await app.inject({ method: 'PUT', url: '/a', payload })).statusCode;
    expect(await send({ nullable: true, default: { id: 1 }, enum: { id: 1 }, $ref: { id: 1 } })).toBe(204);
    expect(await send({ default: { id: 'one' } })).toBe(400);
  });

  it('keeps the keywords beside a reference, in the version that allows them', async () => {
    const Name = { type: 'string' };
    const Whole = {
      type: 'object',
      properties: { name: { $ref: '#/components/schemas/Name', minLength: 2 } },
    };
    for (const [version, want] of [
      ['3.1.0', 400],
      ['3.0.3', 204],
    ] as const) {
      const { app } = serve(write('beside.yaml', taking(Whole, { Name }, version)));
      const answer = await app.inject({ method: 'PUT', url: '/a', payload: { name: 'x' } });
      expect(answer.statusCode, version).toBe(want);
    }
  });

  it('refuses what is preferred and not there, whatever it is called', async () => {
    const { app } = serve(write('pets.yaml', PETS));
    for (const prefer of ['code=constructor', 'example=constructor', 'code=200, example=__proto__']) {
      expect((await app.inject({ url: '/pets/7', headers: { prefer } })).statusCode, prefer).toBe(400);
    }
  });

  it('answers with its examples, and where there are none with what fits', async () => {
    const { app } = serve(write('pets.yaml', PETS));
    const made = await app.inject('/pets/7?fields=a,b');
    expect([made.statusCode, made.headers[STUB_HEADER]]).toEqual([200, 'generated']);
    expect(made.json()).toMatchObject({ name: 'text', age: 1 });
    const wrong = await app.inject({ url: '/pets/7', headers: { prefer: 'code=500' } });
    expect([wrong.statusCode, wrong.json()]).toEqual([500, { text: 'no' }]);
    const dog = await app.inject({
      method: 'POST',
      url: '/pets',
      payload: { name: 'x', age: 1 },
      headers: { prefer: 'example=dog' },
    });
    expect(dog.json().name).toBe('Rex');
    expect(dog.headers['content-type']).toMatch(/^application\/vnd\.pets\+json/);
  });

  it.each([
    ['gone.yaml', undefined, /gone\.yaml cannot be read: no such file or directory$/],
    ['.', undefined, /cannot be read: illegal operation on a directory$/],
    ['broken.yaml', 'a: [', /broken\.yaml is neither YAML nor JSON: /],
    [
      'swagger.yaml',
      'swagger: "2.0"',
      /swagger\.yaml is no OpenAPI document of version 3\.0 or 3\.1: it is of version 2\.0, convert it first$/,
    ],
    ['number.yaml', 'openapi: 3.1', /number\.yaml is no .*: its version is a number, write "3\.1\.0"$/],
    ['newer.yaml', 'openapi: 3.9.0', /newer\.yaml is no .*: it is of version 3\.9\.0$/],
    [
      'bare.yaml',
      'openapi: 3.1.0\npaths: { pets: {} }',
      /bare\.yaml: the path pets does not begin with a slash$/,
    ],
    ['none.yaml', withPaths({}), /none\.yaml: it describes no operation$/],
    ['null.yaml', withPaths({ '/a': { get: null } }), /null\.yaml: GET \/a has no responses$/],
    ['silent.yaml', answering(null), /silent\.yaml: GET \/a has no responses$/],
    [
      'odd.yaml',
      answering({ 1000: {} }),
      /odd\.yaml: GET \/a has a response 1000, which is no status of HTTP$/,
    ],
    ['star.yaml', answering(DONE, '/a/*/b'), /star\.yaml: the path \/a\/\*\/b holds a \*/],
    [
      'twins.yaml',
      withPaths({ '/a/{x}': { get: { responses: DONE } }, '/a/{y}': { get: { responses: DONE } } }),
      /twins\.yaml: the paths \/a\/\{x\} and \/a\/\{y\} fit the same addresses$/,
    ],
    [
      'pattern.yaml',
      withSchemas({ A: { type: 'string', pattern: '(' } }),
      /pattern\.yaml: the pattern \( is no regular expression/,
    ],
    [
      'circle.yaml',
      withSchemas({ A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } }),
      /circle\.yaml: the schema A refers to nothing but itself$/,
    ],
    [
      'typo.yaml',
      withSchemas({ A: { type: 'strng' } }),
      /typo\.yaml: the schema A\/type must be equal to one of the allowed values$/,
    ],
    [
      'split.yaml',
      'openapi: 3.1.0\npaths: { /x: { $ref: other.yaml } }',
      /split\.yaml: other\.yaml leads into another file: bundle the document into one file first$/,
    ],
    [
      'lost.yaml',
      "openapi: 3.1.0\npaths: { /x: { $ref: '#/nowhere' } }",
      /lost\.yaml: #\/nowhere leads nowhere$/,
    ],
  ])('is refused when it is %s', (name, text, message) => {
    const file = text === undefined ? join(folder, name) : write(name, text);
    expect(() => readOpenapi(file)).toThrow(message);
  });

  it('lets tasks go through their lifecycles where the file defines them', async () => {
    const file = createRequire(import.meta.url).resolve(
      '@tessera/contracts/bundle/tech-adapter.openapi.json',
    );
    const { operations } = (await openContract('tech-adapter')).contract.table;
    const source = readOpenapi(file);
    const { app, clock } = serve(file);
    const [example] = Object.values(source.fixtures['provision']?.request ?? {});
    const at = (operation: string, token = '') =>
      operations[operation]?.path.replace(/\{[^}]*\}/, token) ?? '';
    const started = await app.inject({
      method: 'POST',
      url: at('provision'),
      payload: Object(example?.value),
    });
    expect([started.statusCode, started.json()]).toEqual([202, 'task-1']);
    const status = async () => (await app.inject(at('getStatus', 'task-1'))).json().status;
    expect(await status()).toBe('RUNNING');
    await clock.advance(1000);
    expect(await status()).toBe('COMPLETED');
  });
});

describe.each(contractNames)('the published file of %s', (id) => {
  it('says as much as the generated tables', async () => {
    const { contract } = await openContract(id);
    const file = createRequire(import.meta.url).resolve(`@tessera/contracts/bundle/${id}.openapi.json`);
    const read = readOpenapi(file);
    const facts = (operations: typeof contract.table.operations) =>
      Object.values(operations).map(
        ({ id: name, method, path, responses, parameters, body, longRunning }) => {
          // One file cannot describe a task that is polled at another API.
          const task = longRunning?.poll.api === undefined ? longRunning : undefined;
          return [
            name,
            method,
            path,
            Object.keys(responses),
            parameters.map((one) => [one.in, one.name, one.required, one.style, one.explode]),
            body?.required,
            task?.poll,
            task?.cancel,
            task?.token,
          ];
        },
      );
    expect(facts(read.contract.table.operations)).toEqual(facts(contract.table.operations));
    const validators = validatorsOf(read.contract.schemas);
    for (const [operation, { request, responses }] of Object.entries(read.fixtures)) {
      const entry = read.contract.table.operations[operation];
      for (const { value } of Object.values(request)) {
        expect([operation, validators.checkRequest(entry?.body?.schema ?? '', value)]).toEqual([
          operation,
          [],
        ]);
      }
      for (const [status, examples] of Object.entries(responses)) {
        for (const { value } of Object.values(examples)) {
          const failures = validators.checkResponse(entry?.responses[status]?.schema ?? '', value);
          expect([operation, status, failures]).toEqual([operation, status, []]);
        }
      }
    }
  });
});

describe('a pattern that takes exponential time', () => {
  it('rejects a text after a second, and the server answers others meanwhile', async () => {
    const word = { type: 'string', pattern: '^(\\w+)+$' };
    const number = { type: 'string', pattern: '^\\d+$' };
    const schema = { type: 'object', properties: { word, number } };
    const { app } = serve(write('slow.yaml', taking(schema, {})));
    const put = (payload: object) => app.inject({ method: 'PUT', url: '/a', payload });
    const [slow, quick, wrong] = [
      await put({ word: `${'a'.repeat(60)}!` }),
      await put({ word: 'aaa', number: '1' }),
      await put({ number: 'one' }),
    ];
    expect([slow.statusCode, quick.statusCode, wrong.statusCode]).toEqual([400, 204, 400]);
    expect(slow.json().errors).toEqual(['word must match pattern "^(\\w+)+$"']);
    expect(wrong.json().errors).toEqual(['number must match pattern "^\\d+$"']);
  });
});
