const BY_SCHEMA = 'the schema of the answer says the same, and X-02 reads it';
const BY_SENT_SCHEMA = 'the schema of what is sent says the same, and IN-01 reads it';
const ONE_STATUS =
  'every good answer here is looked at by a requirement of the contract that expects one status';
const NO_501 = 'no answer of this contract may be a 501, so that X-01 catches it too';
const EVERY_MEMBER = 'every member of an answer has a requirement of its own';
const ON_THE_WAY = 'the walk over the pages meets it too';

/**
 * Binding requirements that no server can break without breaking another one: why, by requirement, or by contract and
 * requirement. They stay because they name the cause.
 */
export const NEVER_ALONE: Readonly<Record<string, string>> = {
  'X-05': BY_SCHEMA,
  'X-07':
    'the schema of a system error says the same (X-02), and a status without a schema is none of the contract (X-01)',
  'X-09': BY_SCHEMA,
  'X-13': 'the closed lists stand in the schemas, and X-02 reads them',
  'X-14': BY_SCHEMA,
  'X-16': NO_501,
  'A-01': BY_SCHEMA,
  'A-05':
    'the only state that a task could begin in and must not is TERMINATING: it is no legal move either (A-06)',
  'DC-09': BY_SCHEMA,
  'HK-05': BY_SCHEMA,
  'HK-07': BY_SCHEMA,
  'remote-request-hook X-02': EVERY_MEMBER,
  'marketplace-plugin X-01': ONE_STATUS,
  'marketplace-plugin X-04': 'MP-07 says it of the only answer with 204',
  'TR-01': BY_SENT_SCHEMA,
  'TR-06': BY_SENT_SCHEMA,
  'GP-02': BY_SENT_SCHEMA,
  'GP-04': BY_SENT_SCHEMA,
  'TA-02': BY_SCHEMA,
  'TA-13': BY_SCHEMA,
  'TA-14': BY_SCHEMA,
  'TA-15': BY_SCHEMA,
  'TA-23': 'A-02 asks it of every token, those of unprovision among them',
  'TA-36': BY_SCHEMA,
  'TA-37': BY_SCHEMA,
  'TA-38': BY_SCHEMA,
  'custom-url-picker X-01': ONE_STATUS,
  'custom-url-picker X-02': EVERY_MEMBER,
  'UP-02': BY_SCHEMA,
  'UP-06': ON_THE_WAY,
  'UP-07': 'the filters that it sends hold nothing, which UP-20 looks at too',
  'perimeter-resolver X-02': EVERY_MEMBER,
  'PR-03': ON_THE_WAY,
  'PR-04': ON_THE_WAY,
  'PR-06': ON_THE_WAY,
  'PR-10': 'whoever looks for a resource that is not there meets it too (PR-11, PR-18)',
  'remote-engine X-02': EVERY_MEMBER,
  'RE-02': BY_SCHEMA,
  'RE-03': BY_SCHEMA,
  'RE-05': BY_SCHEMA,
  'llm-engine X-01': ONE_STATUS,
  'llm-engine X-02': EVERY_MEMBER,
  'LE-02': BY_SCHEMA,
  'LE-11': BY_SCHEMA,
};

/** Why a requirement of a contract has no mutant of its own; undefined when nothing speaks against one. */
export function whyNeverAlone(contract: string, requirement: string): string | undefined {
  return NEVER_ALONE[`${contract} ${requirement}`] ?? NEVER_ALONE[requirement];
}
