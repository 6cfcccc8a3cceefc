import { exampleOf, findOperation, readDocument } from './document.ts';

/** Polls of a running task, and milliseconds between them. */
const RETRIES = { count: 20, interval: 60 };

const TOKEN = { token: { jsonpath: '$' } };

/**
 * The flow that a user writes by hand for Step CI: the platform's calls first, each task polled to its end, and an
 * incomplete request to every operation. The tool does not read OpenAPI files.
 */
export function writeStepCiFlow(url: string): object {
  const document = readDocument();
  const schemaOf = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const refused = schemaOf('RequestValidationError');
  const send = (id: string, body: unknown, check: object, captures: object = {}): object => ({
    name: Object.keys(Object(body)).length === 0 ? `${id} with nothing` : id,
    http: { url: url + findOperation(document, id).path, method: 'POST', json: body, check, captures },
  });
  const read = (id: string, token: string): object => ({
    url: url + findOperation(document, id).path.replace('{token}', token),
    method: 'GET',
  });
  const poll = (id: string, start: string, status: string, check: object): object => ({
    name: `${id} until the end of ${start}`,
    retries: RETRIES,
    http: {
      ...read(id, `\${{captures.token}}`),
      check: { status: 200, schema: schemaOf(status), jsonpath: { '$.status': 'COMPLETED', ...check } },
    },
  });
  const unknown = (id: string): object => ({
    name: `${id} of an unknown token`,
    http: { ...read(id, 'unknown-token'), check: { status: 400, schema: refused } },
  });
  const good = (id: string): unknown =>
    exampleOf(document, findOperation(document, id).operation.requestBody);
  const task = (id: string, poller: string, status: string, check: object = {}): object[] => [
    send(id, good(id), { status: 202, schema: schemaOf('Token') }, TOKEN),
    poll(poller, id, status, check),
    send(id, {}, { status: 400, schema: refused }),
  ];
  const steps = [
    ...task('asyncValidate', 'getValidationStatus', 'ValidationStatus', {
      '$.info.publicInfo.valid': true,
    }),
    unknown('getValidationStatus'),
    send('validate', good('validate'), { status: 200, schema: schemaOf('ValidationResult') }),
    send('validate', {}, { status: 400, schema: refused }),
    ...task('provision', 'getStatus', 'ProvisioningStatus'),
    unknown('getStatus'),
    ...task('updateacl', 'getStatus', 'ProvisioningStatus'),
    ...task('runReverseProvisioning', 'getReverseProvisioningStatus', 'ReverseProvisioningStatus'),
    ...task('unprovision', 'getStatus', 'ProvisioningStatus'),
  ];
  return {
    version: '1.1',
    name: 'tech adapter',
    config: { continueOnFail: true, concurrency: 1 },
    components: { schemas: document.components.schemas },
    tests: { flow: { steps } },
  };
}
