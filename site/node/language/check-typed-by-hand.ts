import type { Finding } from './check-style.ts';
import { type Bound, type ContractFacts, type Enumeration, operationKey } from './contract-facts.ts';
import { lineAt, type ProseBlock } from './prose.ts';

const SHOUTED = /\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)*\b/g;
/** Shorter words in capitals are abbreviations as well: OK, INFO. */
const SHORTEST_WORD = 5;
const MANY = 3;
const CALL = /^(?:(GET|POST|PUT|PATCH|DELETE)\s+)(\/\S*)$/;
/** A number, a duration, or a path: the forms of bounds and defaults besides words. */
const AMOUNT = String.raw`(\d+(?:[,.]\d+)*|PT?\d+[\w]*|v\d+\/\w+)`;
const BEFORE_BOUND = [
  'at most',
  'at least',
  'up to',
  'no (?:more|fewer|less|longer) than',
  '(?:not )?(?:more|longer|fewer|less|greater|larger) than',
  'exceeds?',
  '(?:maximum|minimum|limit)(?: of| is|:)?',
  'between \\d+ and',
  'from \\d+ to',
];
const BEFORE_DEFAULT = ['by default', 'defaults?(?: to| is| of| value is|:)?'];
const LIMIT = new RegExp(
  String.raw`\b(${[...BEFORE_BOUND, ...BEFORE_DEFAULT].join('|')})\s+(?:an? )?${AMOUNT}\b`,
  'gi',
);

/** Finds facts of a contract that a page repeats by hand. `apis` are those that the page is about. */
export function checkTypedByHand(
  blocks: readonly ProseBlock[],
  apis: ReadonlySet<string>,
  facts: ContractFacts,
): Finding[] {
  const own = facts.enumerations.filter(({ api }) => apis.has(api));
  return [
    ...blocks.flatMap((block) => checkValues(block, own, facts)),
    ...blocks.flatMap((block) => checkCalls(block, facts)),
    ...blocks.flatMap((block) =>
      checkLimits(
        block,
        facts.bounds.filter(({ api }) => apis.has(api)),
      ),
    ),
    ...checkLists(blocks, own),
  ];
}

function checkValues(block: ProseBlock, own: readonly Enumeration[], facts: ContractFacts): Finding[] {
  const coded = block.codes.map(({ code, line }) => ({ word: code, line, isCode: true }));
  const bare = [...block.text.matchAll(SHOUTED)].map(({ 0: word, index }) => ({
    word,
    line: lineAt(block, block.text, index),
    isCode: false,
  }));
  return [...coded, ...bare].flatMap(({ word, line, isCode }) => {
    const message = complaint(word, isCode, own, facts);
    return message === null ? [] : [{ line, message }];
  });
}

function complaint(
  word: string,
  isCode: boolean,
  own: readonly Enumeration[],
  facts: ContractFacts,
): string | null {
  if (!/^[A-Z][A-Z\d_]+$/.test(word)) return null;
  if (!isCode && !word.includes('_') && word.length < SHORTEST_WORD) return null;
  const apis = facts.errors.get(word);
  const has = ({ values }: Enumeration) => values.has(word);
  if (own.some(has)) return `${word} is a value of a contract: write {{${word}}}`;
  if (apis) return `${word} is an error of a contract: write {{error:${apis[0] ?? 'API'}:${word}}}`;
  const other = facts.enumerations.find(has);
  if (!other || !word.includes('_')) return null;
  return `${word} is a value of ${other.api}: add it to the page's contracts and write {{${word}}}`;
}

function checkCalls({ codes }: ProseBlock, { operations }: ContractFacts): Finding[] {
  return codes.flatMap(({ code, line }) => {
    const [, method = '', path = ''] = CALL.exec(code) ?? [];
    const reference = operations.get(operationKey(method, path));
    return reference === undefined ? [] : [{ line, message: `${code}: write {{${reference}}}` }];
  });
}

function checkLimits(block: ProseBlock, bounds: readonly Bound[]): Finding[] {
  return [...block.full.matchAll(LIMIT)].flatMap(({ 0: phrase, 1: words = '', 2: number = '', index }) => {
    const value = number.replaceAll(',', '');
    const isDefault = /default/i.test(words);
    const fitting = bounds.filter((bound) => bound.value === value && bound.isDefault === isDefault);
    const [bound] = fitting;
    if (!bound) return [];
    const line = lineAt(block, block.full, index);
    const known = [...new Set(fitting.map(({ reference }) => `{{${reference}}}`))]
      .slice(0, MANY)
      .join(' or ');
    return [{ line, message: `"${phrase}" is said by a contract: write ${known}` }];
  });
}

/** Three values of one enumeration in one table or list count as a copy of it. */
function checkLists(blocks: readonly ProseBlock[], own: readonly Enumeration[]): Finding[] {
  const numbers = new Set(blocks.map(({ group }) => group));
  return [...numbers].flatMap((number) => {
    const codes = blocks.filter(({ group }) => group === number).flatMap((block) => block.codes);
    const words = new Set(codes.map(({ code }) => code));
    const copied = own.find(({ values }) => [...values].filter((value) => words.has(value)).length >= MANY);
    const first = codes.find(({ code }) => copied?.values.has(code));
    if (!copied || !first) return [];
    const message = `a list of the values of ${copied.name}: write ::: contract enum ${copied.api}#${copied.name}, or each value as {{...}}`;
    return [{ line: first.line, message }];
  });
}
