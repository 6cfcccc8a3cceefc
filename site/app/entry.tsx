import '../theme/styles/index.css';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Boot } from '../shared/site.ts';
import { App } from './App.tsx';
import { createBrowserDriver } from './browser-driver.ts';

const root = document.getElementById('root');
const data = document.getElementById('boot')?.textContent;
if (!root || !data)
  throw new Error('This document was not written by the build of this site: root or boot is missing.');
const boot = JSON.parse(data) as Boot; // written by our own build into this document

startTransition(() => {
  hydrateRoot(root, <App boot={boot} html={null} driver={createBrowserDriver(boot)} />, {
    onRecoverableError: (error) => console.error('Recoverable hydration error:', error),
  });
});
