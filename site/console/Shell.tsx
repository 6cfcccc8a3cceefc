import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { browserStorage } from '../app/storage.ts';
import { ASK_PLACE, THEME_KEY } from '../shared/constants.ts';
import type { Notice } from './api/change-feed.ts';
import { useConnection, useFeedState, useLive } from './api/use-live.tsx';
import type { ConsoleBoot } from './boot.ts';
import { hashOf, useRoute } from './route.ts';

const SECTIONS = [
  ['plans', 'Plans'],
  ['units', 'Units'],
  ['deploy', 'Deploy'],
  ['adapters', 'Adapters'],
  ['hooks', 'Hooks'],
  ['policies', 'Policies'],
] as const;

/** The bar at the top, and what is below it. */
export function Shell({
  boot,
  isConnected,
  children,
}: {
  boot: ConsoleBoot;
  isConnected: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <p className="skip">
        <button type="button" onClick={() => document.getElementById('main')?.focus()}>
          Skip to main content
        </button>
      </p>
      <header className="bar">
        <div className="bar-inner">
          <a className="logo" href={boot.baseUrl}>
            <Mark />
            <span>{boot.title}</span>
          </a>
          <span className="bar-name">Platform console</span>
          <div className="bar-end">
            <span className="ask-place" id={ASK_PLACE} />
            {isConnected && <FeedSign />}
            <ThemeSwitch />
          </div>
          {isConnected && <Sections />}
        </div>
      </header>
      <main id="main" className="console" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

/** Views that belong to a section of another name. */
const SECTION_OF: Readonly<Record<string, string>> = { reports: 'policies', try: 'policies' };

const isHook = ({ kind }: NonNullable<Notice>): boolean => kind === 'hook';

function Sections() {
  const { api } = useConnection();
  const {
    parts: [view = 'plans'],
  } = useRoute();
  const current = SECTION_OF[view] ?? view;
  const readHooks = useCallback((signal: AbortSignal) => api.own.hooks(signal), [api]);
  const waiting = useLive(readHooks, isHook).value?.length ?? 0;
  const nav = useRef<HTMLElement>(null);
  // On a small screen the sections scroll sideways.
  useEffect(() => {
    nav.current?.querySelector(`[href="${hashOf([current])}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <nav className="bar-sections" aria-label="Console" ref={nav}>
      <ul>
        {SECTIONS.map(([name, label]) => (
          <li key={name}>
            <a href={hashOf([name])} aria-current={name === current ? 'page' : undefined}>
              {label}
              {name === 'hooks' && waiting > 0 && (
                <span className="badge">
                  {waiting}
                  <span className="visually-hidden"> waiting</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const FEED_TEXTS = {
  connecting: ['Connecting', 'The stream of changes is being opened.'],
  live: ['Live', 'Changes are shown as they happen.'],
  polling: [
    'Every 10 s',
    'The stream of changes is not available: everything is read again every 10 seconds.',
  ],
} as const;

function FeedSign() {
  const state = useFeedState();
  const [label, meaning] = FEED_TEXTS[state];
  return (
    <span className="feed" data-state={state} title={meaning}>
      <span className="feed-sign" aria-hidden="true" />
      {label}
      <span className="visually-hidden">: {meaning}</span>
    </span>
  );
}

function ThemeSwitch() {
  const [theme, setTheme] = useState(() => document.documentElement.dataset['theme'] ?? 'light');
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  // Another tab of the site may change the mode.
  useEffect(
    () =>
      browserStorage().listen(THEME_KEY, (value) => {
        if (value !== null) setTheme(value === 'dark' ? 'dark' : 'light');
      }),
    [],
  );
  useEffect(() => {
    if (document.documentElement.dataset['colorMode'] !== 'system') return;
    const system = matchMedia('(prefers-color-scheme: dark)');
    const follow = (): void => {
      if (browserStorage().get(THEME_KEY) === null) setTheme(system.matches ? 'dark' : 'light');
    };
    system.addEventListener('change', follow);
    return () => system.removeEventListener('change', follow);
  }, []);
  if (document.documentElement.dataset['colorMode'] === 'light') return null;
  const next = theme === 'dark' ? 'light' : 'dark';
  const label = `Switch to ${next} mode`;
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      onClick={() => browserStorage().set(THEME_KEY, next)}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
        <circle cx="12" cy="12" r="8" fill="none" stroke="currentColor" strokeWidth="1.75" />
        <path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor" />
      </svg>
    </button>
  );
}

/** The mark of the site. */
function Mark() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path className="logo-left" d="M3 5a2 2 0 0 1 2-2h8l-3.5 5 3 3.5-3 3.5 2.5 6H5a2 2 0 0 1-2-2z" />
      <path className="logo-right" d="M15.6 3H19a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4.4l-2.4-5.8 3-3.7-3-3.3z" />
    </svg>
  );
}
