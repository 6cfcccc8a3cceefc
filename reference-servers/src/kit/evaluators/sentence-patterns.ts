import type { PolicyResult } from '@tessera/contracts/types/llm-engine';
import { Problem } from '../../harness/problem.ts';
import { componentsIn, readSystem } from '../descriptors/data-product.ts';
import { type Evaluator, unavailable } from './language-model.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Part of every verdict, so that users do not mistake these patterns for a language model. */
const SENTENCE_PATTERNS = 'a small set of sentence patterns, not a language model';

/** What a sentence of a policy requires. */
interface Demand {
  /** The subject of the requirement. */
  readonly of: 'resource' | 'components' | 'outputports';
  /** Words that name the member, for example `data product owner`. */
  readonly member: string;
  /** The required value; absent when presence is enough. */
  readonly value?: string;
  /** The member must have another value, or must be absent. */
  readonly not: boolean;
}

const MUST = '(?:must|shall|should|has to|have to|needs? to)';
const EACH = /^(?:each|every|all|any)(?: of)?(?: the| its)? (components?|output ?ports?) /i;
const SUBJECT =
  /^(?:the|a|an|its|this)? ?(?:data ?products?|systems?|resources?|buckets?|storage[- ]buckets?|descriptors?|it) /i;

/** `must have a description`, `has an owner`, `must not contain tags`. */
const PRESENCE = new RegExp(
  `^(?:${MUST} (not )?)?(?:have|has|contain|contains|declare|declares|define|defines|name|names|include|includes|carry|carries) (?:(no) |at least one |some |an? |the |its )?(.+)$`,
  'i',
);
/** `the domain must be logistics`, `encrypted is true`, `the owner must not be empty`. */
const EQUALITY = new RegExp(
  `^(?:the |an? |its )?(.+?)(?: of (?:the|a|an|its|this|each|every) [\\w -]+?)? (?:${MUST} (not )?(?:be|equal)|is (not )?|equals) ?(?:equal to |set to )?(?:the |an? )?(.+)$`,
  'i',
);

/** Maximum length of a sentence that the patterns are tried on, in characters; they slow down with it. */
const LONGEST_SENTENCE = 300;
const MOST_SENTENCES = 50;

/** Words that join or qualify clauses; the patterns cannot evaluate a member or a value with one of them. */
const JOINING =
  /\b(?:and|or|if|unless|when|where|wherever|while|that|which|who|with|without|for|by|than|except)\b/i;
const MOST_WORDS = 4;

const THERE = /^(?:there|present|set|given|filled(?: in)?|defined|not empty|non-empty)$/i;
const NOT_THERE = /^(?:empty|missing|absent|blank|null)$/i;

/**
 * Evaluates sentence patterns such as `The domain of the data product must be logistics.` It reads members of the
 * resource only, so text inside the resource cannot inject instructions.
 * @throws Problem MODEL_UNAVAILABLE for a policy that fits no pattern: no verdict is better than a guessed one
 */
export const evaluateByPatterns: Evaluator = async ({ policy, content }) => {
  const demands = sentencesOf(policy).map(understand);
  const resource = readResource(content);
  const reasons = [...new Set(demands.flatMap((demand) => breachesOf(demand, resource)))];
  return verdict(reasons);
};

function verdict(errors: string[]): PolicyResult {
  const suggestion = 'Change the members that the errors name, and evaluate the resource again.';
  const details = errors.length === 0 ? {} : { suggestion };
  return {
    satisfiesPolicy: errors.length === 0,
    errors,
    details: { evaluator: SENTENCE_PATTERNS, ...details },
  };
}

/** @throws Problem MODEL_UNAVAILABLE */
function sentencesOf(policy: string): string[] {
  const sentences = policy
    .split(/[.;!?](?:\s+|$)|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
  const tooLong = sentences.some(({ length }) => length > LONGEST_SENTENCE);
  if (sentences.length === 0 || sentences.length > MOST_SENTENCES || tooLong) throw notUnderstood(policy);
  return sentences;
}

/** @throws Problem MODEL_UNAVAILABLE */
function understand(sentence: string): Demand {
  const [all, components] = EACH.exec(sentence) ?? [''];
  const of = components === undefined ? 'resource' : /^c/i.test(components) ? 'components' : 'outputports';
  const rest = sentence.slice(all.length);
  const presence = PRESENCE.exec(rest.replace(SUBJECT, ''));
  if (presence !== null) {
    const [, not, no, member = ''] = presence;
    if (!isPlain(member)) throw notUnderstood(sentence);
    return { of, member, not: (not ?? no) !== undefined };
  }
  const equality = EQUALITY.exec(rest);
  if (equality === null) throw notUnderstood(sentence);
  const [, member = '', mustNot, isNot, wanted = ''] = equality;
  const not = (mustNot ?? isNot) !== undefined;
  if (!isPlain(member) || !isPlain(wanted)) throw notUnderstood(sentence);
  const value = wanted.replaceAll(/^["'`]|["'`]$/g, '');
  if (THERE.test(value)) return { of, member, not };
  if (NOT_THERE.test(value)) return { of, member, not: !not };
  return { of, member, value, not };
}

function isPlain(words: string): boolean {
  return !JOINING.test(words) && words.split(' ').length <= MOST_WORDS;
}

function notUnderstood(text: string): Problem {
  const excerpt = text.length > 100 ? `${text.slice(0, 100)}...` : text;
  return unavailable(`none is configured, and the built-in evaluator does not support "${excerpt}"`);
}

/** @throws Problem MODEL_UNAVAILABLE */
function readResource(content: string): Fields {
  try {
    return readSystem(content, 'content');
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
    throw unavailable(
      'none is configured, and the built-in evaluator reads YAML and JSON mappings only',
      cause,
    );
  }
}

function breachesOf(demand: Demand, resource: Fields): string[] {
  if (demand.of === 'resource') return breach(demand, resource, '');
  const components = componentsIn(resource).filter(
    ({ kind }) =>
      demand.of === 'components' || (typeof kind === 'string' && kind.toLowerCase() === 'outputport'),
  );
  return components.flatMap((component) => breach(demand, component, ` of ${String(component['name'])}`));
}

function breach({ member, value, not }: Demand, fields: Fields, where: string): string[] {
  const found = findMember(fields, member);
  const said = `The ${member}${where}`;
  if (value === undefined) {
    if (isFilled(found) !== not) return [];
    return [not ? `${said} is there.` : `${said} is missing.`];
  }
  const is = isFilled(found) && textOf(found).toLowerCase() === value.toLowerCase();
  if (is !== not) return [];
  if (not) return [`${said} is ${value}.`];
  return [
    isFilled(found)
      ? `${said} is ${textOf(found)} instead of ${value}.`
      : `${said} is missing; it has to be ${value}.`,
  ];
}

/** `owner` finds `dataProductOwner` when there is no `owner`; capitals, spaces and hyphens make no difference. */
function findMember(fields: Fields, words: string): unknown {
  const wanted = plain(words);
  const names = Object.keys(fields);
  const name =
    names.find((one) => plain(one) === wanted) ??
    names.find((one) => plain(one) === wanted.replace(/s$/, '')) ??
    names.find((one) => wanted.length > 2 && plain(one).endsWith(wanted));
  return name === undefined ? undefined : fields[name];
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return /\S/.test(value);
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null;
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
