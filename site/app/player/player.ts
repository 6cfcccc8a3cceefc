import 'asciinema-player/dist/bundle/asciinema-player.css';
import './player.css';
import { create } from 'asciinema-player';

// The document of a recording: the embedding page says which one.
const name = new URLSearchParams(location.search).get('cast') ?? '';
const root = document.getElementById('player');
if (root && /^[\w-]+$/.test(name)) {
  // The reader has asked for the recording by opening this document, so it starts at once.
  create(`${name}.cast`, root, { autoPlay: true, controls: true, fit: 'both' });
  // The keys of the player work without a click into it.
  root.querySelector<HTMLElement>('.ap-wrapper')?.focus();
} else if (root) root.textContent = 'This address names no recording.';
