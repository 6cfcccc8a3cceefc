import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { ASK_PLACE } from '../../shared/constants.ts';
import { Lazy, type LazyPart } from '../lazy-part.tsx';
import type { AskPanelProps } from './AskPanel.tsx';
import { ASK_EVENT, takeQuestion } from './docs-agent.ts';
import { useDocsAgent } from './use-docs-agent.ts';

/** A question that another part of the page asks; its number tells two equal ones apart. */
interface Asked {
  readonly question: string;
  readonly number: number;
}

/** A button in the bar that opens the panel of the documentation agent; nothing where there is no agent. */
export function AskDock({ baseUrl, panel }: { baseUrl: string; panel: LazyPart<AskPanelProps> }) {
  const address = useDocsAgent(baseUrl);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => {
    const onAsk = () => {
      const question = takeQuestion();
      if (question === undefined) return;
      setAsked((before) => ({ question, number: (before?.number ?? 0) + 1 }));
      setOpened(true);
      setOpen(true);
    };
    onAsk();
    window.addEventListener(ASK_EVENT, onAsk);
    return () => window.removeEventListener(ASK_EVENT, onAsk);
  }, []);
  const place = address === null ? null : document.getElementById(ASK_PLACE);
  if (address === null || place === null) return null;
  return (
    <aside className="ask" aria-label="Documentation agent">
      {wasOpened && (
        <Lazy
          part={panel}
          props={{
            address,
            baseUrl,
            isOpen,
            asked,
            onClose: () => {
              setOpen(false);
              button.current?.focus();
            },
          }}
        />
      )}
      {createPortal(
        <button
          ref={button}
          type="button"
          className="ask-button"
          aria-expanded={isOpen}
          onClick={() => {
            setOpened(true);
            setOpen(!isOpen);
          }}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
            <path
              d="M5 5h14v10h-7l-4 4v-4H5z"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.75"
              strokeLinejoin="round"
            />
          </svg>
          <span>Ask</span>
        </button>,
        place,
      )}
    </aside>
  );
}
