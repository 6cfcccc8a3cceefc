import { readYaml } from '../mutants/descriptors.ts';
import { failed } from '../mutants/habits.ts';
import { isBody } from '../mutants/reply.ts';
import type { Habits, Job } from '../mutants/server.ts';
import type { Variant } from './variants.ts';

/** Whether the enriched descriptor in a request is malformed. */
const isUnreadable = ({ latestEnrichedDescriptor: enriched }: Readonly<Record<string, unknown>>): boolean =>
  typeof enriched === 'string' && readYaml(enriched) === undefined;

/** Jobs of varying duration, and responses with additional data. */
export const PACES: readonly Variant[] = [
  {
    name: 'work that takes now little and now long',
    habits: () => ({ work: inTurn([40, 420, 130, 700, 60, 250]) }),
  },
  { name: 'one worker for all work', habits: () => ({ work: oneAfterTheOther(60) }) },
  { name: 'work that is looked through three times a second', habits: () => ({ work: atTheNextTick(333) }) },
  {
    name: 'access that takes much longer than all else',
    habits: () => ({ work: ({ operation }) => (operation === 'updateacl' ? 500 : 5) }),
  },
  { name: 'who has access now, told in the order of the list', habits: () => tellingAccess() },
  {
    name: 'an entity that is reported if the request names it',
    habits: () => ({
      finish(end, { operation, input: { catalogInfo, environment } }) {
        if (operation !== 'runReverseProvisioning') return end;
        const metadata = isBody(catalogInfo) ? catalogInfo['metadata'] : undefined;
        const name = isBody(metadata) ? { 'metadata.title': metadata['name'] } : {};
        return { ...end, updates: { 'spec.environment': environment, ...name } };
      },
    }),
  },
  {
    name: 'an enriched descriptor that is not YAML refused',
    habits: () => ({
      refuse: ({ input }, found) =>
        isBody(input) && isUnreadable(input)
          ? [...found, { field: 'latestEnrichedDescriptor', message: 'it is not YAML' }]
          : found,
    }),
  },
  {
    name: 'an enriched descriptor that is not YAML told by the task',
    habits: () => ({
      finish: (end, { input }) => (isUnreadable(input) ? failed('the enriched descriptor is not YAML') : end),
    }),
  },
];

type Timed = Pick<Job, 'operation' | 'input'>;

/** Computes the duration of a job once, and then returns the same value for the same job. */
function keeping(duration: () => number): (job: Timed) => number {
  const known = new Map<unknown, number>();
  return ({ input }) => {
    const own = known.get(input) ?? duration();
    known.set(input, own);
    return own;
  };
}

function inTurn(durations: readonly number[]): (job: Timed) => number {
  let count = 0;
  return keeping(() => {
    count += 1;
    return durations[count % durations.length] ?? 0;
  });
}

function oneAfterTheOther(duration: number): (job: Timed) => number {
  let free = 0;
  return keeping(() => {
    const now = performance.now();
    free = Math.max(now, free) + duration;
    return free - now;
  });
}

function atTheNextTick(every: number): (job: Timed) => number {
  return keeping(() => every - (performance.now() % every));
}

function tellingAccess(): Partial<Habits> {
  return {
    finish(end, { operation, input: { refs } }) {
      if (operation !== 'updateacl' || end['status'] !== 'COMPLETED' || !Array.isArray(refs)) return end;
      const aclInfo = refs.map((identity: unknown) => ({ identity, locked: false }));
      const owner = { identity: 'user:owner_example.com', locked: true };
      return { ...end, info: { publicInfo: {}, privateInfo: {}, aclInfo: [owner, ...aclInfo] } };
    },
  };
}
