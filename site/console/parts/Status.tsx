import { inWords } from '../model/format.ts';

/** What a status means for the user; decides its color. */
export type Tone = 'good' | 'warn' | 'bad' | 'calm' | 'still';

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
  enabled: 'good',
  grace: 'warn',
  deprecated: 'warn',
  ok: 'good',
  error: 'bad',
  warning: 'warn',
  not_blocking_error: 'warn',
  info: 'calm',
  pending: 'calm',
  completedWithSuccess: 'good',
  completedWithError: 'bad',
  completedWithWarning: 'warn',
};

/** The tone of a status of the contracts; an unknown value is neutral. */
export function toneOf(status: string): Tone {
  return TONES[status] ?? 'still';
}

/** Says that an evaluation could not be carried out, with the color of its effect and a separate icon. */
export function NotEvaluated({ tone }: { tone: Tone }) {
  return (
    <span className="status" data-tone={tone} data-fault="">
      <span className="status-sign" aria-hidden="true" />
      Could not be evaluated
    </span>
  );
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
