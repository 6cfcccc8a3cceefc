import '../theme/styles/index.css';
import { hydrateRoot } from 'react-dom/client';
import { HYDRATION_ERROR_PREFIX } from '../shared/messages.ts';
import { KINDS_WITHOUT_TEXT } from '../shared/page-kinds.ts';
import type { Boot } from '../shared/site.ts';
import { loadParts } from '../theme/lazy-part.tsx';
import { App } from './App.tsx';
import { createBrowserDriver } from './browser-driver.ts';

// Tells the inline script before the first paint that this module has arrived.
document.documentElement.dataset['shell'] = '';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  const data = document.getElementById('boot')?.textContent;
  if (!root || !data)
    throw new Error('This document is not one of this site: it has no root or no boot data.');
  const boot = JSON.parse(data) as Boot; // our build wrote it into this document
  // Hydration needs the content of the document; pages without text in it show a lazy part.
  if (KINDS_WITHOUT_TEXT.has(boot.page.kind)) await loadParts();
  // Not as a transition: yielding to the browser every few milliseconds takes longer than the shell, which is small.
  hydrateRoot(root, <App boot={boot} parts={null} driver={createBrowserDriver(boot)} />, {
    onRecoverableError: (error) => console.error(HYDRATION_ERROR_PREFIX, error),
  });
}

// The module is async: on a long page it may arrive before the end of the document does.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => void start());
else void start();
