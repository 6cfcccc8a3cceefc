/** A server to be measured, as the text of a program. It listens on the port of its first argument. */
export interface Program {
  readonly name: string;
  /** How it handles a request, in a few words. */
  readonly does: string;
  readonly text: string;
  /** Needs packages that this repository does not have. */
  readonly isForeign?: true;
}

/** The baseline of the comparison. */
export const BARE = 'bare Fastify';

/** The kit with the same work as the others. */
export const KIT = 'kit, requests';

const LISTEN = "await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' });";

/** The handler ignores the descriptor: this measures the code around a handler. */
const HANDLERS = `
const notNow = () => { throw new Error('not used in this benchmark'); };
const handlers = { validate: () => ({ valid: true }), provision: notNow, unprovision: notNow, updateAcl: notNow, reverseProvision: notNow };`;

/** The route, the schema and the answer are the same everywhere; `bundle` is the path of the OpenAPI file. */
export function programsOf(bundle: string, path: string): readonly Program[] {
  const file = JSON.stringify(bundle);
  return [
    { name: BARE, does: 'one route with the schema of the request', text: bareText(file, path) },
    {
      name: KIT,
      does: 'a tech adapter; validates requests, counts and names them',
      text: `import { createTechAdapter } from '@tessera/reference-servers/kit';${HANDLERS}
const app = createTechAdapter(handlers, { validateResponses: false });
${LISTEN}`,
    },
    {
      name: 'kit, both directions',
      does: 'the same, and validates answers, which is the default',
      text: `import { createTechAdapter } from '@tessera/reference-servers/kit';${HANDLERS}
const app = createTechAdapter(handlers);
${LISTEN}`,
    },
    {
      name: 'express-openapi-validator',
      does: 'Express 5; all extension points; validates requests',
      isForeign: true,
      text: `import express from 'express';
import validator from 'express-openapi-validator';
const app = express();
app.use(express.json());
app.use(validator.middleware({ apiSpec: ${file}, validateRequests: true, validateResponses: false }));
app.post('${path}', (_request, response) => response.json({ valid: true }));
app.listen(Number(process.argv[2]), '127.0.0.1');`,
    },
  ];
}

/** Fastify's validator knows an older JSON Schema: it gets the keywords that both support. */
function bareText(file: string, path: string): string {
  return `import { readFileSync } from 'node:fs';
import { fastify } from 'fastify';
const document = JSON.parse(readFileSync(${file}, 'utf8'));
const follow = (reference) => reference.split('/').slice(1).reduce((found, name) => found[name], document);
const read = (found) => (found.$ref === undefined ? found : read(follow(found.$ref)));
const { requestBody } = document.paths['${path}'].post;
const { type, required, properties } = read(read(requestBody).content['application/json'].schema);
const KNOWN = ['type', 'enum', 'minLength', 'maxLength', 'default'];
const plain = (schema) => Object.fromEntries(Object.entries(read(schema)).filter(([key]) => KNOWN.includes(key)));
const members = Object.entries(properties).map(([name, schema]) => [name, plain(schema)]);
const body = { type, required, properties: Object.fromEntries(members) };
const app = fastify();
app.post('${path}', { schema: { body } }, async () => ({ valid: true }));
${LISTEN}`;
}
