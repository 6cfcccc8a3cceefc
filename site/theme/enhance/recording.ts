/** Replaces the button with the player, which is fetched only now. */
export function playRecording(button: HTMLButtonElement): void {
  const frame = document.createElement('iframe');
  frame.src = button.dataset['play'] ?? '';
  frame.title = button.dataset['title'] ?? '';
  frame.allow = 'fullscreen';
  button.replaceWith(frame);
  frame.focus();
}
