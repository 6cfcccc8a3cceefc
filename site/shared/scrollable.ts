/** Attributes of content that scrolls by itself: named and focusable, so that the keyboard can scroll it too. */
export function scrollable(label: string) {
  return { role: 'group', tabIndex: 0, 'aria-label': label };
}
