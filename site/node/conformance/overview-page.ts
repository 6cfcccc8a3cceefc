import type { ContractPages, RequirementPage } from '@tessera/conformance';
import { factList } from '../contract-docs/markdown.ts';
import type { AskedRequirement, Asking } from './check-data.ts';
import { contractLink, escapeText, LEADING_NAME, levelWord, table } from './wording.ts';

/** Sets of requirements that several contracts share; the order is that of the sidebar and of the overviews. */
export const SHARED: Readonly<Record<string, string>> = {
  'every-contract': 'Every response',
  tasks: 'Tasks and their tokens',
};

/** The numbers of a contract. */
export function renderNumbers({ version, requirements }: ContractPages): string {
  const checks = requirements.reduce((sum, one) => sum + one.checks.length, 0);
  const musts = requirements.filter((one) => levelOf(one) === 'MUST').length;
  return factList([
    ['Contract version', version],
    ['Requirements', String(requirements.length)],
    ['Binding (MUST)', String(musts)],
    ['Checks', String(checks)],
  ]);
}

/** The requirements of a contract. */
export function renderContract(judged: ContractPages, all: readonly AskedRequirement[]): string {
  const { contract } = judged;
  const asked = all.filter((one) => one.asked.some((asking) => asking.judged === judged));
  const parts = [contract, ...Object.keys(SHARED)].map((register) => {
    const own = asked.filter((one) => one.register === register);
    const isLeftOut = (one: AskedRequirement): boolean =>
      register in SHARED && askingOf(one, judged).requirement.notTested !== undefined;
    const rows = own.filter((one) => !isLeftOut(one)).map((one) => row(one, judged));
    const leftOut = own.filter(isLeftOut).map(({ id, page }) => `[${id}](${page})`);
    const heading = SHARED[register] ?? 'This contract';
    return [
      ...(own.length === 0 ? [] : [`## ${heading}`]),
      ...(rows.length === 0 ? [] : [table(COLUMNS, rows)]),
      ...(leftOut.length === 0 ? [] : [`Not tested for this contract: ${leftOut.join(', ')}.`]),
    ].join('\n\n');
  });
  return ['::: filter [Filter requirements]\n:::', ...parts.filter((part) => part !== '')].join('\n\n');
}

/** A table of the requirements of a set that several contracts share. */
export function renderShared(register: string, all: readonly AskedRequirement[]): string {
  const own = all.filter((one) => one.register === register);
  const rows = own.map((one) => [...row(one, testing(one).judged), testedFor(one)]);
  return `## Requirements\n\n${table([...COLUMNS, 'Tested for'], rows)}`;
}

/** All tested contracts and all shared sets, for the index. */
export function renderContracts(all: readonly ContractPages[], asked: readonly AskedRequirement[]): string {
  const contracts = all.map((judged) => {
    const checks = judged.requirements.reduce((sum, one) => sum + one.checks.length, 0);
    const own = asked.filter(({ register }) => register === judged.contract).length;
    return [
      contractLink(judged),
      `\`${judged.contract}\``,
      judged.version,
      `${own}`,
      `${judged.requirements.length}`,
      `${checks}`,
    ];
  });
  const shared = Object.entries(SHARED).flatMap(([register, title]) => {
    const own = asked.filter((one) => one.register === register);
    const who = new Set(own.flatMap((one) => one.asked.map(({ judged }) => judged.contract)));
    return own.length === 0
      ? []
      : [[`[${title}](/conformance/${register}/)`, `${own.length}`, `${who.size}`]];
  });
  return [
    `## Contracts\n\n${table(['Contract', 'Profile', 'Contract version', 'Specific requirements', 'All requirements', 'Checks'], contracts)}`,
    ...(shared.length === 0
      ? []
      : [`## Shared by several contracts\n\n${table(['Set', 'Requirements', 'Contracts'], shared)}`]),
  ].join('\n\n');
}

const isTested = ({ requirement }: Asking): boolean => requirement.notTested === undefined;

/** The first contract that tests the requirement, or the first one if no contract does. */
function testing({ asked }: AskedRequirement): Asking {
  return asked.find(isTested) ?? asked[0];
}

/** How many of the contracts that have the requirement test it. */
function testedFor({ asked }: AskedRequirement): string {
  const tested = asked.filter(isTested).length;
  return tested === asked.length ? numberOf(tested) : `${tested} of ${numberOf(asked.length)}`;
}

function numberOf(contracts: number): string {
  return contracts === 1 ? '1 contract' : `${contracts} contracts`;
}

const COLUMNS = ['ID', 'Title', 'Level', 'Severity'];

function askingOf({ asked }: AskedRequirement, judged: ContractPages): Asking {
  return asked.find((asking) => asking.judged === judged) ?? asked[0];
}

function row(one: AskedRequirement, judged: ContractPages): string[] {
  const { id, page } = one;
  const { requirement } = askingOf(one, judged);
  return [
    `[${id}](${page})`,
    escapeText(requirement.title).replace(LEADING_NAME, '`$&`'),
    strong(levelOf(requirement)),
    strong(requirement.severity),
  ];
}

const strong = (word: string): string => `**${word}**`;

/** A requirement that is not tested for a contract does not bind its servers; the page of the requirement says why. */
function levelOf(requirement: RequirementPage): string {
  return requirement.notTested === undefined ? levelWord(requirement) : 'not tested';
}
