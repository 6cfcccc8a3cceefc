import { useEffect, useState } from 'react';
import { forgetOffline, keepForOffline } from '../../app/offline.ts';
import { useColorMode } from '../hooks/use-color-mode.tsx';
import { useSite } from '../site-context.tsx';

/** Rarely used actions: resetting the color mode, and offline reading. */
export function FooterTools() {
  return (
    <p className="footer-tools">
      <OfflineSwitch />
      <ThemeReset />
    </p>
  );
}

type OfflineState = 'unknown' | 'off' | 'keeping' | 'on' | 'failed';

const OFFLINE_LABELS: Readonly<Record<Exclude<OfflineState, 'unknown'>, string>> = {
  off: 'Keep for reading offline',
  keeping: 'Keeping the site …',
  on: 'Kept for offline; forget it',
  failed: 'Keeping failed; try again',
};

/** Caches the site on request, and removes it again. */
function OfflineSwitch() {
  const { baseUrl } = useSite();
  const [state, setState] = useState<OfflineState>('unknown');
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    navigator.serviceWorker.getRegistration(baseUrl).then(
      (registration) => setState(registration ? 'on' : 'off'),
      () => setState('unknown'),
    );
  }, [baseUrl]);
  if (state === 'unknown') return null;
  const onClick = () => {
    if (state === 'on') {
      forgetOffline(baseUrl).then(
        () => setState('off'),
        () => setState('on'),
      );
      return;
    }
    setState('keeping');
    keepForOffline(baseUrl).then(
      () => setState('on'),
      () => setState('failed'),
    );
  };
  return (
    <button type="button" onClick={onClick} disabled={state === 'keeping'}>
      {OFFLINE_LABELS[state]}
    </button>
  );
}

/** Resets a stored choice. */
function ThemeReset() {
  const { isChosen, choose } = useColorMode();
  if (!isChosen) return null;
  return (
    <button type="button" onClick={() => choose(null)}>
      Forget my choice of light or dark
    </button>
  );
}
