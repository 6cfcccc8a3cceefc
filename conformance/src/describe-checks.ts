import { readOwnFile } from './own-files.ts';
import { listChecks } from './run-conformance.ts';
import type { Level, Requirement } from './suite/requirement.ts';
import { type Severity, severityOf } from './suite/severity.ts';

/** Everything that is known about a check before it is made; the documentation renders it as a page. */
export interface DescribedCheck {
  readonly id: string;
  readonly requirement: string;
  readonly title: string;
  /** The sentence of the requirement; the title may name where it is asked. */
  readonly what: string;
  readonly level: Level;
  readonly severity: Severity;
  readonly clause: string;
  /** Path of its page in the documentation. */
  readonly page: string;
  readonly why: string;
  readonly fix: string;
  readonly since?: string;
  readonly capability?: string;
  /** Why it never fails anybody. */
  readonly chosen?: string;
  /** Wrong servers that it catches. */
  readonly mutants: readonly KilledMutant[];
}

export interface KilledMutant {
  readonly name: string;
  readonly crime: string;
}

/** By contract, then by requirement. */
export type Kills = Readonly<Record<string, Readonly<Record<string, readonly KilledMutant[]>>>>;

/** Describes every check of a contract without sending anything. */
export async function describeChecks(contract: string, contractVersion?: string): Promise<DescribedCheck[]> {
  const kills = readKills()[contract] ?? {};
  return (await listChecks(contract, contractVersion)).map(({ check, requirement }) => ({
    id: check.id,
    requirement: requirement.id,
    title: check.title,
    ...describeRequirement(contract, requirement),
    mutants: kills[requirement.id] ?? [],
  }));
}

/** What is known of a requirement, whatever its checks are. */
export function describeRequirement(
  contract: string,
  requirement: Requirement,
): Omit<DescribedCheck, 'id' | 'requirement' | 'title' | 'mutants'> {
  const { since, capability, chosen } = requirement;
  return {
    what: requirement.title,
    level: requirement.level,
    severity: severityOf(requirement),
    clause: requirement.clause,
    page: pageOf(contract, requirement.id),
    why: requirement.why,
    fix: fixOf(requirement),
    ...(since === undefined ? {} : { since }),
    ...(capability === undefined ? {} : { capability }),
    ...(chosen === undefined ? {} : { chosen }),
  };
}

/** Path of the page that explains a requirement, on the documentation site. */
export function pageOf(contract: string, requirement: string): string {
  return `/conformance/${contract}/${requirement.toLowerCase()}/`;
}

function fixOf({ id, title, fix }: Requirement): string {
  const family = FIXES.find(({ ids }) => ids.test(id));
  return fix ?? family?.fix ?? `Change the implementation so that this holds: ${title}.`;
}

/** What helps against whole families of departures. */
const FIXES: readonly { readonly ids: RegExp; readonly fix: string }[] = [
  {
    ids: /^(X-01|P-02|X-16)$/,
    fix: 'Map every outcome of the handler to a status that the contract lists for the operation; register handlers for the errors that the framework answers itself.',
  },
  {
    ids: /^(X-02|P-03|X-13)$/,
    fix: 'Serialise the answer from a type generated from the contract, and compare it with the difference shown: it names the member by JSON pointer.',
  },
  {
    ids: /^(X-03|P-05)$/,
    fix: 'Answer through the JSON writer of the framework, with the media type application/json, errors too.',
  },
  {
    ids: /^(X-04|P-06)$/,
    fix: 'End a 204 without writing a body.',
  },
  {
    ids: /^(X-0[5-9]|X-10|P-04)$/,
    fix: 'Write all errors in one place, an exception handler of the application, in the error shape of the contract.',
  },
  {
    ids: /^(X-1[12]|P-1[12]|TA-0[789]|TA-22|TA-31|TA-35)$/,
    fix: 'Validate the body against the schema of the contract before any work begins, and answer 400 in the error shape when it does not fit.',
  },
  {
    ids: /^P-14$/,
    fix: 'Validate the query against the parameters of the contract, and answer 400 when it does not fit.',
  },
  {
    ids: /^(X-14|X-15)$/,
    fix: 'Write log entries in order of time, with an RFC 3339 timestamp, a level of the list and a message.',
  },
  {
    ids: /^(A-0[1234]|A-1[1234]|CO-09|P-3[123])$/,
    fix: 'Create a new random token for every task, store it before answering 202, and look tokens up by exact comparison within their kind.',
  },
  {
    ids: /^(A-0[56789]|A-10|CO-04|P-3[456])$/,
    fix: 'Keep the state of a task in one place that only moves along the lifecycle, run the work apart from polling, and keep the end answer.',
  },
  {
    ids: /^(A-15|CO-07|P-08)$/,
    fix: 'Answer before the work: hand out the token and go on in the background.',
  },
  {
    ids: /^(P-2[0-5])$/,
    fix: 'Sort by a unique key, then apply offset and limit as numbers of items, and count over the whole list.',
  },
  {
    ids: /^(X-18|X-19|X-20|P-13|P-16|CO-08)$/,
    fix: 'Let the framework refuse what no route takes, with its 4xx mapped to the error shape.',
  },
];

/** Written by `write-data.ts`. */
function readKills(): Kills {
  return JSON.parse(readOwnFile('requirements/kills.json'));
}
