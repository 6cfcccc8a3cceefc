import type { Task } from '../model/task-graph.ts';
import { toneOf } from './Status.tsx';

/** The tasks of a plan as a strip, in their order: where it failed or waits can be seen in the list. */
export function TaskStrip({ tasks }: { tasks: readonly Task[] }) {
  const done = tasks.filter(({ status }) => status === 'COMPLETED').length;
  return (
    <span className="strip-cell">
      <span className="strip" aria-hidden="true">
        {tasks.map(({ id, status }) => (
          <span key={id} data-tone={toneOf(status)} />
        ))}
      </span>
      {done} of {tasks.length}
    </span>
  );
}
