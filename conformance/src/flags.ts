import { DEFAULTS } from './defaults.ts';
import { FAIL_ON } from './suite/verdict.ts';

/** Formats of a report. */
export const FORMAT_NAMES = ['html', 'json', 'junit', 'markdown', 'sarif', 'badge'] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

/** The type of a flag's value, also in a configuration file. */
export type FlagKind = 'text' | 'file' | 'list' | 'number' | 'switch' | 'mapping' | 'files';

/** One flag of the command. This is the only list of them: help, parsing, the file and its schema use it. */
export interface Flag {
  readonly name: string;
  readonly kind: FlagKind;
  /** Placeholder of the value in the help; absent for switches. */
  readonly value?: string;
  /** Not allowed in a file: it does something other than a run. */
  readonly commandOnly?: true;
  /** The possible values. */
  readonly choices?: readonly string[];
  /** Minimum of a number. */
  readonly least?: number;
  /** Maximum of a number. */
  readonly most?: number;
  readonly meaning: string;
}

const GROUPED: Readonly<Record<string, Readonly<Record<string, Omit<Flag, 'name'>>>>> = {
  Target: {
    contract: {
      kind: 'text',
      value: 'NAME',
      meaning: 'name of the contract, unless it is the first argument',
    },
    url: {
      kind: 'text',
      value: 'URL',
      meaning: 'base URL of the server, with the prefix of its paths if it has one',
    },
    recording: {
      kind: 'file',
      value: 'FILE',
      meaning: 'check recorded traffic (HAR or NDJSON) instead of a running server; sends nothing',
    },
    'contract-version': {
      kind: 'text',
      value: 'V',
      meaning: 'version of the contract that the server implements; default: the newest',
    },
    config: {
      kind: 'file',
      value: 'FILE',
      commandOnly: true,
      meaning: 'read flags from a YAML file; the command line wins, and --no-NAME turns a switch off',
    },
  },
  'Test data': {
    descriptor: {
      kind: 'file',
      value: 'FILE',
      meaning:
        'YAML descriptor that the adapter can deploy; use test data, because the run removes it again; default: a built-in sample',
    },
    sample: {
      kind: 'files',
      value: 'ROLE=FILE',
      meaning:
        'a further descriptor; may be repeated. ROLE is invalid (validation must find problems), other (can be deployed, for example with another kind of component), enriched or results (of a deployment), forbidden (must not be deployed) or violating (engines: a request body whose resource violates the policy)',
    },
    body: {
      kind: 'files',
      value: 'OP=FILE',
      meaning: 'valid request body for an operation (JSON or YAML), with test data; may be repeated',
    },
    id: {
      kind: 'mapping',
      value: 'KIND=NAME',
      meaning: 'identifier that exists on the server, such as environment=production; may be repeated',
    },
    seed: {
      kind: 'number',
      value: 'N',
      least: 0,
      meaning: 'generate the same names as the run with this seed',
    },
  },
  'What runs': {
    only: { kind: 'list', value: 'ID,..', meaning: 'run only these checks or requirements' },
    skip: { kind: 'list', value: 'ID,..', meaning: 'skip these checks or requirements' },
    exclude: {
      kind: 'list',
      value: 'OP,..',
      meaning: 'never call these operations, not even to clean up; checks that need them are not testable',
    },
    'read-only': {
      kind: 'switch',
      meaning:
        'never create, change or remove anything; checks that need it do not apply, and the verdict says so; default for the contract platform',
    },
    write: {
      kind: 'switch',
      meaning:
        'also create, change and remove, on a server for tests; default for every contract except platform',
    },
    list: {
      kind: 'switch',
      commandOnly: true,
      meaning:
        'print every check with its level, clause and page, and send nothing; with --json, all details',
    },
    watch: {
      kind: 'list',
      value: 'PATH,..',
      commandOnly: true,
      meaning: 'run again when a file below these paths changes, or on Enter; q quits',
    },
  },
  Output: {
    verbose: { kind: 'switch', meaning: 'print every check, and all details of each finding' },
    json: { kind: 'switch', meaning: 'print the report as JSON instead of text' },
    report: { kind: 'file', value: 'DIR', meaning: 'folder of the report; default: reports' },
    format: {
      kind: 'list',
      value: 'F,..',
      choices: FORMAT_NAMES,
      meaning: 'files to write; default: html,json',
    },
    'docs-url': {
      kind: 'text',
      value: 'URL',
      meaning: 'URL of your copy of this documentation; findings link to its pages',
    },
    waivers: {
      kind: 'file',
      value: 'FILE',
      meaning: 'YAML file with violations that are accepted until a date',
    },
    flaky: {
      kind: 'list',
      value: 'ID,..',
      meaning: 'checks that are known to be flaky: reported separately, and the verdict is partial at best',
    },
    'fail-on': {
      kind: 'text',
      value: 'LEVEL',
      choices: FAIL_ON,
      meaning:
        'when to exit with 1: on failures only (must, the default), also on warnings that break a deployment (breaks), or on every warning (should)',
    },
  },
  Connection: {
    header: {
      kind: 'mapping',
      value: "'K: V'",
      meaning: 'send this header with every request; may be repeated',
    },
    bearer: { kind: 'text', value: 'TOKEN', meaning: 'send Authorization: Bearer TOKEN' },
    basic: { kind: 'text', value: 'USER:PASS', meaning: 'send Authorization: Basic ...' },
    proxy: {
      kind: 'text',
      value: 'URL',
      meaning: 'use this proxy; default: HTTP_PROXY, HTTPS_PROXY and NO_PROXY',
    },
    ca: { kind: 'file', value: 'FILE', meaning: 'certificate authority to trust (PEM)' },
    cert: { kind: 'file', value: 'FILE', meaning: 'client certificate (PEM)' },
    key: { kind: 'file', value: 'FILE', meaning: 'key of the client certificate (PEM)' },
    insecure: { kind: 'switch', meaning: 'accept any certificate' },
  },
  'Limits, in milliseconds unless they are counts': {
    timeout: {
      kind: 'number',
      value: 'ms',
      least: 1,
      meaning: `timeout of one response; default: ${DEFAULTS.timeout}`,
    },
    'poll-budget': {
      kind: 'number',
      value: 'ms',
      least: 1,
      meaning: `timeout of one task; default: ${DEFAULTS.pollBudget}`,
    },
    promptness: {
      kind: 'number',
      value: 'ms',
      least: 1,
      meaning: `timeout of responses that must not wait for work; default: ${DEFAULTS.promptness}`,
    },
    concurrency: {
      kind: 'number',
      value: 'N',
      least: 1,
      meaning: `invalid requests at the same time; default: ${DEFAULTS.concurrency}`,
    },
    'max-requests': {
      kind: 'number',
      value: 'N',
      least: 1,
      meaning: `stop after this many requests; default: ${DEFAULTS.maxRequests}`,
    },
  },
  'Callbacks and decisions': {
    'callback-url': {
      kind: 'text',
      value: 'URL',
      meaning:
        'URL at which the server reaches this machine for callbacks; default: loopback, when both run on one machine',
    },
    'callback-port': {
      kind: 'number',
      value: 'N',
      least: 1,
      most: 65_535,
      meaning: 'port for callbacks; default: the port of --callback-url',
    },
    'manual-decisions': {
      kind: 'switch',
      meaning: 'people decide on that server: do not wait for decisions; what needs one is not testable',
    },
    listen: {
      kind: 'number',
      value: 'ms',
      least: 1,
      // Maximum of a timer: 24 days.
      most: 2_147_483_647,
      meaning: 'integrator: stand in for the platform for this time, or until Ctrl-C, and check each request',
    },
    answer: {
      kind: 'mapping',
      value: 'OP=STATUS',
      meaning: 'integrator: answer an operation with this status; may be repeated',
    },
  },
  Other: {
    help: { kind: 'switch', commandOnly: true, meaning: 'print this help; with --json, as data' },
    version: { kind: 'switch', commandOnly: true, meaning: 'print the version' },
  },
};

/** The flags by the headings of `--help`. */
export const GROUPS: Readonly<Record<string, readonly Flag[]>> = Object.fromEntries(
  Object.entries(GROUPED).map(([heading, flags]) => [
    heading,
    Object.entries(flags).map(([name, flag]) => ({ name, ...flag })),
  ]),
);

export const FLAGS: readonly Flag[] = Object.values(GROUPS).flat();

/** Flags that `init` writes to the file. */
export const INIT_FLAGS = ['contract', 'url', 'descriptor', 'contract-version', 'read-only'] as const;

/** Flags that may be given more than once. */
export function isRepeated({ kind }: Flag): boolean {
  return kind === 'mapping' || kind === 'files';
}
