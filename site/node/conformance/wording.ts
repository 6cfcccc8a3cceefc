import type { JudgedContract, Requirement } from './check-data.ts';

/** What a level means for a run. */
export const LEVELS: Readonly<Record<Requirement['level'], string>> = {
  MUST: 'a departure fails the run',
  SHOULD: 'a departure is a warning',
  MAY: 'a departure is only noted',
};

/** What a violation means for the platform. */
export const SEVERITIES: Readonly<Record<Requirement['severity'], string>> = {
  breaks: 'a deployment, or whatever else the platform wanted, stops here',
  degrades: 'the platform goes on, with less than it should have',
  untidy: 'readers cope with it',
};

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

export function contractLink({ contract, title }: JudgedContract): string {
  return `[${escapeText(title)}](/conformance/${contract}/)`;
}

/** The level of a requirement, in one word. */
export function levelWord({ level, chosen }: Requirement): string {
  return chosen === undefined ? level : 'informs';
}

/** The command that tests a contract. */
export function commandFor(contract: string, ...flags: readonly string[]): string {
  const target = contract === 'integrator' ? '--recording FILE' : '--url URL';
  return ['npx tessera-conformance', contract, target, ...flags].join(' ');
}
