import { copyBy } from './copy-by.ts';

/** Copies the Markdown at the button's address. */
export function copyPage(button: HTMLButtonElement): Promise<void> {
  return copyBy(button, async () => {
    const url = button.dataset['copyPage'] ?? '';
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response.text();
  });
}
