import { copyBy } from './copy-by.ts';

/** Copies the code beside the button: in a terminal session only the commands, without their prompts. */
export function copyCode(button: HTMLButtonElement): Promise<void> {
  return copyBy(button, () => {
    const code = button.closest('.code, .endpoint')?.querySelector('code');
    if (!code) throw new Error('There is no code beside this button.');
    return codeOf(code);
  });
}

/** The text to copy: lines that begin with a prompt, or everything when no line does. */
function codeOf(code: Element): string {
  if (!code.querySelector('.prompt')) return code.textContent?.trimEnd() ?? '';
  return [...code.querySelectorAll('.prompt, [data-more]')]
    .map((mark) => (mark.parentElement?.textContent ?? '').slice(mark.textContent?.length ?? 0).trimEnd())
    .join('\n');
}
