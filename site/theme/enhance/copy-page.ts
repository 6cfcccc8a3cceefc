import { COPIED_LABEL_DURATION } from '../../shared/constants.ts';

/** Copies the Markdown at the address that the button names, and says so on the button for a moment. */
export async function copyPage(button: HTMLButtonElement): Promise<void> {
  const url = button.dataset['copyPage'] ?? '';
  const label = button.textContent;
  let said = 'Copied';
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    await navigator.clipboard.writeText(await response.text());
  } catch (cause) {
    console.warn('The page could not be copied.', cause);
    said = 'Copying failed';
  }
  button.textContent = said;
  setTimeout(() => {
    button.textContent = label;
  }, COPIED_LABEL_DURATION);
}
