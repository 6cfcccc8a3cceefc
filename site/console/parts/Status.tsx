import type { ReactNode } from 'react';
import { inWords } from '../model/format.ts';
import { type Shape, Sign, type Tone } from './Sign.tsx';

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

const RUNNING: ReadonlySet<string> = new Set([
  'RUNNING',
  'TERMINATING',
  'PROVISIONING_IN_PROGRESS',
  'pending',
]);

/** The tone of a status of the contracts; an unknown value is neutral. */
export function toneOf(status: string): Tone {
  return TONES[status] ?? 'still';
}

/** The shape of its icon. */
export function shapeOf(status: string): Shape {
  return RUNNING.has(status) ? 'running' : toneOf(status);
}

/** A state in words, with its color and its icon. */
export function Badge({
  tone,
  shape = tone,
  title,
  children,
}: {
  tone: Tone;
  shape?: Shape;
  title?: string;
  children: ReactNode;
}) {
  return (
    <span className="status" data-tone={tone} title={title}>
      <Sign shape={shape} />
      <span>{children}</span>
    </span>
  );
}

/** A property in words, where the color of a status would read as a result. */
export function Tag({ children }: { children: string }) {
  return <span className="tag">{children}</span>;
}

/** Says that an evaluation could not be carried out, with the color of its effect and a separate icon. */
export function NotEvaluated({ tone }: { tone: Tone }) {
  return (
    <Badge tone={tone} shape="fault">
      Could not be evaluated
    </Badge>
  );
}

/** A status of the contracts. */
export function Status({ value }: { value: string }) {
  return (
    <Badge tone={toneOf(value)} shape={shapeOf(value)}>
      {inWords(value)}
    </Badge>
  );
}
