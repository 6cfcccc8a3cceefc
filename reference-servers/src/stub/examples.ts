import type { Fixture, Fixtures, OperationEntry } from '@tessera/contracts/vocabulary';
import { codeForPart } from '../harness/contract.ts';
import { Refusal } from '../harness/problem.ts';
import { type Preference, writeParameter } from './prefer.ts';

/** A response from the contract. */
export interface ExampleAnswer {
  readonly status: string;
  /** Absent for a response without a body. */
  readonly body?: unknown;
  /** The source of the body, for the header that marks it. */
  readonly source: string;
}

type Examples = Readonly<Record<string, Fixture>>;

/** Generates a value that matches a schema; for responses without an example. */
export type MakeSample = (schema: string) => unknown;

/** The source of responses. */
export interface ExampleSource {
  readonly entry: OperationEntry;
  readonly fixtures: Fixtures;
  readonly sample: MakeSample;
}

/**
 * Chooses a response: the preferred one, or the first example of the first success.
 * @throws Refusal REQUEST_INVALID for a status or an example that the contract does not have
 */
export function chooseAnswer(source: ExampleSource, { code, example }: Preference): ExampleAnswer {
  const { entry } = source;
  const statuses = Object.keys(entry.responses).sort();
  if (code !== undefined) {
    if (!Object.hasOwn(entry.responses, code)) throw unavailable(entry, 'the status', code, statuses);
    return answerWith(source, code, example);
  }
  if (example === undefined) return answerWith(source, defaultStatus(entry), undefined);
  const status = statuses.find((one) => Object.hasOwn(examplesOf(source, one), example));
  if (status === undefined) {
    const known = statuses.flatMap((one) => Object.keys(examplesOf(source, one)));
    throw unavailable(entry, 'the example', example, [...new Set(known)]);
  }
  return answerWith(source, status, example);
}

/** The start of a task if there is one, or the first success. */
function defaultStatus({ longRunning, responses }: OperationEntry): string {
  if (longRunning !== undefined) return longRunning.startStatus;
  const statuses = Object.keys(responses).sort();
  return statuses.find((status) => status.startsWith('2')) ?? statuses[0] ?? '200';
}

/** All examples of a response; an empty object without any. */
export function examplesOf({ entry, fixtures }: ExampleSource, status: string): Examples {
  return fixtures[entry.id]?.responses[status] ?? {};
}

function answerWith(source: ExampleSource, status: string, example: string | undefined): ExampleAnswer {
  const schema = source.entry.responses[status]?.schema;
  if (schema === undefined) return { status, source: 'empty' };
  const examples = examplesOf(source, status);
  const name = example ?? Object.keys(examples)[0];
  if (name !== undefined && Object.hasOwn(examples, name)) {
    return { status, body: examples[name]?.value, source: `example; ${writeParameter('name', name)}` };
  }
  if (example !== undefined) throw unavailable(source.entry, 'the example', example, Object.keys(examples));
  return { status, body: source.sample(schema), source: 'generated' };
}

function unavailable(entry: OperationEntry, what: string, asked: string, known: readonly string[]): Refusal {
  const choice = known.length === 0 ? 'there is none' : `there are ${known.join(', ')}`;
  return new Refusal(codeForPart(entry, 'request-invalid'), {
    field: 'the header Prefer',
    problem: `asks for ${what} ${asked}; ${choice}`,
  });
}
