import type { OperationEntry, ParameterEntry } from '@tessera/contracts/vocabulary';
import { HarnessError } from './check.ts';
import { type Contract, operationOf } from './contract.ts';
import type { Intent, Sent } from './exchange.ts';
import { at, isObject, parseJson } from './json.ts';
import type { Schemas } from './schemas.ts';

/** Where a parameter stands. */
export type Place = 'path' | 'query' | 'header';

/** One request to an operation of the contract. */
export interface Call {
  readonly operation: string;
  readonly label: string;
  readonly intent: Intent;
  /** JSON body. */
  readonly value?: unknown;
  /** A body that is sent as it is, in place of `value`. */
  readonly text?: string;
  readonly mediaType?: string;
  /** Parameters by place and name, as JSON values; they are written as the contract says. */
  readonly parameters?: Readonly<Partial<Record<Place, Readonly<Record<string, unknown>>>>>;
  /** Texts of the query are written as per cent signs and numbers altogether, which says the same. */
  readonly spelledOut?: true;
  /** Goes into the path. */
  readonly token?: string;
  /** The token as it stands in the path, where the suite wants another spelling of it. */
  readonly spelling?: string;
  /** In place of the method and the path of the operation; for stray requests only. */
  readonly method?: string;
  readonly path?: string;
  /** Waits for a free place among the requests that may wait. */
  readonly patient?: boolean;
}

/** The request as it goes over the wire. */
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
    ...(call.method === undefined && call.path === undefined ? {} : { elsewhere: true as const }),
  };
}

function withoutNewer({ withheld }: Contract, { body }: OperationEntry, value: unknown): unknown {
  const newer = withheld?.get(body?.schema ?? '');
  if (newer === undefined || newer.size === 0 || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !newer.has(name)));
}

/**
 * Every request is held against the contract before it is sent: the suite must not blame others for its own faults.
 * @throws HarnessError when a request is not what it is meant to be
 */
export function prove(contract: Contract, schemas: Schemas, call: Call, sent: Sent): void {
  if (call.intent === 'stray') return;
  const operation = operationOf(contract, call.operation);
  const verdicts = [bodyVerdict(operation, schemas, sent), ...parameterVerdicts(operation, schemas, call)];
  if (verdicts.every((verdict) => verdict === undefined)) return;
  const valid = verdicts.every((verdict) => verdict !== false);
  if (valid !== (call.intent === 'valid')) {
    throw new HarnessError(
      `the request '${call.label}' to ${call.operation} is not ${call.intent} as it should be`,
    );
  }
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

/** Undefined where the operation takes no body. */
function bodyVerdict({ body }: OperationEntry, schemas: Schemas, sent: Sent): boolean | undefined {
  if (body === undefined) return undefined;
  return sent.text === undefined
    ? !body.required
    : 'value' in sent && schemas.isValid(body.schema, sent.value);
}

/** What stands in for each name of the path that the call does not give. */
function pathTokens({ path }: OperationEntry, { token = '' }: Pick<Call, 'token'>): Record<string, string> {
  return Object.fromEntries([...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => [name, token]));
}

/** Whether the parameters of each place keep to the contract. */
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

/** The schemas do not assert formats; of parameters this one is asked for. */
function keepFormats(schemas: Schemas, schema: unknown, given: readonly [string, unknown][]): boolean {
  return given.every(([name, value]) => {
    const property = schemas.resolve(at(schema, 'properties', name));
    return property['format'] !== 'uuid' || UUID.test(String(value));
  });
}
