import type { LongRunningEntry, OperationEntry } from '@tessera/contracts/vocabulary';
import { atPointer, pointerKeys } from '../../src/suite/json.ts';
import { pause } from '../reply.ts';
import { changedAt, type Derived, type Operator, type Subject } from './subject.ts';
import { type Asked, bodyOf, jsonReply, type Next, type Reply, type Tamper, withJson } from './tampering.ts';

/*
 * Operators on tasks. Their places: every operation that starts a task, by `x-dp-long-running`; a fault changes only
 * the tasks of that operation.
 */

/** Longer than any promptness that a bench configures, in milliseconds. */
const LATE = 3_000;

/** A task, as the fault sees it. */
interface Task {
  readonly token: string;
  reads: number;
  /** Reads of a terminal state. */
  readsAfter: number;
  /** The operation that stops it was called. */
  isStopped: boolean;
  /** The first terminal response. */
  end?: Reply;
}

/** A starting operation with its tasks. */
interface Starter {
  readonly operation: OperationEntry;
  readonly running: LongRunningEntry;
}

interface Fault {
  /** Changes the response that starts a task. */
  readonly start?: (reply: Reply, task: Task) => Reply | Promise<Reply>;
  /** Changes the response to a poll. */
  readonly poll?: (reply: Reply, task: Task, asked: Asked) => Reply | Promise<Reply>;
  /** Answers a poll whose token belongs to no task of the operation. */
  readonly other?: (asked: Asked, next: Next) => Promise<Reply>;
}

/** Applies a fault to the tasks of one operation. */
function toTasksOf({ operation, running }: Starter, { start, poll, other }: Fault): Tamper {
  const tasks = new Map<string, Task>();
  const isTerminal = (reply: Reply): boolean => running.terminal.includes(stateIn(running, reply));
  return async (asked, next) => {
    const reply = await next(asked);
    if (asked.operation === operation.id && reply.status === Number(running.startStatus)) {
      const token = String(atPointer(bodyOf(reply), running.token));
      const task = { token, reads: 0, readsAfter: 0, isStopped: false };
      tasks.set(token, task);
      return start?.(reply, task) ?? reply;
    }
    const task = tasks.get(asked.path[running.poll.parameter] ?? '');
    if (task !== undefined && asked.operation === running.cancel?.operation) task.isStopped = true;
    if (asked.operation !== running.poll.operation) return reply;
    if (task === undefined) return other?.(asked, next) ?? reply;
    task.reads += 1;
    if (isTerminal(reply)) {
      task.readsAfter += 1;
      task.end ??= reply;
    }
    return poll?.(reply, task, asked) ?? reply;
  };
}

function stateIn({ state }: LongRunningEntry, reply: Reply): string {
  return String(atPointer(bodyOf(reply), state));
}

/** The response with another state. */
function withState({ state }: LongRunningEntry, reply: Reply, value: string): Reply {
  return withJson(
    reply,
    changedAt(bodyOf(reply), pointerKeys(state), () => value),
  );
}

type Row = readonly [caughtBy: string | undefined, words: string, fault: () => Fault];

/** An operator with one place for each operation that starts a task. */
const onTasks =
  (rows: (subject: Subject, starter: Starter) => readonly Row[]): Operator =>
  (subject) =>
    subject.operations.flatMap((operation) => {
      const running = operation.longRunning;
      if (running === undefined) return [];
      const starter = { operation, running };
      return rows(subject, starter).flatMap(([caughtBy, words, fault]): Derived[] =>
        caughtBy === undefined || !subject.canFail(caughtBy)
          ? []
          : [
              {
                caughtBy,
                defect: `${operation.id}: ${words}`,
                tamper: () => toTasksOf(starter, fault()),
              },
            ],
      );
    });

const NOT_FOUND = jsonReply(400, {
  errors: ['operation not found'],
  userMessage: 'There is no such operation.',
  moreInfo: { problems: [], solutions: [] },
});

const CRASH = jsonReply(500, {
  error: 'no value',
  userMessage: 'Something broke.',
  moreInfo: { problems: [], solutions: [] },
});

const tokens = onTasks(({ general, tokenOwnerOf }, { operation, running }) => {
  const place = pointerKeys(running.token);
  const withToken = (reply: Reply, change: (token: unknown) => unknown): Reply =>
    withJson(reply, changedAt(bodyOf(reply), place, change));
  return [
    [general.token, 'returns an empty token', () => ({ start: (reply) => withToken(reply, () => '') })],
    [
      general.token,
      'returns a token that is an object',
      () => ({ start: (reply) => withToken(reply, (token) => ({ token })) }),
    ],
    [
      general.tokenUnique,
      'returns the token of its first task for every task',
      () => {
        let first: string | undefined;
        return {
          start: (reply, { token }) => {
            first ??= token;
            return withToken(reply, () => first);
          },
        };
      },
    ],
    [
      tokenOwnerOf(operation.id) ?? general.tokenKnown,
      'does not know its tokens at their status path',
      () => ({ poll: () => NOT_FOUND }),
    ],
    [
      tokenOwnerOf(operation.id) ?? general.tokenKnown,
      'knows a token only from the second poll on',
      () => ({ poll: (reply, { reads }) => (reads === 1 ? NOT_FOUND : reply) }),
    ],
  ];
});

/** Unknown tokens reach the status path of an operation, whatever started the task. */
const unknownTokens: Operator = ({ operations, general }) => {
  const polls = new Map(
    operations.flatMap(({ longRunning }) =>
      longRunning === undefined ? [] : [[longRunning.poll.operation, longRunning] as const],
    ),
  );
  return [...polls].flatMap(([poll, running]) => {
    const answering = (words: string, answer: Reply): Derived => ({
      caughtBy: general.unknownToken,
      defect: `${poll}: ${words}`,
      tamper: () => async (asked, next) => {
        const reply = await next(asked);
        return asked.operation === poll && reply.status >= 400 && reply.status < 500 ? answer : reply;
      },
    });
    const finished = pointerKeys(running.state).reduceRight<unknown>(
      (inner, key) => ({ [key]: inner }),
      running.terminal[0],
    );
    return [
      answering('crashes on an unknown token', CRASH),
      answering('returns a finished state for an unknown token', jsonReply(200, finished)),
    ];
  });
};

const states = onTasks(({ general, contract }, { running }) => {
  const [stopping] = running.states.filter((one) => one.startsWith('TERMINATING'));
  const initial = running.states[0] ?? '';
  const failure = running.terminal.find((one) => !running.succeeded.includes(one)) ?? '';
  const isOver = (reply: Reply): boolean => running.terminal.includes(stateIn(running, reply));
  return [
    [
      general.terminal,
      'never finishes its tasks',
      () => ({ poll: (reply) => (isOver(reply) ? withState(running, reply, initial) : reply) }),
    ],
    [
      general.final,
      'reports a finished task as running on the second read',
      () => ({
        poll: (reply, { readsAfter }) => (readsAfter > 1 ? withState(running, reply, initial) : reply),
      }),
    ],
    [
      general.final,
      'reports another terminal state from the second read on',
      () => ({
        poll: (reply, { readsAfter, isStopped }) =>
          readsAfter > 1 && !isStopped ? withState(running, reply, failure) : reply,
      }),
    ],
    [
      general.kept,
      'forgets a task after its terminal state was read',
      () => ({ poll: (reply, { readsAfter }) => (readsAfter > 1 ? NOT_FOUND : reply) }),
    ],
    [
      stopping === undefined ? undefined : general.transitions,
      'starts its tasks as terminating',
      () => ({
        poll: (reply, { reads }) => (reads === 1 ? withState(running, reply, stopping ?? '') : reply),
      }),
    ],
    [
      contract === 'platform' ? undefined : 'A-10',
      'makes progress only while it is polled',
      () => ({
        poll: (reply, { reads }) => (reads < 3 ? jsonReply(200, runningBody(reply, running)) : reply),
      }),
    ],
    [
      contract === 'platform' || running.verdict !== undefined ? undefined : 'CO-04',
      'loses the information and the logs of a finished task after the first read',
      () => ({
        poll: (reply, { readsAfter }) =>
          readsAfter > 1 ? withJson(reply, without(bodyOf(reply), ['info', 'logs'])) : reply,
      }),
    ],
  ];
});

function runningBody(reply: Reply, { state, states: all }: LongRunningEntry): unknown {
  return changedAt(without(bodyOf(reply), ['info', 'result']), pointerKeys(state), () => all[0]);
}

function without(body: unknown, members: readonly string[]): unknown {
  return members.reduce((rest, member) => changedAt(rest, [member], () => undefined), body);
}

const late = onTasks(({ general }) => [
  [
    general.promptStart,
    'returns the token only after three seconds',
    () => ({ start: (reply) => pause(LATE).then(() => reply) }),
  ],
  [
    general.promptPoll,
    'delays the response to a poll by three seconds',
    () => ({ poll: (reply) => pause(LATE).then(() => reply) }),
  ],
]);

/** Another task's state, and another kind's. */
const isolation = onTasks(({ general, operations, contract }, { running }) => {
  // On a platform, work may have several kinds of names: P-65 is about tokens that are all of an answer.
  const isToken = ({ token }: LongRunningEntry): boolean => contract !== 'platform' || token === '';
  const others = operations.filter(
    ({ longRunning }) =>
      longRunning !== undefined &&
      isToken(longRunning) &&
      isToken(running) &&
      longRunning.poll.operation !== running.poll.operation,
  );
  return [
    [
      contract === 'platform' || running.verdict === undefined ? undefined : 'A-14',
      'reports the result of its first finished task for all of them',
      () => {
        let first: Reply | undefined;
        return {
          poll: (reply) => {
            if (!running.terminal.includes(stateIn(running, reply))) return reply;
            first ??= reply;
            return first;
          },
        };
      },
    ],
    [
      others.length === 0 ? undefined : general.tokenKind,
      'knows the tokens of another kind at its status path',
      () => ({
        other: async (asked, next) => {
          for (const { longRunning } of others) {
            const path = operations.find(({ id }) => id === longRunning?.poll.operation)?.path;
            const token = asked.path[running.poll.parameter] ?? '';
            if (path === undefined) continue;
            const reply = await next({ ...asked, url: path.replace(/\{[^}]+\}/, encodeURIComponent(token)) });
            if (reply.status === 200) return reply;
          }
          return next(asked);
        },
      }),
    ],
    [
      contract === 'platform' ? undefined : 'CO-09',
      'ignores the case of a token',
      () => {
        const known = new Map<string, string>();
        return {
          start: (reply, { token }) => {
            known.set(token.toLowerCase(), token);
            return reply;
          },
          other: (asked, next) => {
            const token = known.get((asked.path[running.poll.parameter] ?? '').toLowerCase());
            const path = operations.find(({ id }) => id === running.poll.operation)?.path ?? '';
            return next(
              token === undefined
                ? asked
                : { ...asked, url: path.replace(/\{[^}]+\}/, encodeURIComponent(token)) },
            );
          },
        };
      },
    ],
    [
      running.cancel === undefined || contract === 'platform' ? undefined : 'TA-29',
      'reports a finished task as terminated after a late termination request',
      () => ({
        poll: (reply, { isStopped, readsAfter }) =>
          isStopped && readsAfter > 1 ? withState(running, reply, 'TERMINATED') : reply,
      }),
    ],
  ];
});

export const TASK_OPERATORS: readonly Operator[] = [tokens, unknownTokens, states, late, isolation];
