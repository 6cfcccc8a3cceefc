import { writeFileSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { asTyped } from '@tessera/cli';
import { isInteractive } from '../config.ts';
import { ConfigError } from '../config-error.ts';
import type { Values } from '../config-file.ts';
import { readUrl, readVersion, textOf } from '../config-values.ts';
import { CONTRACTS, requireContract } from '../contracts.ts';
import { userInfoOf } from '../suite/user-info.ts';
import { EXIT } from '../suite/verdict.ts';
import { writeYaml } from '../suite/yaml.ts';

/** The content of a configuration file. */
export interface Answers {
  readonly contract: string;
  readonly url: string;
  readonly descriptor?: string;
  readonly contractVersion?: string;
  readonly readOnly: boolean;
}

/** Asks one question; an empty answer means the text in parentheses. */
export type Ask = (question: string, fallback: string) => Promise<string>;

/** Writes an initial configuration file; asks for what no flag sets. Never overwrites a file. */
export async function init(path: string, values: Values): Promise<number> {
  const answers = await collect(values, isInteractive() ? askTerminal : undefined);
  try {
    writeFileSync(path, renderConfig(answers, dirname(resolve(path))), { flag: 'wx' });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new ConfigError(
      code === 'EEXIST' ? `${path} already exists` : `${path} cannot be written (${code})`,
    );
  }
  console.log(`written: ${path}\nrun it with: ${asTyped('tessera-conformance')} --config ${path}`);
  return EXIT.conformant;
}

/**
 * The values from the flags, and answers for the rest.
 * @param ask absent if the terminal is not interactive: then the flags must be sufficient
 */
export async function collect(values: Values, ask: Ask | undefined): Promise<Answers> {
  const given = textOf(values, 'url');
  if (ask === undefined && given === undefined)
    throw new ConfigError(
      'init cannot ask for values without a terminal: pass --url URL, and --contract NAME for a contract other than tech-adapter',
    );
  const contract =
    textOf(values, 'contract') ??
    (await ask?.(`Contract, one of ${CONTRACTS.join(', ')}`, 'tech-adapter')) ??
    'tech-adapter';
  requireContract(contract);
  const url =
    given ?? (await ask?.('Address of the implementation', `http://localhost:8080/${contract}`)) ?? '';
  if (userInfoOf(readUrl({ url })) !== undefined)
    throw new ConfigError(
      'init stores no passwords: leave user and password out of the address, and put a header with an environment variable into the file',
    );
  const descriptor =
    textOf(values, 'descriptor') ??
    (await ask?.('Descriptor that it can deploy, a YAML file (none)', '')) ??
    '';
  const version =
    textOf(values, 'contract-version') ?? (await ask?.('Version of the contract (the newest)', '')) ?? '';
  readVersion(version === '' ? {} : { 'contract-version': version });
  const readOnly =
    values['read-only'] === true ||
    /^y/i.test((await ask?.('Only read: never create, change or remove? y/n', 'n')) ?? 'n');
  return {
    contract,
    url,
    readOnly,
    ...(descriptor === '' ? {} : { descriptor }),
    ...(version === '' ? {} : { contractVersion: version }),
  };
}

/**
 * The file, with every unset option as a comment.
 * @param folder the folder of the file: its paths are relative to that
 */
export function renderConfig(answers: Answers, folder: string): string {
  const { contract, url, descriptor, contractVersion, readOnly } = answers;
  const entry = (key: string, value: string | boolean): string => writeYaml({ [key]: value }).trimEnd();
  const line = (key: string, value: string | true | undefined, example: string): string =>
    value === undefined ? `# ${key}: ${example}` : entry(key, value);
  const path =
    descriptor === undefined || isAbsolute(descriptor) ? descriptor : relative(folder, resolve(descriptor));
  return `# yaml-language-server: $schema=node_modules/@tessera/conformance/config.schema.json
# Every key is a flag of tessera-conformance without its dashes; --help explains them.
${entry('contract', contract)}
${entry('url', url)}

# A descriptor that the adapter can deploy; the path is relative to this file.
${line('descriptor', path, 'descriptor.yaml')}

# The version of the contract that the adapter implements.
${line('contract-version', contractVersion, '"2.5.0"')}

# Never provision, unprovision, change access or terminate.
${line('read-only', readOnly ? true : undefined, 'true')}

# \${NAME} stands for an environment variable, so that secrets stay out of this file.
# header:
#   Authorization: Bearer \${TOKEN}

# How long one answer and one task may take, in milliseconds.
# timeout: 30000
# poll-budget: 60000

# report: reports
# format: [html, json, junit]
# waivers: waivers.yaml
`;
}

async function askTerminal(question: string, fallback: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question(`${question}${fallback === '' ? '' : ` (${fallback})`}: `);
    return answer.trim() === '' ? fallback : answer.trim();
  } finally {
    terminal.close();
  }
}
