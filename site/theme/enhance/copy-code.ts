import { COPIED_LABEL_DURATION } from '../../shared/constants.ts';

/** Copies the code beside the button: in a session only the commands, without their prompts. */
export async function copyCode(button: HTMLButtonElement): Promise<void> {
  const code = button.closest('.code')?.querySelector('code');
  if (!code) return;
  await navigator.clipboard.writeText(codeOf(code));
  button.textContent = 'Copied';
  button.setAttribute('aria-live', 'polite');
  setTimeout(() => {
    button.textContent = 'Copy';
  }, COPIED_LABEL_DURATION);
}

/** The text a reader wants: lines that begin with a prompt, or everything where there is none. */
function codeOf(code: Element): string {
  if (!code.querySelector('.prompt')) return code.textContent?.trimEnd() ?? '';
  return [...code.querySelectorAll('.prompt, [data-more]')]
    .map((mark) => (mark.parentElement?.textContent ?? '').slice(mark.textContent?.length ?? 0).trimEnd())
    .join('\n');
}
