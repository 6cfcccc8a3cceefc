import { parseDocument, type Scalar, visit } from 'yaml';
import type { Check } from '../suite/check.ts';
import { describeAnswer, type Exchange, statusOf } from '../suite/exchange.ts';
import { isObject } from '../suite/json.ts';
import type { Run } from '../suite/run.ts';
import { readYaml } from '../suite/yaml.ts';
import { FOUND_VALID } from './empty-descriptor.ts';
import { validationsOf } from './validations.ts';

/** A descriptor in another form, or another descriptor that has to be read. */
export interface Form {
  readonly title: string;
  readonly sample: object;
  /** Says the same as the main descriptor, in other characters. */
  readonly isSame: boolean;
  /** Names a component that it does not hold. */
  readonly isFlawed?: boolean;
}

/** The same descriptor as other senders write it. */
export function formsOf(main: { readonly descriptor: string }): Record<string, Form> {
  const document = readYaml(main.descriptor);
  const aliased = withAlias(main.descriptor);
  const same = (title: string, descriptor: string): Form => ({
    title,
    sample: { ...main, descriptor },
    isSame: true,
  });
  return {
    'line-ends': same(
      'A descriptor whose lines end with CR and LF is read',
      main.descriptor.replaceAll(/\r?\n/g, '\r\n'),
    ),
    marked: same(
      'A descriptor that begins with a marker and a comment is read',
      `---\n# written by hand\n${main.descriptor.replace(/^---\r?\n/, '')}`,
    ),
    ...(isObject(document)
      ? {
          'flow-style': same(
            'A descriptor that is written as JSON, which is YAML, is read',
            JSON.stringify(document),
          ),
        }
      : {}),
    ...(aliased === undefined
      ? {}
      : { alias: same('A descriptor that says something once and points to it later is read', aliased) }),
  };
}

/** The validation that answers is asked about each of them. */
export function formChecks(
  run: Run,
  requirement: string,
  forms: Readonly<Record<string, Form>>,
  usual: () => Promise<Exchange>,
): Check[] {
  const { atOnce: operation, foundAtOnce } = validationsOf(run.contract);
  return Object.entries(forms).map(([of, { title, sample, isSame, isFlawed }]) =>
    run.check(requirement, { of, title, operation }, async (trial) => {
      const plain = await usual();
      const exchange = await run.session.call({
        operation,
        label: title,
        intent: 'valid',
        value: sample,
        patient: true,
      });
      trial.saw(plain, exchange);
      const verdict = foundAtOnce(exchange);
      if (isFlawed === true && verdict === true)
        return trial.violated(
          { symptom: FOUND_VALID, expected: '400, or valid: false', actual: describeAnswer(exchange) },
          exchange,
          plain,
        );
      if (statusOf(exchange) < 500 && (foundAtOnce(plain) === verdict || !isSame)) return;
      trial.violated(
        {
          symptom: `descriptor not read: ${of}`,
          expected: isSame ? `as in the usual form: ${describeAnswer(plain)}` : 'a verdict, or a refusal',
          actual: describeAnswer(exchange),
        },
        exchange,
        plain,
      );
    }),
  );
}

/** The text with one of its repeated values written as an alias of the first; undefined where nothing is repeated. */
function withAlias(text: string): string | undefined {
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
  return isDone ? document.toString() : undefined;
}
