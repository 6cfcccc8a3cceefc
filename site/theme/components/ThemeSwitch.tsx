import { useColorMode } from '../hooks/use-color-mode.tsx';
import { useSite } from '../site-context.tsx';

/** Switches between light and dark; before hydration the early script handles the click. */
export function ThemeSwitch() {
  const { colorMode } = useSite();
  const { mode, choose } = useColorMode();
  if (colorMode === 'light') return null;
  const label = `Switch between dark and light mode (currently ${mode} mode)`;
  return (
    <button
      type="button"
      className="icon-button"
      data-theme-switch=""
      aria-label={label}
      title={label}
      onClick={() => choose(mode === 'dark' ? 'light' : 'dark')}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
        <circle cx="12" cy="12" r="8" fill="none" stroke="currentColor" strokeWidth="1.75" />
        <path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor" />
      </svg>
    </button>
  );
}
