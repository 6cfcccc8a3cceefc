import '../theme/styles/index.css';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HYDRATION_ERROR_PREFIX } from '../shared/messages.ts';
import type { Boot } from '../shared/site.ts';
import { App } from './App.tsx';
import { createBrowserDriver } from './browser-driver.ts';

// Tells the script before the first paint that this one has arrived.
document.documentElement.dataset['shell'] = '';

function start(): void {
  const root = document.getElementById('root');
  const data = document.getElementById('boot')?.textContent;
  if (!root || !data)
    throw new Error('This document is not one of this site: it has no root or no boot data.');
  const boot = JSON.parse(data) as Boot; // written by our own build into this document
  startTransition(() => {
    hydrateRoot(root, <App boot={boot} html={null} driver={createBrowserDriver(boot)} />, {
      onRecoverableError: (error) => console.error(HYDRATION_ERROR_PREFIX, error),
    });
  });
}

// The module is async: on a long page it may arrive before the end of the document does.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
else start();
