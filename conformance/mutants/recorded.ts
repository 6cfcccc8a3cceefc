import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { type Contract, grantedAbsence } from '../src/suite/contract.ts';
import { at, isObject } from '../src/suite/json.ts';
import type { Mutant } from './mutant.ts';

/** A server that fails only in recorded traffic of its users, never in a test run. */
export interface RecordedMutant extends Pick<Mutant<unknown>, 'defect' | 'caughtBy'> {
  /** The contracts that the server could implement; all if absent. */
  readonly contracts?: readonly string[];
  /** Its response to a valid request. */
  readonly answer: { readonly status: number; readonly body: unknown };
}

/**
 * In a test run, a server that crashes also violates the requirement on the operation. In recorded traffic, the suite
 * does not know what the client intended, so it can only check the format of the failure.
 */
export const recordedMutants: readonly RecordedMutant[] = [
  {
    defect: 'returns a system error without an error string',
    caughtBy: 'X-07',
    answer: {
      status: 500,
      body: {
        message: 'no connection',
        userMessage: 'Something broke.',
        moreInfo: { problems: [], solutions: [] },
      },
    },
  },
  {
    defect: 'returns a temporary 501',
    caughtBy: 'X-16',
    answer: { status: 501, body: { error: 'not implemented' } },
  },
  {
    defect: 'returns a system error with the input as an object instead of text',
    caughtBy: 'X-02',
    contracts: ['tech-adapter', 'data-catalog-plugin', 'perimeter-resolver', 'remote-engine', 'llm-engine'],
    answer: {
      status: 500,
      body: {
        error: 'no connection',
        userMessage: 'Something broke.',
        input: { environment: 'development' },
        moreInfo: { problems: [], solutions: [] },
      },
    },
  },
];

/** A recording of two valid requests: a correct response to the first, the given response to the second. */
export function recordingOf(contract: Contract, answer: RecordedMutant['answer']): string {
  const operation = Object.values(contract.table.operations).find(
    (one) => one.method !== 'DELETE' && !one.path.includes('{') && grantedAbsence(one) === undefined,
  );
  if (operation === undefined) throw new Error(`${contract.table.id} has no operation to record`);
  return [wellOf(contract, operation), answer]
    .map((response, index) =>
      JSON.stringify({
        request: {
          method: operation.method,
          url: `http://adapter.example.com${operation.path}${queryOf(operation)}`,
          headers: { 'content-type': 'application/json', 'x-request-id': crypto.randomUUID() },
          ...(operation.body === undefined ? {} : { body: JSON.stringify(sentTo(contract, operation)) }),
        },
        response: {
          status: response.status,
          headers: { 'content-type': 'application/json' },
          body: response.body === undefined ? '' : JSON.stringify(response.body),
        },
        startedAt: 1_700_000_000_000 + index * 1_000,
        took: 5,
      }),
    )
    .join('\n');
}

function queryOf({ parameters }: OperationEntry): string {
  const needed = parameters.filter((one) => one.in === 'query' && one.required);
  const given: Readonly<Record<string, string>> = { environment: 'development', offset: '0', limit: '5' };
  return needed.length === 0 ? '' : `?${needed.map(({ name }) => `${name}=${given[name]}`).join('&')}`;
}

function sentTo({ fixtures }: Contract, { id }: OperationEntry): unknown {
  return exampleIn(at(fixtures, id, 'request'));
}

function wellOf({ fixtures }: Contract, { id, responses }: OperationEntry): RecordedMutant['answer'] {
  const status = Object.keys(responses).find((one) => one.startsWith('2')) ?? '200';
  return { status: Number(status), body: exampleIn(at(fixtures, id, 'responses', status)) };
}

function exampleIn(examples: unknown): unknown {
  return at(Object.values(isObject(examples) ? examples : {})[0], 'value');
}
