import { type FormEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { AnswerText } from './AnswerText.tsx';
import { DocsAgentError } from './docs-agent.ts';
import { readAnswer } from './read-answer.ts';
import { type Exchange, isUnanswered, useExchanges } from './use-exchanges.ts';

/** What the panel needs. */
export interface AskPanelProps {
  /** Where the documentation agent is. */
  readonly address: string;
  readonly baseUrl: string;
  readonly isOpen: boolean;
  /** A question to ask at once. */
  readonly asked: { readonly question: string; readonly number: number } | undefined;
  readonly onClose: () => void;
}

/** Below this width the panel covers the page. */
const NARROW = '(max-width: 30rem)';

/** Questions to the documentation agent, and its answers with their sources. */
export function AskPanel({ address, baseUrl, isOpen, asked, onClose }: AskPanelProps) {
  const { exchanges, ask } = useExchanges(address);
  const [question, setQuestion] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const log = useRef<HTMLDivElement>(null);
  const id = useId();
  const isWaiting = exchanges.some(isUnanswered);
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  useEffect(() => {
    if (asked === undefined || asked.question.trim() === '') return;
    ask(asked.question);
    field.current?.focus();
  }, [asked, ask]);
  const last = exchanges.at(-1);
  useEffect(() => {
    if (last === undefined || !isOpen) return;
    // The question stays at the top while its answer arrives. A hidden panel forgets how far it was scrolled.
    const asked = log.current?.querySelector('article:last-of-type h3');
    if (log.current && asked) scrollToTop(log.current, asked);
  }, [last, isOpen]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() === '' || isWaiting) return;
    ask(question.trim());
    setQuestion('');
  };
  const onLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a') && matchMedia(NARROW).matches) onClose();
  };
  return (
    <section
      className="ask-panel"
      hidden={!isOpen}
      role="dialog"
      aria-labelledby={`${id}-title`}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
      onClick={onLink}
    >
      <header className="ask-head">
        <h2 id={`${id}-title`}>Ask the documentation</h2>
        <button type="button" className="ask-close" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to scroll it */}
      <div className="ask-log" role="log" aria-label="Answers" tabIndex={0} ref={log}>
        {exchanges.length === 0 && <Beginning ask={ask} />}
        {exchanges.map((exchange) => (
          <ExchangeItem key={exchange.number} exchange={exchange} baseUrl={baseUrl} retry={ask} />
        ))}
      </div>
      <form className="ask-form" onSubmit={submit}>
        <input
          ref={field}
          aria-label="Question"
          placeholder="How do I …?"
          autoComplete="off"
          value={question}
          onChange={({ target }) => setQuestion(target.value)}
        />
        <button type="submit" disabled={isWaiting}>
          Ask
        </button>
      </form>
    </section>
  );
}

/** Space above a question that the panel has scrolled to, in pixels. */
const ABOVE_QUESTION = 16;

function scrollToTop(log: Element, question: Element): void {
  const below = question.getBoundingClientRect().top - log.getBoundingClientRect().top;
  log.scrollBy(0, below - ABOVE_QUESTION);
}

/** Questions for a start; each leads to an answer with steps. */
const SAMPLES = [
  'How do I register a tech adapter?',
  'How do I deploy the sample data product?',
  'How do I stop a running plan with the client?',
  'Which flags inject faults into a server?',
];

function Beginning({ ask }: { ask: (question: string) => void }) {
  return (
    <>
      <p className="ask-hint">
        Answers come from these pages, with links to the sources. Each question is answered separately: the
        agent does not remember earlier questions.
      </p>
      <ul className="ask-samples" aria-label="Sample questions">
        {SAMPLES.map((sample) => (
          <li key={sample}>
            <button type="button" onClick={() => ask(sample)}>
              {sample}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function ExchangeItem({
  exchange,
  baseUrl,
  retry,
}: {
  exchange: Exchange;
  baseUrl: string;
  retry: (question: string) => void;
}) {
  const { question, message, error } = exchange;
  const answer = useMemo(() => (message === undefined ? undefined : readAnswer(message)), [message]);
  return (
    <article className="ask-exchange">
      <h3>{question}</h3>
      {answer !== undefined && <AnswerText answer={answer} />}
      {error !== undefined && (
        <div className="ask-failed" role="alert">
          <Failure error={error} baseUrl={baseUrl} />
          <button type="button" onClick={() => retry(question)}>
            Ask again
          </button>
        </div>
      )}
      {isUnanswered(exchange) && <p className="ask-hint">Looking for an answer…</p>}
    </article>
  );
}

function Failure({ error, baseUrl }: { error: unknown; baseUrl: string }) {
  if (error instanceof DocsAgentError && error.status === 401) {
    return (
      <p>
        The platform asks for a token. Enter it in <a href={`${baseUrl}platform/`}>the console</a>, in this
        tab, then ask again.
      </p>
    );
  }
  return (
    <p>
      The documentation agent did not answer: {error instanceof Error ? error.message : String(error)}. Check
      that the platform runs, then ask again.
    </p>
  );
}
