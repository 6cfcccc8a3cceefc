import { type ReactNode, type TransitionEvent, useEffect, useRef, useState } from 'react';
import { collapseDuration } from '../../shared/collapse-duration.ts';
import { useBrowserLayoutEffect } from '../hooks/use-browser-layout-effect.ts';

interface CollapsibleProps {
  readonly id: string;
  readonly isOpen: boolean;
  /** The browser has opened it for a match of its page search. */
  readonly onReveal: () => void;
  readonly children: ReactNode;
}

/** Content that opens and closes with an animated height; not in the document until it was open once. */
export function Collapsible({ id, isOpen, onReveal, children }: CollapsibleProps) {
  const block = useRef<HTMLDivElement>(null);
  const [wasEverOpen, setEverOpen] = useState(isOpen);
  const shown = useRef(isOpen);
  if (isOpen && !wasEverOpen) setEverOpen(true);

  useBrowserLayoutEffect(() => {
    const element = block.current;
    if (!element || shown.current === isOpen) return;
    shown.current = isOpen;
    animateHeight(element, isOpen);
  }, [isOpen]);

  useEffect(() => {
    const element = block.current;
    const onMatch = () => {
      // It is open already: nothing to animate.
      shown.current = true;
      onReveal();
    };
    element?.addEventListener('beforematch', onMatch);
    return () => element?.removeEventListener('beforematch', onMatch);
  }, [onReveal]);

  const settle = (event: TransitionEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget || event.propertyName !== 'height') return;
    settleHeight(event.currentTarget, shown.current);
  };
  return (
    <div
      id={id}
      ref={block}
      className="collapsible"
      {...(!wasEverOpen && { hidden: true })}
      onTransitionEnd={settle}
    >
      {wasEverOpen && children}
    </div>
  );
}

/** Starts the transition; `settleHeight` must run when it ends. */
export function animateHeight(element: HTMLElement, isOpen: boolean): void {
  element.hidden = false;
  const height = element.scrollHeight;
  const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.style.overflow = 'hidden';
  element.style.transition = 'none';
  element.style.height = `${isOpen ? 0 : height}px`;
  // Reading a size makes the browser apply the start height before the transition begins.
  element.getBoundingClientRect();
  element.style.transition = `height ${collapseDuration(height, isReduced)}ms ease-in-out`;
  element.style.height = `${isOpen ? height : 0}px`;
}

/** The style without animation: natural height when open, reachable by page search but not by Tab when closed. */
export function settleHeight(element: HTMLElement, isOpen: boolean): void {
  element.style.height = '';
  element.style.overflow = '';
  element.style.transition = '';
  if (!isOpen) element.setAttribute('hidden', 'until-found');
}
