import { copyBy } from './copy-by.ts';

/** Copies the Markdown at the address that the button names. */
export function copyPage(button: HTMLButtonElement): Promise<void> {
  return copyBy(button, async () => {
    const url = button.dataset['copyPage'] ?? '';
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response.text();
  });
}
