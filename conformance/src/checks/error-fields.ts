import { parse } from 'yaml';
import type { Check } from '../suite/check.ts';
import { bodyOf, describeAnswer, statusOf } from '../suite/exchange.ts';
import { at, brief, isObject } from '../suite/json.ts';
import type { Run } from '../suite/run.ts';

/** The field in an error must exist in the request. */
export function errorFieldChecks(run: Run): Check[] {
  return [
    run.check('X-10', { phase: 'last' }, (trial) => {
      for (const exchange of run.session.journal) {
        const field = at(bodyOf(exchange), 'inputErrorField');
        if (statusOf(exchange) < 400 || typeof field !== 'string' || field === '') continue;
        if (!('value' in exchange.sent)) continue;
        trial.saw(exchange);
        const wrong = exchange.sent.fault;
        if (wrong !== undefined && isObject(exchange.sent.value) && topOf(field) in exchange.sent.value) {
          if (topOf(field) === topOf(wrong)) continue;
          trial.wrongValue('inputErrorField names a valid field', wrong, field, exchange);
          continue;
        }
        if (resolves(field, exchange.sent.value)) continue;
        trial.violated(
          {
            symptom: 'inputErrorField names an unknown field',
            expected: 'a dotted path to a field of the request',
            actual: `${brief(field)} in ${describeAnswer(exchange)}`,
          },
          exchange,
        );
      }
    }),
  ];
}

const topOf = (path: string): string => path.split(/[./]/).find((key) => key !== '') ?? '';

/** The field may be the missing one: then its parent must exist. */
function resolves(path: string, sent: unknown): boolean {
  if (path.startsWith('/')) return false;
  const keys = path.split('.').filter((key) => key !== '');
  const parents = keys.slice(0, -1);
  if (parents.length === 0 || at(sent, ...parents) !== undefined) return true;
  // Descriptors are parsed only if the request itself does not contain it, because that takes time.
  return documentsIn(sent).some((input) => at(input, ...parents) !== undefined);
}

/** The input may also be the descriptor, or the system inside it. */
function documentsIn(sent: unknown): unknown[] {
  const places = [at(sent, 'descriptor'), at(sent, 'content'), at(sent, 'provisionInfo', 'request')];
  return places.flatMap((text) => {
    if (typeof text !== 'string') return [];
    try {
      const document: unknown = parse(text);
      return isObject(document) ? [document, document['dataProduct']] : [];
    } catch {
      return [];
    }
  });
}
