import { exampleOf, readDocument } from './document.ts';

/** Looks at a running task, and milliseconds between them. */
const RETRIES = { count: 20, interval: 60 };

const TOKEN = { token: { jsonpath: '$' } };

/**
 * The flow that somebody writes by hand for Step CI: what the platform does first, each task polled to its end, and an
 * incomplete request to everything. The tool makes nothing of an OpenAPI file.
 */
export function writeStepCiFlow(url: string): object {
  const document = readDocument();
  const schemaOf = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const refused = schemaOf('RequestValidationError');
  const send = (path: string, body: unknown, check: object, captures: object = {}): object => ({
    name: `POST ${path} ${Object.keys(Object(body)).length === 0 ? 'with nothing' : ''}`.trim(),
    http: { url: url + path, method: 'POST', json: body, check, captures },
  });
  const poll = (path: string, status: string, check: object): object => ({
    name: `GET ${path} until the end`,
    retries: RETRIES,
    http: {
      url: `${url}${path}/\${{captures.token}}/status`,
      method: 'GET',
      check: { status: 200, schema: schemaOf(status), jsonpath: { '$.status': 'COMPLETED', ...check } },
    },
  });
  const unknown = (path: string): object => ({
    name: `GET ${path} of an unknown token`,
    http: {
      url: `${url}${path}/nobody-knows/status`,
      method: 'GET',
      check: { status: 400, schema: refused },
    },
  });
  const task = (path: string, poller: string, status: string, check: object = {}): object[] => {
    const body = exampleOf(document, document.paths[path]?.['post']?.requestBody);
    return [
      send(path, body, { status: 202, schema: schemaOf('Token') }, TOKEN),
      poll(poller, status, check),
      send(path, {}, { status: 400, schema: refused }),
    ];
  };
  const validate = exampleOf(document, document.paths['/v1/validate']?.['post']?.requestBody);
  const steps = [
    ...task('/v2/validate', '/v2/validate', 'ValidationStatus', { '$.info.publicInfo.valid': true }),
    unknown('/v2/validate'),
    send('/v1/validate', validate, { status: 200, schema: schemaOf('ValidationResult') }),
    send('/v1/validate', {}, { status: 400, schema: refused }),
    ...task('/v1/provision', '/v1/provision', 'ProvisioningStatus'),
    unknown('/v1/provision'),
    ...task('/v1/updateacl', '/v1/provision', 'ProvisioningStatus'),
    ...task('/v1/reverse-provisioning', '/v1/reverse-provisioning', 'ReverseProvisioningStatus'),
    ...task('/v1/unprovision', '/v1/provision', 'ProvisioningStatus'),
  ];
  return {
    version: '1.1',
    name: 'tech adapter',
    config: { continueOnFail: true, concurrency: 1 },
    components: { schemas: document.components.schemas },
    tests: { flow: { steps } },
  };
}
