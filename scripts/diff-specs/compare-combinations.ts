import { isDeepStrictEqual } from 'node:util';
import { asArray, asObject, isObject } from '../generate/json.ts';
import type { Flow } from './flow.ts';
import { come, followed, gone, member, type Pair, type Side } from './sides.ts';

/** Reports schemas that were added to or removed from an `allOf`, `anyOf` or `oneOf`, and compares the others. */
export function compareCombination(
  schema: Pair,
  flow: Flow,
  key: string,
  compareSchemas: (pair: Pair, flow: Flow) => void,
): void {
  const list = { base: member(schema.base, key), head: member(schema.head, key) };
  const { stayed, left, joined } = match(members(list.base), members(list.head));
  for (const pair of stayed) compareSchemas(pair, flow);
  if (key !== 'allOf' && (list.base.value === undefined || list.head.value === undefined)) {
    const kind = list.base.value === undefined ? 'constraint-added' : 'constraint-removed';
    flow.changes.add(kind, list, flow.roles, `\`${key}\` was ${kind.replace('constraint-', '')}`);
    return;
  }
  for (const branch of joined) {
    const kind =
      key === 'allOf' ? 'constraint-added' : isNull(branch) ? 'null-admitted' : 'alternative-added';
    flow.changes.add(
      kind,
      come(branch),
      flow.roles,
      key === 'allOf' ? 'has to fit one schema more' : 'may be one alternative more',
    );
  }
  for (const branch of left) {
    const kind =
      key === 'allOf' ? 'constraint-removed' : isNull(branch) ? 'null-refused' : 'alternative-removed';
    flow.changes.add(
      kind,
      gone(branch),
      flow.roles,
      key === 'allOf' ? 'has to fit one schema less' : 'may be one alternative less',
    );
  }
}

function members(list: Side): Side[] {
  return asArray(list.value).map((_, index) => member(list, index));
}

function isNull(branch: Side): boolean {
  return asObject(followed(branch).value)['type'] === 'null';
}

function referenceOf({ value }: Side): unknown {
  return isObject(value) ? value['$ref'] : undefined;
}

/** Matches the same reference, then the same content, then the remaining unnamed ones in order. */
function match(base: Side[], head: Side[]): { stayed: Pair[]; left: Side[]; joined: Side[] } {
  const stayed: Pair[] = [];
  let [left, joined] = [base, head];
  const sameReference = (a: Side, b: Side) =>
    referenceOf(a) !== undefined && referenceOf(a) === referenceOf(b);
  const sameContent = (a: Side, b: Side) => isDeepStrictEqual(followed(a).value, followed(b).value);
  const bothNameless = (a: Side, b: Side) => referenceOf(a) === undefined && referenceOf(b) === undefined;
  for (const fits of [sameReference, sameContent, bothNameless]) {
    for (const branch of left) {
      const partner = joined.find((candidate) => fits(branch, candidate));
      if (partner === undefined) continue;
      stayed.push({ base: branch, head: partner });
      left = left.filter((other) => other !== branch);
      joined = joined.filter((other) => other !== partner);
    }
  }
  return { stayed, left, joined };
}
