import { useEffect, useState } from 'react';
import { createProgress, type Progress, type ProgressState } from '../../app/progress.ts';

const HIDDEN: ProgressState = { isVisible: false, fraction: 0, isFading: false };

/** The line at the top of the window while a page is being fetched; `pendingSince` is null without an open request. */
export function ProgressBar({ pendingSince }: { readonly pendingSince: number | null }) {
  const [state, setState] = useState(HIDDEN);
  const [progress, setProgress] = useState<Progress | null>(null);

  useEffect(() => {
    setProgress(
      createProgress(
        {
          after: (ms, action) => {
            const timer = setTimeout(action, ms);
            return () => clearTimeout(timer);
          },
          random: Math.random,
        },
        setState,
      ),
    );
  }, []);

  useEffect(() => {
    if (pendingSince !== null) progress?.start(performance.now() - pendingSince);
    else progress?.done();
  }, [pendingSince, progress]);

  useEffect(() => {
    document.documentElement.classList.toggle('busy', state.isVisible);
  }, [state.isVisible]);

  if (!state.isVisible) return null;
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label="Loading page"
      data-fading={state.isFading}
      style={{ transform: `translateX(${(state.fraction - 1) * 100}%)` }}
    />
  );
}
