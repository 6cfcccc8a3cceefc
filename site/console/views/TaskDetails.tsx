import type { LogLevel, PlanLogEntry } from '@tessera/contracts/types/coordinator-v1';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Exchange } from '../api/own-routes.ts';
import { asCurl } from '../model/curl.ts';
import { durationBetween, formatDate, formatDuration, formatTime } from '../model/format.ts';
import { splitMessage } from '../model/references.ts';
import type { Task } from '../model/task-graph.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { Fact } from '../parts/Fact.tsx';
import { Linked, LinkedResult } from '../parts/Linked.tsx';
import { ScrollRegion } from '../parts/ScrollRegion.tsx';
import { Status, toneOf } from '../parts/Status.tsx';
import { hashOf } from '../route.ts';

/** The result of a task, its last request, and its log. */
export function TaskDetails({
  task,
  log,
  exchanges,
  now,
  onClose,
}: {
  task: Task;
  log: readonly PlanLogEntry[];
  /** Those of the task, the oldest first. */
  exchanges: readonly Exchange[];
  now: number;
  onClose: () => void;
}) {
  const { name, displayName = name, status, result, componentName, startTime, stopTime, subPlanId } = task;
  const took = durationBetween(startTime, stopTime, now);
  const title = useRef<HTMLHeadingElement>(null);
  // On a small screen the panel is below the tasks, out of sight of the user who has chosen one.
  useEffect(() => {
    const { current } = title;
    if (current !== null && current.getBoundingClientRect().bottom > innerHeight) current.scrollIntoView();
  }, []);
  return (
    <section className="panel" aria-labelledby="task-title">
      <div className="panel-head">
        <h2 id="task-title" ref={title}>
          {displayName}
        </h2>
        <button type="button" className="button button-small" onClick={onClose}>
          Show the log of the plan
        </button>
      </div>
      <dl className="facts">
        <Fact name="Status">
          <Status value={status} />
        </Fact>
        <Fact name="Component">{componentName && <code>{componentName}</code>}</Fact>
        <Fact name="Started">{startTime === undefined ? 'not yet' : formatDate(startTime)}</Fact>
        <Fact name="Duration">{took !== undefined && formatDuration(took)}</Fact>
        <Fact name="Consists of">
          {subPlanId && <a href={hashOf(['plans', subPlanId])}>a separate plan</a>}
        </Fact>
      </dl>
      <h3>Result</h3>
      <div className="result-box" data-tone={toneOf(status)}>
        <LinkedResult result={result ?? 'The result appears when the task has finished.'} />
      </div>
      <LastRequest exchange={exchanges.findLast(({ request }) => request.method === 'POST')} />
      <Log title="Log" lines={log} />
    </section>
  );
}

/** The request that started the work of an extension point: later ones ask for its state. */
function LastRequest({ exchange }: { exchange: Exchange | undefined }) {
  if (exchange === undefined) return null;
  const { request, response } = exchange;
  return (
    <>
      <h3>Request</h3>
      <p className="request">
        <code>
          {request.method} {new URL(request.url).pathname}
        </code>
        <span className="quiet">{response.status === 0 ? 'no answer' : response.status}</span>
        <CopyButton label="Copy as curl" read={() => asCurl(exchange)} />
      </p>
    </>
  );
}

/** Minimum severities of the shown lines, with their labels. */
const LEVELS: readonly (readonly [LogLevel, string])[] = [
  ['DEBUG', 'All lines'],
  ['INFO', 'Info and above'],
  ['WARNING', 'Warnings and errors'],
  ['ERROR', 'Errors'],
];

/** Lines of a log, the oldest first, from a chosen severity on. */
export function Log({ title, lines }: { title: ReactNode; lines: readonly PlanLogEntry[] }) {
  const [level, setLevel] = useState<string>('DEBUG');
  const names: readonly string[] = LEVELS.map(([name]) => name);
  const shown = lines.filter(({ severity }) => names.indexOf(severity) >= names.indexOf(level));
  return (
    <>
      <div className="panel-head">
        <h3>{title}</h3>
        <label className="filter">
          Show
          <select value={level} onChange={({ target }) => setLevel(target.value)}>
            {LEVELS.map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </select>
        </label>
      </div>
      <LogLines lines={shown} isFiltered={shown.length < lines.length} />
    </>
  );
}

function LogLines({ lines, isFiltered }: { lines: readonly PlanLogEntry[]; isFiltered: boolean }) {
  if (lines.length === 0 && isFiltered) return <p className="quiet">No line is that severe.</p>;
  if (lines.length === 0) return <p className="quiet">Nothing has been written yet.</p>;
  // Lines are only appended, so the index of a line is a stable key.
  const named = lines.map((line, index) => ({ line, place: String(index) }));
  return (
    <ScrollRegion className="log" label="Log">
      <ol>
        {named.map(({ line, place }) => (
          <li key={place} data-severity={line.severity}>
            <time dateTime={line.timestamp}>{formatTime(line.timestamp)}</time>
            <span className="log-severity">{line.severity}</span>
            <LogMessage message={line.message} />
          </li>
        ))}
      </ol>
    </ScrollRegion>
  );
}

/** A message; JSON at its end is folded. */
function LogMessage({ message }: { message: string }) {
  const { text, data } = splitMessage(message);
  return (
    <div className="log-message">
      <Linked text={text} />
      {data !== undefined && (
        <details>
          <summary>JSON</summary>
          <pre>{JSON.stringify(data, null, 2)}</pre>
        </details>
      )}
    </div>
  );
}
