import { FLAGS, type Flag, GROUPS, INIT_FLAGS } from './flags.ts';
import { EXIT, EXIT_WORDS } from './suite/verdict.ts';

/** Maximum length of a line of the help. */
const WIDTH = 110;

/** Text of `--help`. */
export function helpText(contracts: readonly string[]): string {
  const groups = Object.entries(GROUPS).map(([heading, flags]) =>
    [`${heading}:`, ...flags.flatMap(describeFlag)].join('\n'),
  );
  return `Checks a running implementation of a contract over HTTP, and writes a report.

Usage: tessera-conformance CONTRACT --url URL [flags]
       tessera-conformance CONTRACT --recording FILE [flags]   check recorded traffic, send nothing
       tessera-conformance init [FILE] [flags]                 write a configuration file; asks for missing values
       tessera-conformance verify REPORT                       check that a JSON report is complete
       tessera-conformance compare BEFORE AFTER                show what changed between two JSON reports

init accepts ${INIT_FLAGS.map((name) => `--${name}`).join(', ')}; verify and compare accept no flags.

${wrap(`Contracts: ${contracts.join(', ')}`, '  ').join('\n')}

${groups.join('\n\n')}

Exit codes:
${EXIT_WORDS.map(([name, words]) => `  ${EXIT[name]}  ${words}`).join('\n')}

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

const COLUMN = 2 + 2 + Math.max(...FLAGS.map((flag) => usageOf(flag).length));

function usageOf({ name, value }: Flag): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

/** A flag with its meaning in a second column. */
function describeFlag(flag: Flag): string[] {
  const [first = '', ...rest] = wrap(`${' '.repeat(COLUMN)}${flag.meaning}`, ' '.repeat(COLUMN));
  return [`  ${usageOf(flag)}`.padEnd(COLUMN) + first.trimStart(), ...rest];
}

/** Breaks a text between words; `indent` starts each line but the first. */
function wrap(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = /^ */.exec(text)?.[0] ?? '';
  let isEmpty = true;
  for (const word of text.trim().split(' ')) {
    if (!isEmpty && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      [line, isEmpty] = [indent, true];
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}
