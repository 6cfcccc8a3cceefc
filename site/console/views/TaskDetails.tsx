import type { LogLevel, PlanLogEntry } from '@tessera/contracts/types/coordinator-v1';
import { useState } from 'react';
import { durationBetween, formatDate, formatDuration, formatTime } from '../model/format.ts';
import type { Task } from '../model/task-graph.ts';
import { Fact } from '../parts/Fact.tsx';
import { Linked, LinkedResult } from '../parts/Linked.tsx';
import { ScrollRegion } from '../parts/ScrollRegion.tsx';
import { Status } from '../parts/Status.tsx';
import { hashOf } from '../route.ts';

/** The result of a task, and its log. */
export function TaskDetails({ task, log, now }: { task: Task; log: readonly PlanLogEntry[]; now: number }) {
  const { name, displayName = name, status, result, componentName, startTime, stopTime, subPlanId } = task;
  const took = durationBetween(startTime, stopTime, now);
  return (
    <section className="panel" aria-labelledby="task-title">
      <h2 id="task-title">{displayName}</h2>
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
      <LinkedResult result={result ?? 'The result appears when the task has finished.'} />
      <h3>Log</h3>
      <Log lines={log} />
    </section>
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
export function Log({ lines }: { lines: readonly PlanLogEntry[] }) {
  const [level, setLevel] = useState<string>('DEBUG');
  const names: readonly string[] = LEVELS.map(([name]) => name);
  const shown = lines.filter(({ severity }) => names.indexOf(severity) >= names.indexOf(level));
  return (
    <>
      <label className="field field-row log-level">
        <span>Show</span>
        <select value={level} onChange={({ target }) => setLevel(target.value)}>
          {LEVELS.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      </label>
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
            <span className="log-message">
              <Linked text={line.message} />
            </span>
          </li>
        ))}
      </ol>
    </ScrollRegion>
  );
}
