import { type ReactNode, useEffect, useRef } from 'react';

interface MenuProps {
  readonly label: string;
  /** What is shown; the label then names it for screen readers. */
  readonly shown: ReactNode;
  /** Runs when the menu opens. */
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

/** A list that opens below a word of the bar; it works without scripts. */
export function Menu({ label, shown, onOpen, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  // From the start: a key may be pressed before the browser has fired the event that the menu is open.
  useEffect(() => {
    const close = () => menu.current?.removeAttribute('open');
    const onPointer = (event: Event) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) close();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu.current?.open) return;
      close();
      menu.current.querySelector('summary')?.focus();
    };
    const onClick = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('.menu-list a')) close();
    };
    document.addEventListener('click', onClick);
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('focusin', onPointer);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('focusin', onPointer);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
  return (
    <details
      className="menu"
      ref={menu}
      onToggle={(event) => {
        if (event.currentTarget.open) onOpen?.();
      }}
    >
      <summary aria-label={label} title={label}>
        {shown}
        <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true" focusable="false">
          <path d="m2 4 4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </summary>
      <div className="menu-list">{children}</div>
    </details>
  );
}
