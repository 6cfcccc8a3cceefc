import type { ContractPages, RequirementPage } from '@tessera/conformance';
import { LOCAL_ORIGIN } from '../../reference/samples/sample-request.ts';

/** What a level means for a run. */
export const LEVELS: Readonly<Record<RequirementPage['level'], string>> = {
  MUST: 'a violation fails the run',
  SHOULD: 'a violation is a warning',
  MAY: 'a violation is a note',
};

/** What a requirement is based on; without a meaning here, the requirement has its reason. */
export const BASES: Readonly<Record<RequirementPage['basis'], { name: string; meaning?: string }>> = {
  required: { name: 'required', meaning: 'the clause states it' },
  derived: {
    name: 'derived',
    meaning: 'the requirement document does not state it; this toolkit concludes it from the clause',
  },
  observed: { name: 'observed' },
  chosen: { name: "this toolkit's choice" },
};

/** What a violation means for the platform. */
export const SEVERITIES: Readonly<Record<RequirementPage['severity'], string>> = {
  breaks: 'a deployment, an access request or another task of the platform fails',
  degrades: 'the platform continues with a loss for users, such as a missing reason or a slow response',
  untidy: 'users can work around it, but it is confusing',
};

/** A requirement that begins in lower case begins with a name of its contract. */
export const LEADING_NAME = /^[a-z][\w.-]*(?:: (?:true|false))?/;

/** Escapes text for Markdown. */
export function escapeText(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|{}#]/g, '\\$&').replaceAll(/\s+/g, ' ');
}

/** Our prose in a table: code and emphasis are kept. */
export function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
}

/** A table; nothing without rows. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const lines = [columns, columns.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function contractLink({ contract, title }: ContractPages): string {
  return `[${escapeText(title)}](/conformance/${contract}/)`;
}

/** The level of a requirement, in one word. */
export function levelWord({ level, chosen }: RequirementPage): string {
  return chosen === undefined ? level : 'MAY';
}

/** Where the guides serve what is not served as a project of `npx tessera init`. */
const ADDRESSES: Readonly<Record<string, string>> = {
  platform: LOCAL_ORIGIN,
  notifications: 'http://127.0.0.1:4481',
};

/** The command that tests a contract, at the address where the guides serve it. */
export function commandFor(contract: string, ...flags: readonly string[]): string {
  const target =
    contract === 'integrator'
      ? '--recording traffic.har'
      : `--url ${ADDRESSES[contract] ?? `http://localhost:8080/${contract}`}`;
  return ['npx tessera conformance', contract, target, ...flags].join(' ');
}

/** The sentence for a defect of a server; many begin with the operation, as in `validate: accepts a body without kind`. */
export function defectSentence(defect: string): string {
  const [, operation, rest = ''] = /^([\w.-]+): (.*)$/s.exec(defect) ?? [];
  if (operation === undefined) return `The server ${escapeText(defect)}.`;
  return `\`${operation}\` ${escapeText(rest)}.`;
}
