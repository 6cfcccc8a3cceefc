import { type Check, memo } from '../suite/check.ts';
import { describeAnswer, type Exchange, statusOf, succeeded } from '../suite/exchange.ts';
import { isObject, type JsonObject } from '../suite/json.ts';
import type { Run, Subject } from '../suite/run.ts';
import { askPatiently } from './passing-trouble.ts';
import { findValidations } from './validations.ts';

/** Characters of two, three and four bytes. */
const TEXT = 'Größe 東京 🚚';
/** Members with YAML text: an added comment changes nothing in it. */
const YAML = ['descriptor', 'content'];
/** Members with arbitrary content. */
const FREE = ['fields', 'queryParameters'];

/** Valid requests with small variations are answered like the usual one. */
export function plainRequestChecks(run: Run, subject: Subject): Check[] {
  const { harmless: operation } = subject;
  if (operation === undefined) return [];
  const good = subject.goodBody(operation);
  if (!isObject(good)) return [];
  const send = (label: string, request: { readonly value: object; readonly mediaType?: string }) =>
    askPatiently(run, () =>
      run.session.call({
        operation,
        label,
        intent: 'valid',
        ...request,
        parameters: subject.goodParameters?.(operation),
        patient: true,
      }),
    );
  const validations = findValidations(run.contract);
  /** A validation is compared by its verdict, whatever the status. */
  const isAnsweredAlike = (plain: Exchange, other: Exchange): boolean => {
    if (validations?.atOnce !== operation) return statusOf(plain) === statusOf(other) || succeeded(other);
    const isValid = (one: Exchange): boolean => succeeded(one) && validations.foundAtOnce(one) !== false;
    return isValid(plain) === isValid(other);
  };
  const usual = memo(() => send('the usual request', { value: good }));
  const variation = (requirement: string, label: string, request: Parameters<typeof send>[1]): Check =>
    run.check(requirement, { operation }, async (trial) => {
      const [plain, exchange] = [await usual(), await send(label, request)];
      trial.saw(plain, exchange);
      if (isAnsweredAlike(plain, exchange)) return;
      trial.wrongAnswer(
        `${label}: ${statusOf(exchange)}`,
        `${describeAnswer(plain)}, as without it`,
        exchange,
        plain,
      );
    });
  const worded = withText(good);
  return [
    ...(worded === undefined ? [] : [variation('X-21', 'non-ASCII text', { value: worded })]),
    variation('X-22', 'a media type with a charset', {
      value: good,
      mediaType: 'application/json; charset=utf-8',
    }),
  ];
}

/** The same body with such text in it, if it has a member for it. */
function withText(good: JsonObject): JsonObject | undefined {
  const yaml = YAML.find((name) => typeof good[name] === 'string');
  if (yaml !== undefined) return { ...good, [yaml]: `${String(good[yaml])}\n# ${TEXT}\n` };
  const free = FREE.find((name) => isObject(good[name]));
  if (free === undefined) return undefined;
  return { ...good, [free]: { ...Object(good[free]), note: TEXT } };
}
