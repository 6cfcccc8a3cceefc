import { checkValue, type Definitions, type Departure } from './check-value.ts';
import type { TryOperation } from './contract.ts';
import type { Answer } from './send-request.ts';

/** Whether an answer is what the contract says. */
export interface Verdict {
  readonly isConforming: boolean;
  readonly sentence: string;
  readonly departures: readonly Departure[];
  /** The body, where it is JSON. */
  readonly value?: unknown;
}

/** Checks the status, the media type and the body of an answer. */
export function checkAnswer(
  { status, mediaType, text }: Answer,
  { answers }: TryOperation,
  schemas: Definitions,
): Verdict {
  const body = parse(text);
  const declared = answers[status];
  if (declared === undefined)
    return {
      ...body,
      ...departing(
        `The operation does not declare status ${status}. It declares ${Object.keys(answers).join(', ')}.`,
      ),
    };
  if (declared === null)
    return text === ''
      ? {
          ...body,
          isConforming: true,
          sentence: `The answer conforms to the contract: ${status} without a body.`,
          departures: [],
        }
      : { ...body, ...departing(`Status ${status} is declared without a body, but the answer has one.`) };
  const isJson = /[/+]json$/.test(mediaType);
  if (!isJson || !('value' in body))
    return {
      ...body,
      ...departing(
        isJson
          ? `Expected a JSON body of the schema ${declared}, got ${text === '' ? 'no body' : 'a text that is not JSON'}.`
          : `Expected application/json, got ${mediaType || 'no content type'}.`,
      ),
    };
  const departures = checkValue(body.value, { $ref: declared }, schemas);
  return departures.length === 0
    ? {
        ...body,
        isConforming: true,
        sentence: `The answer conforms to the schema ${declared} of status ${status}.`,
        departures,
      }
    : {
        ...body,
        ...departing(`The answer departs from the schema ${declared} of status ${status}:`),
        departures,
      };
}

function departing(sentence: string): Omit<Verdict, 'value'> {
  return { isConforming: false, sentence, departures: [] };
}

function parse(text: string): { readonly value?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return {};
  }
}
