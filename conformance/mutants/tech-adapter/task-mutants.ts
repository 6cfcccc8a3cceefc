import { answering, ending, isOver, running, slowTables } from '../habits.ts';
import { type Change, mutants } from '../mutant.ts';
import { type Body, breakDown, isBody } from '../reply.ts';
import type { Habits, Job } from '../server.ts';

const stops = new WeakMap<object, number>();

/** Mutants with wrong tasks: their tokens, states, and results over time. */
export const taskMutants = mutants<Change<Habits>>({
  'A-01': {
    'returns numbers as tokens': {
      token: ({ count }) => String(4100 + count),
      answer: (reply) => (reply.status === 202 ? { ...reply, body: Number(reply.body) } : reply),
    },
  },
  'A-06': {
    'reports TERMINATING, and then completes the task': {
      look: (seen, job) => (seen['status'] === 'TERMINATED' ? job.end : seen),
    },
  },
  'A-12': {
    'returns a state for an empty token': {
      answer: (reply) => (reply.status === 404 ? { status: 200, body: { status: 'COMPLETED' } } : reply),
    },
  },
  'A-13': {
    'accepts the token of a validation for the termination of a provision': {
      find: (job, { operation, token }, jobs) =>
        operation === 'terminateProvisioning' ? jobs.get(token) : job,
    },
  },
  'A-14': {
    'adds the errors of all earlier rejected requests to each error response': addingErrors,
    'reports the information of the first component for every component': informingOnce,
    'returns the first result for the template to every request': keepingByTemplate,
    'adds the findings about a component to those about the next one': addingFindings,
  },
  'CO-09': {
    'trims blanks from a token before the lookup': findingTokens((known, asked) => known === asked.trim()),
  },
  'TA-27': {
    'accepts a termination request and completes the task anyway': {
      work: slowTables,
      look: (seen, job, now) => {
        if (job.stopAskedAt === undefined) return seen;
        return now - job.startedAt < slowTables(job) ? running : job.end;
      },
    },
  },
  'TA-28': {
    'ends as TERMINATED without a termination request': {
      look: (seen, job) =>
        job.operation === 'updateacl' && isOver(seen) ? { ...seen, status: 'TERMINATED' } : seen,
    },
  },
  'TA-29': {
    'does not know the tokens of other operations in termination requests': {
      find: (job, { operation }) =>
        operation === 'terminateProvisioning' && job?.operation !== 'provision' ? undefined : job,
    },
    'crashes on a second termination request': stoppingOnce,
    'crashes on the termination of a finished change of access': answering(
      'terminateProvisioning',
      (reply, _call, job) => (job?.operation === 'updateacl' ? breakDown('IllegalState') : reply),
    ),
  },
  'X-15': {
    'writes timestamps in a local format': ending('updateacl', (end) => ({
      ...end,
      logs: [{ timestamp: '2 June 2025, 9:30', level: 'INFO', message: 'done' }],
    })),
  },
  'X-16': {
    'returns 501 for the termination of finished tasks, and accepts it for others': {
      work: slowTables,
      answer: (reply, { operation }, job) =>
        operation === 'terminateProvisioning' && job !== undefined && job.stopAskedAt === undefined
          ? { status: 501, body: { error: 'not supported' } }
          : reply,
    },
  },
});

function addingErrors(): Partial<Habits> {
  const all: unknown[] = [];
  return {
    answer: (reply) => {
      if (reply.status !== 400 || !isBody(reply.body) || !Array.isArray(reply.body['errors'])) return reply;
      all.push(...reply.body['errors']);
      return { ...reply, body: { ...reply.body, errors: [...all] } };
    },
  };
}

function informingOnce(): Partial<Habits> {
  let first: Body | undefined;
  return {
    finish: (end, { operation }) => {
      if (operation !== 'provision' || end['status'] !== 'COMPLETED') return end;
      first ??= end;
      return { ...end, info: first['info'] };
    },
  };
}

/** Finds a task of the right kind by a loose comparison of tokens. */
function findingTokens(isSame: (known: string, asked: string) => boolean): Partial<Habits> {
  const kinds: Readonly<Record<string, Job['kind']>> = {
    getValidationStatus: 'validation',
    getReverseProvisioningStatus: 'reverse',
  };
  return {
    find: (job, { operation, token }, jobs) =>
      job ??
      [...jobs.values()].find(
        (one) => one.kind === (kinds[operation] ?? 'provisioning') && isSame(one.token, token),
      ),
  };
}

function stoppingOnce(): Partial<Habits> {
  return {
    work: ({ operation }) => (operation === 'provision' ? 400 : 60),
    answer: (reply, { operation }, job) => {
      if (operation !== 'terminateProvisioning' || job?.stopAskedAt === undefined) return reply;
      const asked = stops.get(job) ?? 0;
      stops.set(job, asked + 1);
      return asked > 0 ? breakDown('illegal state') : reply;
    },
  };
}

function keepingByTemplate(): Partial<Habits> {
  const known = new Map<unknown, Body>();
  return {
    finish(end, { operation, input }) {
      if (operation !== 'runReverseProvisioning') return end;
      const { catalogInfo, useCaseTemplateId } = input;
      const metadata = isBody(catalogInfo) ? catalogInfo['metadata'] : undefined;
      const name = isBody(metadata) ? metadata['name'] : undefined;
      const own = { ...end, updates: { 'spec.mesh.specific.viewOf': name ?? 'unknown' } };
      const first = known.get(useCaseTemplateId) ?? own;
      known.set(useCaseTemplateId, first);
      return first;
    },
  };
}

/** Accumulates the findings of all descriptors in one list. */
function addingFindings(): Partial<Habits> {
  const found: unknown[] = [];
  return {
    finish(end, { operation }) {
      const error = end['error'];
      if (operation !== 'validate' || !isBody(error) || !Array.isArray(error['errors'])) return end;
      found.push(...error['errors']);
      return { ...end, error: { errors: [...found] } };
    },
  };
}
