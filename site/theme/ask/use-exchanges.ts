import { useCallback, useEffect, useRef, useState } from 'react';
import { askDocsAgent } from './docs-agent.ts';

/** A question, and its answer once that is here. */
export interface Exchange {
  readonly number: number;
  readonly question: string;
  /** The answer, in Markdown. */
  readonly message?: string;
  readonly error?: unknown;
}

/** Where answers are stored until the tab is closed: some pages of the site are separate documents. */
const KEY = 'tessera.ask';

/** Number of answers that are stored. */
const STORED = 20;

/** True until the agent has answered. */
export function isUnanswered({ message, error }: Exchange): boolean {
  return message === undefined && error === undefined;
}

/** The questions of this tab, and a function that asks another one. */
export function useExchanges(address: string): {
  readonly exchanges: readonly Exchange[];
  readonly ask: (question: string) => void;
} {
  const [exchanges, setExchanges] = useState(readStored);
  const count = useRef(exchanges.length);
  useEffect(() => {
    const answered = exchanges.filter(({ message }) => message !== undefined).slice(-STORED);
    try {
      sessionStorage.setItem(KEY, JSON.stringify(answered));
    } catch {
      // Storage is blocked or full: the answers last as long as this document.
    }
  }, [exchanges]);
  const ask = useCallback(
    (question: string) => {
      count.current += 1;
      const number = count.current;
      const settle = (result: Partial<Exchange>) =>
        setExchanges((before) => before.map((one) => (one.number === number ? { ...one, ...result } : one)));
      setExchanges((before) => [...before, { number, question }]);
      askDocsAgent(address, question).then(
        (message) => settle({ message }),
        (error: unknown) => settle({ error }),
      );
    },
    [address],
  );
  return { exchanges, ask };
}

function readStored(): readonly Exchange[] {
  try {
    const stored: readonly Exchange[] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return stored
      .filter(({ message }) => typeof message === 'string')
      .map((exchange, index) => ({ ...exchange, number: index + 1 }));
  } catch {
    return [];
  }
}
