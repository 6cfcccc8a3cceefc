import { DEFAULTS } from './defaults.ts';
import { EXIT, EXIT_WORDS, FAIL_ON } from './suite/verdict.ts';

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
  /** Minimum of a number. */
  readonly least?: number;
  /** Maximum of a number. */
  readonly most?: number;
  readonly meaning: string;
}

export const FLAGS: readonly Flag[] = [
  {
    name: 'contract',
    kind: 'text',
    value: 'NAME',
    meaning: 'the contract to judge, when it is not named first',
  },
  {
    name: 'url',
    kind: 'text',
    value: 'URL',
    meaning: 'where the paths of the contract begin, with any prefix or none',
  },
  {
    name: 'descriptor',
    kind: 'file',
    value: 'FILE',
    meaning:
      'a descriptor that the adapter can deploy (YAML), made for tests: what it names is removed again; default: a built-in sample',
  },
  {
    name: 'sample',
    kind: 'files',
    value: 'ROLE=FILE',
    meaning:
      'a further descriptor: invalid (has to be found so), other (can be deployed too, perhaps of another kind of component), enriched or results (of a deployment), forbidden (may not be deployed), violating (for an engine: a request body whose resource does not satisfy the policy); may be repeated',
  },
  {
    name: 'body',
    kind: 'files',
    value: 'OP=FILE',
    meaning:
      'a good request body for an operation (JSON or YAML), about things made for tests; may be repeated',
  },
  {
    name: 'id',
    kind: 'mapping',
    value: 'KIND=NAME',
    meaning: 'a thing that is there, such as environment=production; may be repeated',
  },
  {
    name: 'contract-version',
    kind: 'text',
    value: 'V',
    meaning: 'generation of the contract that the adapter implements; default: the newest',
  },
  { name: 'only', kind: 'list', value: 'ID,..', meaning: 'make these checks (or requirements) only' },
  { name: 'skip', kind: 'list', value: 'ID,..', meaning: 'leave these out, and what they alone speak of' },
  {
    name: 'exclude',
    kind: 'list',
    value: 'OP,..',
    meaning: 'never call these operations, not even to clean up; what rests on them is not testable',
  },
  {
    name: 'list',
    kind: 'switch',
    commandOnly: true,
    meaning: 'print every check with its level, clause and page, and send nothing; with --json everything',
  },
  {
    name: 'recording',
    kind: 'file',
    value: 'FILE',
    meaning: 'judge recorded traffic (HAR or NDJSON) in place of a target, and send nothing',
  },
  {
    name: 'watch',
    kind: 'list',
    value: 'PATH,..',
    commandOnly: true,
    meaning: 'run again when something below these paths changes, or on Enter; q ends it',
  },
  { name: 'report', kind: 'file', value: 'DIR', meaning: 'folder for the report; default: reports' },
  {
    name: 'format',
    kind: 'list',
    value: 'F,..',
    meaning: `files to write: ${FORMAT_NAMES.join(', ')}; default: html,json`,
  },
  {
    name: 'docs-url',
    kind: 'text',
    value: 'URL',
    meaning: 'where you serve this documentation: what is said of a failure links to its page there',
  },
  {
    name: 'waivers',
    kind: 'file',
    value: 'FILE',
    meaning: 'departures that are accepted for a while (YAML)',
  },
  {
    name: 'flaky',
    kind: 'list',
    value: 'ID,..',
    meaning: 'checks that are known to fail now and then: told apart, and the run is partial at best',
  },
  {
    name: 'fail-on',
    kind: 'text',
    value: FAIL_ON.join('|'),
    meaning:
      'exit code 1 for failures alone (must, the default), for warnings too that break a deployment (breaks), or for every warning (should)',
  },
  {
    name: 'verbose',
    kind: 'switch',
    meaning: 'print every check, and all that is known of each headline',
  },
  {
    name: 'config',
    kind: 'file',
    value: 'FILE',
    commandOnly: true,
    meaning: 'read flags from a file (YAML); what the command line says wins: --no-NAME switches one off',
  },
  { name: 'json', kind: 'switch', meaning: 'print the JSON report in place of text' },
  {
    name: 'header',
    kind: 'mapping',
    value: "'K: V'",
    meaning: 'send this header with every request; may be repeated',
  },
  { name: 'bearer', kind: 'text', value: 'TOKEN', meaning: 'send Authorization: Bearer TOKEN' },
  { name: 'basic', kind: 'text', value: 'USER:PASS', meaning: 'send Authorization: Basic ...' },
  {
    name: 'read-only',
    kind: 'switch',
    meaning:
      'never call what creates, changes or removes: checks that need it do not apply, and the verdict says so; the default for a platform',
  },
  {
    name: 'write',
    kind: 'switch',
    meaning:
      'for what is made for tests: also call what creates, changes or removes; the default but for a platform',
  },
  {
    name: 'timeout',
    kind: 'number',
    value: 'ms',
    least: 1,
    meaning: `for one answer; default: ${DEFAULTS.timeout}`,
  },
  {
    name: 'poll-budget',
    kind: 'number',
    value: 'ms',
    least: 1,
    meaning: `for one task to end; default: ${DEFAULTS.pollBudget}`,
  },
  {
    name: 'promptness',
    kind: 'number',
    value: 'ms',
    least: 1,
    meaning: `for answers that must not wait for work; default: ${DEFAULTS.promptness}`,
  },
  {
    name: 'concurrency',
    kind: 'number',
    value: 'N',
    least: 1,
    meaning: `invalid requests in flight at a time; default: ${DEFAULTS.concurrency}`,
  },
  {
    name: 'max-requests',
    kind: 'number',
    value: 'N',
    least: 1,
    meaning: `stop after so many; default: ${DEFAULTS.maxRequests}`,
  },
  {
    name: 'seed',
    kind: 'number',
    value: 'N',
    least: 0,
    meaning: 'make invented names the same again',
  },
  {
    name: 'callback-url',
    kind: 'text',
    value: 'URL',
    meaning:
      'where the target reaches this machine, for decisions that it sends; default: loopback, when both are here',
  },
  {
    name: 'callback-port',
    kind: 'number',
    value: 'N',
    least: 1,
    most: 65_535,
    meaning: 'port to listen on for them; default: that of --callback-url',
  },
  {
    name: 'listen',
    kind: 'number',
    value: 'ms',
    least: 1,
    // Maximum of a timer: 24 days.
    most: 2_147_483_647,
    meaning: 'integrator: stand in for the platform for so long, or until Ctrl-C, and judge what comes in',
  },
  {
    name: 'answer',
    kind: 'mapping',
    value: 'OP=STATUS',
    meaning: 'integrator: answer an operation with this status; may be repeated',
  },
  {
    name: 'manual-decisions',
    kind: 'switch',
    meaning: 'people decide there: nobody waits for a decision, and what needs one stays open',
  },
  {
    name: 'proxy',
    kind: 'text',
    value: 'URL',
    meaning: 'send through this proxy; default: HTTP_PROXY, HTTPS_PROXY and NO_PROXY',
  },
  { name: 'ca', kind: 'file', value: 'FILE', meaning: 'certificate authority to trust (PEM)' },
  { name: 'cert', kind: 'file', value: 'FILE', meaning: 'client certificate (PEM)' },
  { name: 'key', kind: 'file', value: 'FILE', meaning: 'key of the client certificate (PEM)' },
  { name: 'insecure', kind: 'switch', meaning: 'accept any certificate' },
  { name: 'help', kind: 'switch', commandOnly: true, meaning: 'print this' },
  { name: 'version', kind: 'switch', commandOnly: true, meaning: 'print the version of the suite' },
];

/** Flags that `init` writes to the file. */
export const INIT_FLAGS = ['contract', 'url', 'descriptor', 'contract-version', 'read-only'] as const;

/** Flags that may be given more than once. */
export function isRepeated({ kind }: Flag): boolean {
  return kind === 'mapping' || kind === 'files';
}

/** The exit codes of the command, by number. */
export function exitSentence(): string {
  const codes = EXIT_WORDS.map(([name, words]) => `${EXIT[name]} ${words}`);
  return `Ends with ${codes.join(', ')}.`;
}

/** Text of `--help`. */
export function helpText(contracts: readonly string[]): string {
  const left = FLAGS.map(({ name, value }) => `--${name}${value === undefined ? '' : ` ${value}`}`);
  const width = Math.max(...left.map(({ length }) => length));
  const flags = FLAGS.map(({ meaning }, index) => `  ${(left[index] ?? '').padEnd(width)}  ${meaning}`);
  return `Judges a running implementation of a contract over HTTP and writes a report.

Usage: tessera-conformance CONTRACT --url URL [flags]
       tessera-conformance CONTRACT --recording FILE [flags]   judge recorded traffic, send nothing
       tessera-conformance init [FILE] [flags]                 write a configuration file: asks for what no flag says
       tessera-conformance verify REPORT                       check that a JSON report is whole
       tessera-conformance compare BEFORE AFTER                show what changed between two JSON reports

init takes ${INIT_FLAGS.map((name) => `--${name}`).join(', ')}; verify and compare take none.

Contracts: ${contracts.join(', ')}

${flags.join('\n')}

${exitSentence()}

Examples
  tessera-conformance tech-adapter --url http://localhost:8080
  tessera-conformance tech-adapter --url https://adapters.example.com/warehouse --descriptor descriptor.yaml
  tessera-conformance tech-adapter --url http://localhost:8080 --only TA-20,X-12 --header 'Authorization: Bearer ...'
  tessera-conformance tech-adapter --url http://localhost:8080 --watch src
  tessera-conformance platform --url https://platform.example.com --bearer "$TOKEN" --id environment=production
  tessera-conformance tech-adapter --recording traffic.har
  tessera-conformance remote-request-hook --url http://10.0.0.7:8080 --callback-url http://10.0.0.5:8099
  tessera-conformance integrator --listen 60000 --callback-url http://10.0.0.5:8099`;
}
