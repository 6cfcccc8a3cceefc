import {
  PROGRESS_DELAY,
  PROGRESS_FINISH_JUMP_MAX,
  PROGRESS_FINISH_JUMP_MIN,
  PROGRESS_MAXIMUM,
  PROGRESS_MINIMUM,
  PROGRESS_SPEED,
  PROGRESS_TRICKLE_INTERVAL,
  PROGRESS_TRICKLE_RATE,
} from '../shared/constants.ts';

/** The state of the bar: hidden, a fraction of the width, or the same fading out. */
export interface ProgressState {
  readonly isVisible: boolean;
  readonly fraction: number;
  readonly isFading: boolean;
}

/** The clock and the random generator, so that tests can control both. */
export interface ProgressHost {
  after(ms: number, action: () => void): () => void;
  random(): number;
}

export interface Progress {
  /** Starts; `waited` is how long the reader has waited already, ms. */
  start(waited?: number): void;
  done(): void;
}

const HIDDEN: ProgressState = { isVisible: false, fraction: 0, isFading: false };

/** The timing of the bar at the top: late to appear, slow to advance, quick to finish. */
export function createProgress(host: ProgressHost, show: (state: ProgressState) => void): Progress {
  let cancel = () => {};
  let fraction: number | null = null;

  const set = (value: number) => {
    fraction = value;
    show({ isVisible: true, fraction: value, isFading: false });
  };
  const trickle = () => {
    cancel = host.after(PROGRESS_TRICKLE_INTERVAL, () => {
      set(Math.min((fraction ?? 0) + host.random() * PROGRESS_TRICKLE_RATE, PROGRESS_MAXIMUM));
      trickle();
    });
  };
  const finish = () => {
    set(1);
    cancel = host.after(PROGRESS_SPEED, () => {
      show({ isVisible: true, fraction: 1, isFading: true });
      cancel = host.after(PROGRESS_SPEED, () => {
        fraction = null;
        show(HIDDEN);
      });
    });
  };
  return {
    start(waited = 0) {
      cancel();
      if (fraction !== null) set(PROGRESS_MINIMUM);
      cancel = host.after(fraction === null ? Math.max(0, PROGRESS_DELAY - waited) : 0, () => {
        set(PROGRESS_MINIMUM);
        trickle();
      });
    },
    done() {
      cancel();
      if (fraction === null) return;
      const range = PROGRESS_FINISH_JUMP_MAX - PROGRESS_FINISH_JUMP_MIN;
      const jump = PROGRESS_FINISH_JUMP_MIN + host.random() * range;
      set(Math.min(fraction + jump, PROGRESS_MAXIMUM));
      cancel = host.after(0, finish);
    },
  };
}
