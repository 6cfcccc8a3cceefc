import { type RefObject, useEffect, useState } from 'react';

/**
 * Ctrl+K, on Apple systems Cmd+K, from anywhere, or a slash outside of text fields, moves the focus to the input; returns
 * the keys to show once the system is known.
 */
export function useShortcut(input: RefObject<HTMLInputElement | null>): string | null {
  const [hint, setHint] = useState<string | null>(null);
  useEffect(() => {
    const isApple = /mac|iphone|ipad|ipod/i.test(navigator.platform);
    setHint(isApple ? '⌘ K' : 'Ctrl K');
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const hasModifier = isApple ? event.metaKey : event.ctrlKey;
      const isShortcut = hasModifier && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k';
      if (!isShortcut && (event.key !== '/' || event.ctrlKey || event.metaKey || isWriting(event.target)))
        return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [input]);
  return hint;
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
