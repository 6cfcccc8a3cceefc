import './styles/console.css';
import { createRoot } from 'react-dom/client';
import { readBoot } from './boot.ts';
import { Console } from './Console.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('This document is not that of the console: it has no root.');
createRoot(root).render(<Console boot={readBoot()} />);
