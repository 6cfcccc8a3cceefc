import { readFileSync } from 'node:fs';
import { type SessionStep, sessionSteps } from '../markdown/session.ts';

/** Output, or a marker that a reader can jump to. */
export type CastEvent = readonly [seconds: number, kind: 'o' | 'm', text: string];

/** A recording of a terminal, in version 2 of the asciicast format. */
export interface Cast {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly events: readonly CastEvent[];
}

/** Prefix of lines that only announce the next step. */
export const REMARK = '# ';

/** The escape character, which starts color codes of terminals. */
export const ESCAPE = String.fromCharCode(27);
const COLOR = new RegExp(`${ESCAPE}\\[[\\d;]*m`, 'g');

/** The file that players read. */
export function printCast({ width, height, title, events }: Cast): string {
  const lines: unknown[] = [{ version: 2, width, height, title }, ...events];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** @throws Error when the file is not a recording */
export function readCast(file: string): Cast {
  const [header, ...events] = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  if (!isHeader(header)) throw new Error(`${file} is no recording`);
  return { ...header, events: events.filter(isEvent) };
}

/** How long a recording takes, in seconds. */
export function durationOf({ events }: Cast): number {
  return events.at(-1)?.[0] ?? 0;
}

/** `05:45` in seconds; NaN for invalid text. */
export function secondsOf(time: string): number {
  const [, minutes = '', seconds = ''] = /^(\d\d):([0-5]\d)$/.exec(time) ?? [];
  return minutes === '' ? Number.NaN : Number(minutes) * 60 + Number(seconds);
}

/** Everything that a recording shows, as plain text. */
export function transcriptOf({ events }: Cast): string {
  return events
    .filter(([, kind]) => kind === 'o')
    .map(([, , text]) => text)
    .join('')
    .replaceAll(COLOR, '')
    .replaceAll('\r\n', '\n');
}

/** The commands of a recording with their output, without remarks. */
export function stepsOf(cast: Cast): SessionStep[] {
  return sessionSteps(transcriptOf(cast)).filter(
    ({ command }) => command.trim() !== '' && !command.startsWith(REMARK),
  );
}

function isHeader(value: unknown): value is Omit<Cast, 'events'> & { version: 2 } {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === 2;
}

function isEvent(value: unknown): value is CastEvent {
  return Array.isArray(value) && value.length === 3 && typeof value[0] === 'number';
}
