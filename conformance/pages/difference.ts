import type { Difference } from '../src/requirement-page.ts';
import { pointerSegment } from '../src/suite/json.ts';
import type { ReportedExchange } from '../src/suite/report.ts';
import { maskTimes, ORIGIN, shorten } from './tidy.ts';

/** A request and its response in full, and the milliseconds until the response was read. */
export type Traffic = Pick<
  ReportedExchange,
  'label' | 'operation' | 'request' | 'response' | 'failure' | 'took'
>;

type Values = Pick<Difference, 'at' | 'wrong' | 'right'>;

/** The maximum length of a value. */
const VALUE = 160;
/** Two exchanges whose times differ by less took equally long. */
const SLOWER = 50;
/** Headers whose values differ by chance. */
const VOLATILE = new Set(['date', 'host']);
const LENGTH = 'content-length';

/** The first difference of the responses, or else of their times; undefined if only moments differ. */
export function differenceOfResponses(wrong: Traffic, right: Traffic): Difference | undefined {
  const [wrongBody, rightBody] = [wrong.response?.body ?? '', right.response?.body ?? ''];
  // The length of a body tells nothing besides the body.
  const isCompared = (name: string): boolean =>
    !VOLATILE.has(name) && (name !== LENGTH || (wrongBody === '' && rightBody === ''));
  return (
    at('response body', inBodies(wrongBody, rightBody)) ??
    at('response header', inHeaders(wrong.response?.headers, right.response?.headers, isCompared)) ??
    inTimes(wrong.took, right.took)
  );
}

/** The first difference of two requests. */
export function differenceOfRequests(wrong: Traffic, right: Traffic): Difference | undefined {
  const isCompared = (name: string): boolean => !VOLATILE.has(name) && name !== LENGTH;
  return (
    at('request', inTexts(lineOf(wrong), lineOf(right))) ??
    at('request header', inHeaders(wrong.request.headers, right.request.headers, isCompared)) ??
    at('request body', inBodies(wrong.request.body, right.request.body))
  );
}

function at(where: Difference['where'], found: Values | undefined): Difference | undefined {
  return found && { where, ...found };
}

function lineOf({ request: { method, path } }: Traffic): string {
  return `${method} ${path.replace(ORIGIN, '')}`;
}

function inTimes(wrong: number, right: number): Difference | undefined {
  return wrong - right < SLOWER
    ? undefined
    : { where: 'time', wrong: `${Math.round(wrong)} ms`, right: `${Math.round(right)} ms` };
}

function inHeaders(
  wrong: Readonly<Record<string, string>> = {},
  right: Readonly<Record<string, string>> = {},
  isShown: (name: string) => boolean,
): Values | undefined {
  const names = Object.keys({ ...wrong, ...right }).filter(isShown);
  const name = names.find((one) => maskTimes(wrong[one] ?? '') !== maskTimes(right[one] ?? ''));
  return name === undefined ? undefined : { at: name, ...valuesOf(wrong[name], right[name]) };
}

function inTexts(wrong: string | undefined, right: string | undefined): Values | undefined {
  return maskTimes(wrong ?? '') === maskTimes(right ?? '') ? undefined : valuesOf(wrong, right);
}

function inBodies(wrong = '', right = ''): Values | undefined {
  try {
    return inValues(JSON.parse(maskTimes(wrong)), JSON.parse(maskTimes(right)), '') ?? inTexts(wrong, right);
  } catch {
    return inTexts(wrong, right);
  }
}

function inValues(wrong: unknown, right: unknown, pointer: string): Values | undefined {
  if (!isContainer(wrong) || !isContainer(right) || Array.isArray(wrong) !== Array.isArray(right))
    return JSON.stringify(wrong) === JSON.stringify(right)
      ? undefined
      : { at: pointer, ...valuesOf(JSON.stringify(wrong), JSON.stringify(right)) };
  for (const key of Object.keys({ ...wrong, ...right })) {
    const found = inValues(wrong[key], right[key], `${pointer}/${pointerSegment(key)}`);
    if (found) return found;
  }
  return undefined;
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function valuesOf(wrong: string | undefined, right: string | undefined): Values {
  return {
    ...(wrong === undefined ? {} : { wrong: shorten(wrong, VALUE) }),
    ...(right === undefined ? {} : { right: shorten(right, VALUE) }),
  };
}
