import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { browserStorage } from '../../app/storage.ts';
import { THEME_KEY } from '../../shared/constants.ts';
import { missingProvider } from '../site-context.tsx';

export type ColorMode = 'light' | 'dark';

export interface ColorModeControl {
  readonly mode: ColorMode;
  /** Stores the choice; null forgets it and returns to the default. */
  choose(mode: ColorMode | null): void;
}

const DEFAULT_MODE: ColorMode = 'light';
const ColorModeContext = createContext<ColorModeControl | null>(null);

/** Keeps the colour mode, the attribute on `html` and the stored choice of all tabs the same. */
export function ColorModeProvider({ children }: { children: ReactNode }) {
  const [mode, setMode] = useState<ColorMode>(DEFAULT_MODE);

  useEffect(() => {
    const show = (next: ColorMode) => {
      document.documentElement.dataset['theme'] = next;
      setMode(next);
    };
    // The script before the first paint has decided already.
    setMode(modeOf(document.documentElement.dataset['theme']));
    return browserStorage().listen(THEME_KEY, (value) => {
      if (value !== null) show(modeOf(value));
    });
  }, []);

  const control = useMemo<ColorModeControl>(
    () => ({
      mode,
      choose(next) {
        document.documentElement.dataset['theme'] = next ?? DEFAULT_MODE;
        setMode(next ?? DEFAULT_MODE);
        if (next === null) browserStorage().remove(THEME_KEY);
        else browserStorage().set(THEME_KEY, next);
      },
    }),
    [mode],
  );
  return <ColorModeContext value={control}>{children}</ColorModeContext>;
}

/** The colour mode and how to change it. @throws Error outside ColorModeProvider */
export function useColorMode(): ColorModeControl {
  const control = useContext(ColorModeContext);
  if (control === null) throw missingProvider('useColorMode', 'ColorModeProvider');
  return control;
}

/** Anything but `dark` counts as light. */
function modeOf(value: string | undefined): ColorMode {
  return value === 'dark' ? 'dark' : 'light';
}
