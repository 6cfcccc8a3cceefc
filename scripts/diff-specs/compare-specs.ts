import { isDeepStrictEqual } from 'node:util';
import { toPointer } from '../generate/json.ts';
import { compare } from '../generate/problems.ts';
import type { Change } from './changes.ts';
import { compareContracts } from './compare-contracts.ts';
import { POLICY, PROTECTED } from './policy.ts';
import { askRedocly } from './redocly.ts';
import { withSecondOpinion } from './second-opinion.ts';
import type { Contract, Place, SpecsTree } from './specs-tree.ts';

/** A change with its place in specs/: of the base for removed parts, of the head otherwise. */
export interface LocatedChange extends Change, Place {
  readonly why: string;
}

/** The differences of one contract, and whether they are allowed. */
export interface ContractReport {
  readonly id: string;
  readonly area: string;
  readonly baseVersion: string | undefined;
  readonly headVersion: string | undefined;
  /** The parts with a new major version, in words. */
  readonly major: string | undefined;
  readonly changes: readonly LocatedChange[];
  /** Breaking changes that need a new major version and do not have one. */
  readonly refused: number;
}

/** Compares two revisions of specs/, contract by contract; contracts without a change are left out. */
export async function compareSpecs(base: SpecsTree, head: SpecsTree): Promise<ContractReport[]> {
  const ids = [...new Set([...head.contracts.keys(), ...base.contracts.keys()])];
  const pairs = ids.map((id) => ({ id, before: base.contracts.get(id), after: head.contracts.get(id) }));
  const changed = pairs.flatMap(({ id, before, after }) =>
    before && after && !isDeepStrictEqual(before.document, after.document)
      ? [{ id, base: before.document, head: after.document }]
      : [],
  );
  const opinions = changed.length === 0 ? [] : await askRedocly(changed);
  return pairs.flatMap(({ id, before, after }) => {
    const found = changesOf(before, after);
    const mine = opinions.filter(({ contract }) => contract === id);
    const changes = withSecondOpinion(found, mine).map((change) => located(change, before, after));
    return changes.length === 0 ? [] : [report(id, before, after, changes, majorMove(id, base, head))];
  });
}

function changesOf(before: Contract | undefined, after: Contract | undefined): Change[] {
  if (before && after)
    return isDeepStrictEqual(before.document, after.document)
      ? []
      : compareContracts(before.document, after.document, after.area);
  const kind = after ? 'contract-added' : 'contract-removed';
  const { implementers, callers } = POLICY[kind];
  const message = after ? 'the contract came' : 'the contract went';
  return [
    {
      kind,
      side: after ? 'head' : 'base',
      pointer: toPointer([]),
      message,
      implementers,
      callers,
      redocly: [],
    },
  ];
}

function located(change: Change, before: Contract | undefined, after: Contract | undefined): LocatedChange {
  const contract = change.side === 'base' ? before : after;
  const place = contract?.locate(change.pointer) ?? { file: 'specs', line: 1, column: 1 };
  return { ...change, ...place, why: POLICY[change.kind].why };
}

function report(
  id: string,
  before: Contract | undefined,
  after: Contract | undefined,
  changes: LocatedChange[],
  major: string | undefined,
): ContractReport {
  const area = (after ?? before)?.area ?? '';
  const refused = major === undefined ? changes.filter((change) => asksForMajor(change, area)).length : 0;
  const rank = (change: Change) =>
    Number(change.implementers !== 'breaking' && change.callers !== 'breaking');
  const sorted = changes.sort(
    (a, b) =>
      rank(a) - rank(b) || compare(a.file, b.file) || a.line - b.line || compare(a.message, b.message),
  );
  return {
    id,
    area,
    baseVersion: before?.version,
    headVersion: after?.version,
    major,
    changes: sorted,
    refused,
  };
}

/** Whether a change breaks a party that the policy protects in this area. */
function asksForMajor(change: Change, area: string): boolean {
  const parties = PROTECTED[area] ?? ['implementers', 'callers'];
  return parties.some((party) => change[party] === 'breaking');
}

/** The new major version that covers a contract: its version in the document or in releases.yaml, or the product's. */
function majorMove(id: string, base: SpecsTree, head: SpecsTree): string | undefined {
  const versions: readonly [what: string, before: string | undefined, after: string | undefined][] = [
    ['info.version', base.contracts.get(id)?.version, head.contracts.get(id)?.version],
    ['specs/releases.yaml', base.release.contracts[id], head.release.contracts[id]],
    ['the product', base.release.version, head.release.version],
  ];
  const moved = versions.find(([, before, after]) => majorOf(after) > majorOf(before));
  return moved && `${moved[0]}: ${moved[1]} to ${moved[2]}`;
}

/** NaN without a version: neither greater nor less than any. */
function majorOf(version: string | undefined): number {
  return Number.parseInt((version ?? '').replace(/^v/, ''), 10);
}
