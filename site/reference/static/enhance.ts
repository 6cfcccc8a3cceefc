import { MOBILE_MAX_WIDTH } from '../../shared/constants.ts';
import { HEALTH_ATTRIBUTE, MOUNT_ID, SPEC_ATTRIBUTE } from '../../shared/interactive.ts';
import { type CodeRun, colourCode } from './colour-code.ts';
import { followReader } from './follow-reader.ts';

/** Opens the interactive reference on demand, in place of the static one, and closes it again. */
function listen(): void {
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    const open = event.target.closest<HTMLElement>('[data-open-interactive]');
    if (open) openInteractive(open);
    if (event.target.closest('[data-close-interactive]')) location.reload();
  });
  const button = document.querySelector<HTMLElement>('[data-open-interactive]');
  if (button && document.documentElement.dataset['interactive'] !== undefined) openInteractive(button);
}

function openInteractive(button: HTMLElement): void {
  const layout = button.closest<HTMLElement>('.reference-layout');
  const { spec, health, script, styles } = button.dataset;
  if (!layout || spec === undefined || script === undefined || document.getElementById(MOUNT_ID)) return;
  for (const href of (styles ?? '').split(' ').filter((part) => part !== '')) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    document.head.append(link);
  }
  const bar = document.createElement('div');
  bar.className = 'interactive-bar';
  bar.innerHTML = '<button type="button" data-close-interactive>Back to the static reference</button>';
  const mount = document.createElement('div');
  mount.id = MOUNT_ID;
  mount.setAttribute(SPEC_ATTRIBUTE, new URL(spec, location.href).href);
  mount.setAttribute(HEALTH_ATTRIBUTE, health ?? '');
  layout.replaceWith(bar, mount);
  const module = document.createElement('script');
  module.type = 'module';
  module.src = script;
  document.head.append(module);
  bar.querySelector('button')?.focus();
}

/** Colours the code of an example when it is opened for the first time: thousands of words that hardly anybody sees. */
function colourExamples(): void {
  const onToggle = ({ target }: Event) => {
    if (!(target instanceof HTMLDetailsElement)) return;
    for (const code of target.querySelectorAll<HTMLElement>('code[data-language]')) {
      const runs = colourCode(code.textContent ?? '', code.dataset['language'] ?? '');
      code.replaceChildren(...runs.map(toNode));
      delete code.dataset['language'];
    }
  };
  // The event does not bubble.
  document.addEventListener('toggle', onToggle, true);
}

function toNode({ className, text }: CodeRun): Node {
  if (className === null) return document.createTextNode(text);
  const span = document.createElement('span');
  span.className = className;
  span.textContent = text;
  return span;
}

/** On narrow windows the contents are folded until asked for. */
function foldMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>('.reference-menu');
  if (!menu) return;
  if (window.innerWidth <= MOBILE_MAX_WIDTH) menu.open = false;
  menu.dataset['ready'] = '';
}

listen();
colourExamples();
foldMenu();
followReader();
