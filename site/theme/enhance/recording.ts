/** Puts the player in the place of the button; only now anything of it is fetched. */
export function playRecording(button: HTMLButtonElement): void {
  const frame = document.createElement('iframe');
  frame.src = button.dataset['play'] ?? '';
  frame.title = button.dataset['title'] ?? '';
  frame.allow = 'fullscreen';
  button.replaceWith(frame);
  frame.focus();
}
