import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { browserStorage } from '../../app/storage.ts';
import { THEME_KEY } from '../../shared/constants.ts';
import type { ColorModePolicy } from '../../shared/site.ts';
import { missingProvider, useSite } from '../site-context.tsx';

const PREFERS_DARK = '(prefers-color-scheme: dark)';

export type ColorMode = 'light' | 'dark';

export interface ColorModeControl {
  readonly mode: ColorMode;
  /** True once the reader has chosen, in this visit or before. */
  readonly isChosen: boolean;
  /** Stores the choice; null forgets it and returns to the default. */
  choose(mode: ColorMode | null): void;
}

const ColorModeContext = createContext<ColorModeControl | null>(null);

/** Keeps the color mode, the attribute on `html` and the stored choice in sync across tabs. */
export function ColorModeProvider({ children }: { children: ReactNode }) {
  const { colorMode: policy } = useSite();
  const [mode, setMode] = useState<ColorMode>('light');
  const [isChosen, setChosen] = useState(false);

  useEffect(() => {
    const storage = browserStorage();
    // The script before the first paint has decided already.
    setMode(modeOf(document.documentElement.dataset['theme']));
    if (policy === 'light') {
      storage.remove(THEME_KEY);
      return;
    }
    setChosen(storage.get(THEME_KEY) !== null);
    return storage.listen(THEME_KEY, (value) => {
      setChosen(value !== null);
      if (value !== null) setMode(show(modeOf(value)));
    });
  }, [policy]);

  // The system setting counts only where the site respects it, and only until the reader has chosen.
  useEffect(() => {
    if (policy !== 'system' || isChosen) return;
    const query = window.matchMedia(PREFERS_DARK);
    const onChange = () => setMode(show(defaultMode(policy)));
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, [policy, isChosen]);

  const control = useMemo<ColorModeControl>(
    () => ({
      mode,
      isChosen,
      choose(next) {
        setMode(show(next ?? defaultMode(policy)));
        setChosen(next !== null);
        if (next === null) browserStorage().remove(THEME_KEY);
        else browserStorage().set(THEME_KEY, next);
      },
    }),
    [mode, isChosen, policy],
  );
  return <ColorModeContext value={control}>{children}</ColorModeContext>;
}

function show(mode: ColorMode): ColorMode {
  document.documentElement.dataset['theme'] = mode;
  return mode;
}

function defaultMode(policy: ColorModePolicy): ColorMode {
  return policy === 'system' && window.matchMedia(PREFERS_DARK).matches ? 'dark' : 'light';
}

/** The color mode and how to change it. @throws Error outside ColorModeProvider */
export function useColorMode(): ColorModeControl {
  const control = useContext(ColorModeContext);
  if (control === null) throw missingProvider('useColorMode', 'ColorModeProvider');
  return control;
}

/** Anything but `dark` counts as light. */
function modeOf(value: string | undefined): ColorMode {
  return value === 'dark' ? 'dark' : 'light';
}
