import { COPIED_LABEL_DURATION } from '../../shared/constants.ts';

/** The normal label of a button with a temporary label, and when to restore it. */
interface Rest {
  readonly label: string;
  readonly timer: ReturnType<typeof setTimeout>;
}

const rests = new WeakMap<HTMLButtonElement, Rest>();

/** Puts a text into the clipboard; the button says whether that worked. */
export async function copyBy(button: HTMLButtonElement, read: () => string | Promise<string>): Promise<void> {
  try {
    await navigator.clipboard.writeText(await read());
    say(button, 'Copied');
  } catch (cause) {
    console.warn('Nothing was copied.', cause);
    say(button, 'Copying failed');
  }
}

/** On the button for a moment, and to screen readers. */
function say(button: HTMLButtonElement, text: string): void {
  const before = rests.get(button);
  clearTimeout(before?.timer);
  const label = before?.label ?? button.textContent;
  const timer = setTimeout(() => {
    button.textContent = label;
    delete button.dataset['said'];
    rests.delete(button);
    if (announcer()?.textContent === text) announce('');
  }, COPIED_LABEL_DURATION);
  rests.set(button, { label, timer });
  button.textContent = text;
  button.dataset['said'] = text;
  announce(text);
}

function announce(text: string): void {
  const status = announcer();
  if (status) status.textContent = text;
}

function announcer(): HTMLElement | null {
  return document.getElementById('announcer');
}
