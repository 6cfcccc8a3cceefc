import type { ReactNode } from 'react';

/** What a status means for the user; decides its color and its shape. */
export type Tone = 'good' | 'warn' | 'bad' | 'calm' | 'still';

/** Shapes differ, so that the colors are not needed. `running` turns; a `fault` says that the check itself did not work. */
export type Shape = Tone | 'running' | 'fault';

const SHAPES: Readonly<Record<Shape, ReactNode>> = {
  good: (
    <>
      <circle cx="8" cy="8" r="7" />
      <path className="sign-cut" d="m4.9 8.3 2.1 2.1 4.1-4.5" />
    </>
  ),
  bad: (
    <>
      <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" />
      <path className="sign-cut" d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8" />
    </>
  ),
  warn: (
    <>
      <rect x="1.5" y="1.5" width="13" height="13" rx="3" />
      <path className="sign-cut" d="M8 4.6v4m0 2.4v.4" />
    </>
  ),
  fault: (
    <>
      <path d="M8 1 15.6 14.5H.4z" />
      <path className="sign-cut" d="M8 6v4m0 2v.4" />
    </>
  ),
  calm: (
    <>
      <circle className="sign-ring" cx="8" cy="8" r="6" />
      <circle cx="8" cy="8" r="2.5" />
    </>
  ),
  running: (
    <>
      <circle className="sign-ring sign-faint" cx="8" cy="8" r="6" />
      <path className="sign-ring" d="M8 2a6 6 0 0 1 6 6" />
    </>
  ),
  still: <circle className="sign-ring sign-dashed" cx="8" cy="8" r="6" />,
};

/** The icon of a status, in the color of the tone around it. */
export function Sign({ shape }: { shape: Shape }) {
  return (
    <svg
      className="sign"
      data-shape={shape}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      focusable="false"
    >
      {SHAPES[shape]}
    </svg>
  );
}
