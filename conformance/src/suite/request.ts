import type { OperationEntry, ParameterEntry } from '@tessera/contracts/vocabulary';
import { Blocked, HarnessError } from './check.ts';
import { type Contract, operationOf } from './contract.ts';
import type { Intent, Sent } from './exchange.ts';
import { at, isObject, parseJson } from './json.ts';
import type { Schemas } from './schemas.ts';

/** Location of a parameter. */
export type Place = 'path' | 'query' | 'header';

/** Parameters by location and name, as JSON values; the contract defines their serialization. */
export type CallParameters = Readonly<Partial<Record<Place, Readonly<Record<string, unknown>> | undefined>>>;

/** One request to an operation of the contract. */
export interface Call {
  readonly operation: string;
  readonly label: string;
  readonly intent: Intent;
  /** JSON body. */
  readonly value?: unknown;
  /** A body that is sent unchanged, instead of `value`. */
  readonly text?: string | undefined;
  readonly mediaType?: string;
  readonly parameters?: CallParameters | undefined;
  /** All characters of query texts are percent-encoded, which is equivalent. */
  readonly spelledOut?: true;
  /** Value of the token parameter in the path. */
  readonly token?: string;
  /** The token as written in the path, if the suite needs another spelling of it. */
  readonly spelling?: string;
  /** Replaces the method and the path of the operation; for stray requests only. */
  readonly method?: string;
  readonly path?: string;
  /** The dotted path of the only invalid member of the body. */
  readonly fault?: string;
  /** Waits for a free slot of the request queue. */
  readonly patient?: boolean;
}

/** The request as it is sent. */
export function compose(contract: Contract, call: Call): Sent {
  const operation = operationOf(contract, call.operation);
  const headers: Record<string, string> = { accept: 'application/json' };
  for (const [name, value] of Object.entries(call.parameters?.header ?? {}))
    if (value !== undefined) headers[name.toLowerCase()] = String(value);
  const value = withoutNewer(contract, operation, call.value);
  const text = call.text ?? (value === undefined ? undefined : JSON.stringify(value));
  if (text !== undefined)
    headers['content-type'] = call.mediaType ?? operation.body?.mediaType ?? 'application/json';
  const parsed = text === undefined ? undefined : parseJson(text);
  return {
    method: call.method ?? operation.method,
    path: `${call.path ?? pathOf(operation, call)}${queryOf(operation, call)}`,
    headers,
    ...(text === undefined ? {} : { text }),
    ...(parsed === undefined ? {} : { value: parsed.value }),
    ...(call.token === undefined ? {} : { token: call.token }),
    ...(call.fault === undefined ? {} : { fault: call.fault }),
    ...(call.method === undefined && call.path === undefined ? {} : { elsewhere: true as const }),
  };
}

function withoutNewer({ withheld }: Contract, { body }: OperationEntry, value: unknown): unknown {
  const newer = withheld?.get(body?.schema ?? '');
  if (newer === undefined || newer.size === 0 || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !newer.has(name)));
}

/**
 * Every request is validated against the contract before it is sent, so that defects of the suite are not reported as
 * those of the target.
 * @throws HarnessError when a request does not match its intent
 * @throws Blocked when a name that the target returned violates the contract
 */
export function prove(contract: Contract, schemas: Schemas, call: Call, sent: Sent): void {
  if (call.intent === 'stray') return;
  const operation = operationOf(contract, call.operation);
  const parameters = parameterVerdicts(operation, schemas, call);
  const verdicts = [bodyVerdict(operation, schemas, sent), ...parameters];
  if (verdicts.every((verdict) => verdict === undefined)) return;
  const valid = verdicts.every((verdict) => verdict !== false);
  if (valid === (call.intent === 'valid')) return;
  const message = `the request '${call.label}' to ${call.operation} is not ${call.intent} as it should be`;
  const isNamed = operation.parameters.some((one) => one.in === 'path');
  // The verdict on the path is the first. Names in it come from the target, which may violate the contract.
  if (call.intent === 'valid' && isNamed && parameters[0] === false)
    throw new Blocked('', `${message}: the name in its path violates the contract`);
  throw new HarnessError(message);
}

function pathOf({ path }: OperationEntry, call: Call): string {
  const spelling = call.spelling ?? encodeURIComponent(call.token ?? '');
  const named = call.parameters?.path ?? {};
  return path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    Object.hasOwn(named, name) ? encodeURIComponent(String(named[name])) : spelling,
  );
}

function queryOf({ parameters }: OperationEntry, call: Call): string {
  const pairs = Object.entries(call.parameters?.query ?? {}).flatMap(([name, value]) =>
    writeParameter(
      parameters.find((one) => one.in === 'query' && one.name === name),
      name,
      value,
      call.spelledOut === true ? spellOut : encodeURIComponent,
    ),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function writeParameter(
  entry: ParameterEntry | undefined,
  name: string,
  value: unknown,
  encode: (text: string) => string,
): string[] {
  if (value === undefined) return [];
  const key = encodeURIComponent(name);
  const texts = (Array.isArray(value) ? value : [value]).map((one) => encode(String(one)));
  return entry?.explode === false ? [`${key}=${texts.join(',')}`] : texts.map((text) => `${key}=${text}`);
}

function spellOut(text: string): string {
  return Buffer.from(text).toString('hex').toUpperCase().replaceAll(/../g, '%$&');
}

/** Undefined if the operation has no body. */
function bodyVerdict({ body }: OperationEntry, schemas: Schemas, sent: Sent): boolean | undefined {
  if (body === undefined) return undefined;
  return sent.text === undefined
    ? !body.required
    : 'value' in sent && schemas.isValid(body.schema, sent.value);
}

/** Default values for the path parameters that the call does not set. */
function pathTokens({ path }: OperationEntry, { token = '' }: Pick<Call, 'token'>): Record<string, string> {
  return Object.fromEntries([...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => [name, token]));
}

/** Whether the parameters of each location satisfy the contract. */
export function parameterVerdicts(
  operation: OperationEntry,
  schemas: Schemas,
  call: Pick<Call, 'token' | 'parameters'>,
): boolean[] {
  const places = ['path', 'query', 'header'] as const;
  return places
    .filter((place) => operation.parameters.some((one) => one.in === place))
    .map((place) => {
      const named =
        place === 'path'
          ? { ...pathTokens(operation, call), ...call.parameters?.path }
          : call.parameters?.[place];
      const given = Object.entries(named ?? {}).filter(([, value]) => value !== undefined);
      const name = `${operation.id}.${place}`;
      return (
        schemas.isValid(name, Object.fromEntries(given)) && keepFormats(schemas, schemas.named(name), given)
      );
    });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The schemas do not assert formats; parameters need this one. */
function keepFormats(schemas: Schemas, schema: unknown, given: readonly [string, unknown][]): boolean {
  return given.every(([name, value]) => {
    const property = schemas.resolve(at(schema, 'properties', name));
    return property['format'] !== 'uuid' || UUID.test(String(value));
  });
}
