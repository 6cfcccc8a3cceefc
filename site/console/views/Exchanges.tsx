import { useState } from 'react';
import type { Exchange, NamedValue } from '../api/own-routes.ts';
import type { Live } from '../api/use-live.tsx';
import { asCurl } from '../model/curl.ts';
import { count, formatDuration, formatTime } from '../model/format.ts';
import type { Task } from '../model/task-graph.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { LiveView } from '../parts/LiveView.tsx';
import { Empty } from '../parts/Notice.tsx';
import { ScrollRegion } from '../parts/ScrollRegion.tsx';

/** Exchanges that are shown initially, and how many more each time. */
const STEP = 50;

/** The requests that a plan has sent to extension points, of one task or of all. */
export function Exchanges({
  planId,
  live,
  task,
}: {
  planId: string;
  live: Live<readonly Exchange[]>;
  task: Task | undefined;
}) {
  const [limit, setLimit] = useState(STEP);
  return (
    <LiveView live={live} what="exchanges">
      {(all) => {
        // Exchanges are only appended, so the index of an exchange is a stable key.
        const exchanges = all
          .map((exchange, index) => ({ exchange, place: String(index) }))
          .filter(({ exchange }) => isOf(exchange, task));
        if (exchanges.length === 0) {
          return (
            <Empty title={`No request has been sent ${task === undefined ? 'yet' : 'for this task'}.`} />
          );
        }
        return (
          <>
            <div className="exchanges-head">
              <p className="quiet">{count(exchanges.length, 'exchange')}, the oldest first.</p>
              <CopyButton
                label="Copy check command"
                read={() => `npx tessera platform check ${planId} --platform ${location.origin}`}
              />
            </div>
            <ol className="exchanges sheet">
              {exchanges.slice(0, limit).map(({ exchange, place }) => (
                <ExchangeItem key={place} exchange={exchange} />
              ))}
            </ol>
            {exchanges.length > limit && (
              <button type="button" className="button" onClick={() => setLimit(limit + STEP)}>
                Show later exchanges
              </button>
            )}
          </>
        );
      }}
    </LiveView>
  );
}

/** A task that consists of a plan shows the exchanges of that plan. */
export function isOf({ _task, _plan }: Exchange, task: Task | undefined): boolean {
  if (task === undefined) return true;
  return _task === task.id || (task.subPlanId !== undefined && _plan === task.subPlanId);
}

function ExchangeItem({ exchange }: { exchange: Exchange }) {
  const { request, response, startedDateTime, time } = exchange;
  const { status } = response;
  const { host, pathname, search } = new URL(request.url);
  // Bodies are large, and few are opened.
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details className="exchange" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <time dateTime={startedDateTime}>{formatTime(startedDateTime)}</time>
          <span className="method">{request.method}</span>
          <span className="target">
            <span className="quiet">{host}</span>
            {pathname + search}
          </span>
          <span className="code-number" data-tone={status === 0 || status >= 400 ? 'bad' : 'good'}>
            {status === 0 ? 'no answer' : status}
          </span>
          <span className="quiet">{formatDuration(time)}</span>
        </summary>
        {isOpen && <Bodies exchange={exchange} />}
      </details>
    </li>
  );
}

function Bodies({ exchange }: { exchange: Exchange }) {
  const { request, response, comment } = exchange;
  return (
    <div className="exchange-body">
      <CopyButton label="Copy as curl" read={() => asCurl(exchange)} />
      {comment !== undefined && <p className="quiet">Not complete: {comment}</p>}
      <Message title="Request" headers={request.headers} text={request.postData?.text} />
      {response.status === 0 ? (
        <p>No answer arrived: {response.statusText}</p>
      ) : (
        <Message title="Answer" headers={response.headers} text={response.content.text} />
      )}
    </div>
  );
}

function Message({
  title,
  headers,
  text,
}: {
  title: string;
  headers: readonly NamedValue[];
  text: string | undefined;
}) {
  return (
    <>
      <h3>{title}</h3>
      <ScrollRegion className="code" label={title}>
        {headers.map(({ name, value }) => `${name}: ${value}\n`)}
        {text === undefined || text === '' ? '' : `\n${readable(text)}`}
      </ScrollRegion>
    </>
  );
}

/** JSON with one member on each line; other text as it is. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
