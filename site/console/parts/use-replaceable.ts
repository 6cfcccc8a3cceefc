import { useState } from 'react';

/** A text that can be replaced as a whole, and restored. */
export interface Replaceable {
  replace(text: string): void;
  /** Exchanges the text with the one before the last replacement; undefined without one. */
  readonly restore: (() => void) | undefined;
}

/** Remembers a text when another one replaces it. */
export function useReplaceable(text: string, onChange: (text: string) => void): Replaceable {
  const [previous, setPrevious] = useState('');
  const replace = (next: string): void => {
    if (next === text) return;
    setPrevious(text);
    onChange(next);
  };
  const hasPrevious = previous.trim() !== '' && previous !== text;
  return { replace, restore: hasPrevious ? () => replace(previous) : undefined };
}
