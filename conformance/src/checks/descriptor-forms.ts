import { isScalar, parseDocument, Scalar, visit } from 'yaml';
import type { Check } from '../suite/check.ts';
import { describeAnswer, type Exchange, statusOf } from '../suite/exchange.ts';
import { isObject } from '../suite/json.ts';
import type { Run } from '../suite/run.ts';
import { readYaml } from '../suite/yaml.ts';
import { FOUND_VALID } from './empty-descriptor.ts';
import { betweenMarkers } from './other-hands.ts';
import { validationsOf } from './validations.ts';

/**
 * As long as descriptors of large systems, in characters: longer than a database text column, shorter than the usual
 * limit of servers.
 */
const LONG = 80_000;
/** Texts in YAML 1.2, which YAML 1.1 reads as two booleans, a number in base 60 and a date. */
const WORDS = ['no', 'on', '1:30', '2025-06-02'] as const;
const DESCRIPTION = 'description';
const REMARK = '# a remark that says nothing of the matter\n';

/** A descriptor in another format, or another descriptor that the target must read. */
export interface Form {
  readonly title: string;
  /** Created on first use if serializing it takes time. */
  readonly sample: object;
  /** Equivalent to the main descriptor, in another format. */
  readonly isSame: boolean;
  /** Names a component that it does not contain. */
  readonly isFlawed?: boolean;
}

/** The same descriptor in the formats of other senders. */
export function formsOf(main: { readonly descriptor: string }): Record<string, Form> {
  const document = readYaml(main.descriptor);
  const same = (title: string, write: () => string): Form => ({
    title,
    get sample() {
      return { ...main, descriptor: write() };
    },
    isSame: true,
  });
  return {
    'line-ends': same(
      'A descriptor with a byte order mark and CRLF line endings is accepted',
      () => `\uFEFF${main.descriptor.replaceAll(/\r?\n/g, '\r\n')}`,
    ),
    marked: same('A descriptor with document markers and a non-ASCII comment is accepted', () =>
      betweenMarkers(main.descriptor),
    ),
    long: same(
      'A descriptor of a large system is accepted',
      () => `${main.descriptor.trimEnd()}\n${REMARK.repeat(LONG / REMARK.length)}`,
    ),
    ...(isObject(document)
      ? {
          'flow-style': same('A descriptor that is JSON is accepted', () => JSON.stringify(document)),
        }
      : {}),
    ...(isDescribed(document)
      ? {
          words: same('A descriptor is read as YAML 1.2: plain words such as no, on and 1:30 are texts', () =>
            withWords(main.descriptor),
          ),
        }
      : {}),
    ...(isAnythingTwice(document)
      ? {
          alias: same('A descriptor with an alias for a repeated value is accepted', () =>
            withAlias(main.descriptor),
          ),
        }
      : {}),
  };
}

/** The synchronous validation gets each of them. */
export function formChecks(
  run: Run,
  requirement: string,
  forms: Readonly<Record<string, Form>>,
  usual: () => Promise<Exchange>,
): Check[] {
  const { atOnce: operation, foundAtOnce } = validationsOf(run.contract);
  return Object.entries(forms).map(([of, form]) => {
    const { title, isSame, isFlawed } = form;
    return run.check(requirement, { of, title, operation }, async (trial) => {
      const plain = await usual();
      const exchange = await run.session.call({
        operation,
        label: title,
        intent: 'valid',
        value: form.sample,
        patient: true,
      });
      trial.saw(plain, exchange);
      const verdict = foundAtOnce(exchange);
      if (isFlawed === true && verdict === true)
        return trial.wrongAnswer(FOUND_VALID, '400, or valid: false', exchange, plain);
      if (statusOf(exchange) < 500 && (foundAtOnce(plain) === verdict || !isSame)) return;
      trial.wrongAnswer(
        `descriptor rejected: ${of}`,
        isSame ? `as in the usual form: ${describeAnswer(plain)}` : 'a verdict, or a 4xx',
        exchange,
        plain,
      );
    });
  });
}

function isDescribed(document: unknown): boolean {
  if (typeof document !== 'object' || document === null) return false;
  return Object.entries(document).some(
    ([name, value]) => (name === DESCRIPTION && typeof value === 'string') || isDescribed(value),
  );
}

/** The text with other descriptions: their content is free, so that only their type can matter. */
function withWords(text: string): string {
  const document = parseDocument(text);
  let count = 0;
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== DESCRIPTION || !isScalar(value)) return;
      value.value = WORDS[count % WORDS.length];
      value.type = Scalar.PLAIN;
      count += 1;
    },
  });
  return document.toString();
}

function isAnythingTwice(document: unknown): boolean {
  const known = new Set<string>();
  const isKnown = (value: unknown): boolean => {
    if (typeof value === 'object' && value !== null) return Object.values(value).some(isKnown);
    if (typeof value !== 'string') return false;
    return known.size === known.add(value).size;
  };
  return isKnown(document);
}

/** The text with one of its repeated values written as an alias of the first; unchanged if it already has one. */
function withAlias(text: string): string {
  const document = parseDocument(text);
  const known = new Map<string, Scalar>();
  let isDone = false;
  visit(document, {
    Scalar(key, node) {
      if (isDone) return visit.BREAK;
      if (key === 'key' || typeof node.value !== 'string') return undefined;
      const first = known.get(node.value);
      if (first === undefined) {
        known.set(node.value, node);
        return undefined;
      }
      isDone = true;
      return document.createAlias(first, 'said-before');
    },
  });
  return isDone ? document.toString() : text;
}
