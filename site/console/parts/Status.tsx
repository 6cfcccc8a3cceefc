import { inWords } from '../model/format.ts';

/** What a status means for the user; decides its color. */
type Tone = 'good' | 'warn' | 'bad' | 'calm' | 'still';

const TONES: Readonly<Record<string, Tone>> = {
  COMPLETED: 'good',
  DEPLOYED: 'good',
  OK: 'good',
  FAILED: 'bad',
  CORRUPT: 'bad',
  TERMINATED: 'warn',
  TERMINATING: 'warn',
  WAITING: 'warn',
  PARTIALLY_DEPLOYED: 'warn',
  RUNNING: 'calm',
  PROVISIONING_IN_PROGRESS: 'calm',
  NOT_STARTED: 'still',
  NOT_DEPLOYED: 'still',
};

/** The tone of a status of the contracts; an unknown value is neutral. */
export function toneOf(status: string): Tone {
  return TONES[status] ?? 'still';
}

/** A status in words, with its color and its icon. */
export function Status({ value }: { value: string }) {
  return (
    <span className="status" data-tone={toneOf(value)}>
      <span className="status-sign" aria-hidden="true" />
      {inWords(value)}
    </span>
  );
}
