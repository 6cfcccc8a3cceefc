import type { ReferenceOperation } from '@tessera/contracts/reference-model';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { createValidator } from '../samples/schemas.ts';
import { describeError } from '../samples/validate-sample.ts';
import { bundleOf, childOf, type PlacedApi } from './catalog.ts';

const validators = new Map<string, Ajv2020>();

/** What the contract does not allow in the body of a request. */
export function bodyProblems(placed: PlacedApi, operation: ReferenceOperation, body: unknown): string[] {
  const { api } = placed;
  if (!operation.body) return body === undefined ? [] : ['the operation has no body'];
  if (body === undefined) return operation.body.required ? ['the body is missing'] : [];
  const written = [
    'paths',
    operation.path.slice(api.prefix.length),
    operation.method.toLowerCase(),
    'requestBody',
  ];
  const reference = childOf(written.reduce(childOf, bundleOf(placed)), '$ref');
  const place = typeof reference === 'string' ? reference : `#/${written.map(escaped).join('/')}`;
  const pointer = `${place}/content/${escaped(operation.body.mediaType)}/schema`;
  const validate = validatorOf(placed).getSchema(`contract${pointer}`);
  if (!validate) throw new Error(`${api.id} has no schema at ${pointer}`);
  // What is sent is JSON: the files of the body are texts.
  validate(JSON.parse(JSON.stringify(body)));
  return (validate.errors ?? []).map(describeError);
}

/** A name inside a pointer of a reference. */
function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('/', '~1'));
}

function validatorOf(placed: PlacedApi): Ajv2020 {
  let validator = validators.get(placed.api.id);
  if (!validator) {
    validator = createValidator();
    validator.addSchema(Object(bundleOf(placed)), 'contract');
    validators.set(placed.api.id, validator);
  }
  return validator;
}
