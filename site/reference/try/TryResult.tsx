import { CodeLines } from './CodeLines.tsx';
import { checkAnswer, type Verdict } from './check-answer.ts';
import type { Definitions } from './check-value.ts';
import type { TryOperation } from './contract.ts';
import { type JsonLine, jsonLines, lineOf } from './json-lines.ts';
import type { Answer, NoAnswer } from './send-request.ts';
import type { Trial } from './use-trial.ts';

interface TryResultProps {
  readonly isSending: boolean;
  readonly trial: Trial | undefined;
  readonly operation: TryOperation;
  readonly schemas: Definitions;
}

/** What came of a request; a screen reader reads the first sentences. */
export function TryResult({ isSending, trial, operation, schemas }: TryResultProps) {
  const outcome = trial?.outcome;
  const answer = outcome && 'status' in outcome ? outcome : undefined;
  const verdict = answer && checkAnswer(answer, operation, schemas);
  return (
    <>
      <div role="status" className="try-status">
        {isSending && <p>Sending …</p>}
        {outcome && !('status' in outcome) && <Problem problem={outcome} />}
        {answer && verdict && (
          <>
            <p>
              <strong className={`s${String(answer.status).charAt(0)}`}>
                {answer.status} {answer.statusText}
              </strong>{' '}
              in {answer.milliseconds} ms
            </p>
            <VerdictText verdict={verdict} />
          </>
        )}
      </div>
      {answer && verdict && <AnswerParts answer={answer} verdict={verdict} />}
      {trial && (
        <CodeLines title="The request, as curl" lines={toLines(trial.request.curl)} language="bash" />
      )}
    </>
  );
}

function Problem({ problem: { problem, help } }: { problem: NoAnswer }) {
  return (
    <div className="try-verdict departs">
      <p>✗ {problem}</p>
      <p>{help}</p>
    </div>
  );
}

function VerdictText({ verdict: { isConforming, sentence, departures } }: { verdict: Verdict }) {
  return (
    <div className={`try-verdict ${isConforming ? 'conforms' : 'departs'}`}>
      <p>
        {isConforming ? '✓' : '✗'} {sentence}
      </p>
      {departures.length > 0 && (
        <ul>
          {departures.map(({ pointer, expected, actual }) => (
            <li key={`${pointer} ${expected}`}>
              <code>{pointer || 'the body'}</code>: expected {expected}, got {actual}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function AnswerParts({ answer, verdict }: { answer: Answer; verdict: Verdict }) {
  const { text, headers } = answer;
  const isJson = 'value' in verdict;
  const lines = isJson ? jsonLines(verdict.value) : toLines(text);
  const marks = new Map<number, string>();
  for (const { pointer, expected } of verdict.departures) {
    const line = lineOf(lines, pointer);
    marks.set(
      line,
      [
        ...(marks.has(line) ? [marks.get(line)] : []),
        `${nameIn(lines[line], pointer)}expected ${expected}`,
      ].join('; '),
    );
  }
  return (
    <>
      <details className="try-headers">
        <summary>Headers of the answer ({headers.length})</summary>
        <dl>
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="where">
          From another origin, a browser shows only the headers that the server exposes.
        </p>
      </details>
      {text !== '' && (
        <CodeLines title="The answer" lines={lines} language={isJson ? 'json' : 'text'} marks={marks} />
      )}
    </>
  );
}

/** A line of the object that lacks a member says which. */
function nameIn(line: JsonLine | undefined, pointer: string): string {
  return line?.pointer === pointer ? '' : `${pointer.slice(pointer.lastIndexOf('/') + 1)}: `;
}

function toLines(text: string): JsonLine[] {
  return text.split('\n').map((line) => ({ text: line }));
}
