import { type Check, memo, NotApplicable, NotTestable } from '../../suite/check.ts';
import { describeAnswer, statusOf, succeeded } from '../../suite/exchange.ts';
import { brief } from '../../suite/json.ts';
import { askFor } from './ask.ts';
import { type Facts, refuseWriting } from './facts.ts';
import { unitOf, wanting } from './units.ts';

/** Two concurrent plans, one of which is stopped. */
export function stoppingChecks(facts: Facts): Check[] {
  const { cast, run } = facts;
  const { tasks, settings } = run;
  const reading = cast.link(cast.deploy, 'plan').operation;
  const whole = cast.parameter(reading, ({ selects }) => selects?.member === 'descriptor');
  const start = async (suffix: string) => {
    const { path, query, value } = wanting(facts, unitOf(facts, suffix), 'DEPLOYED');
    return tasks.start(cast.start, value, `provisioning of the unit that is ${suffix}`, { path, query });
  };
  const stopped = memo(async () => {
    refuseWriting(!settings.readOnly);
    const [other, own] = [await start('left-running'), await start('stopped')];
    if (own.kind !== 'task' || other.kind !== 'task')
      throw new NotTestable('the built-in deployment unit could not be provisioned');
    // Running plans keep the configuration that they started with.
    await askFor(facts, cast.reload(cast.deploy), 'reload the configuration').catch(() => undefined);
    const first = await tasks.terminate(own.task, 'terminate a plan');
    const second = await tasks.terminate(own.task, 'terminate it again');
    const ends = await Promise.all([own, other].map((one) => tasks.finish(one).catch(() => undefined)));
    return { own, first, second, end: ends[0], otherEnd: ends[1], other };
  });
  const check = (of: string, title: string, judge: Parameters<typeof facts.run.check>[2]): Check =>
    facts.run.check('P-69', { of, title: `${cast.start}: ${title}`, operation: cast.start }, judge);
  return [
    check('stopped', 'a terminated plan reaches a terminal state', async (trial) => {
      const { own, first, second, end } = await stopped();
      trial.saw(first, second);
      if (!succeeded(first)) throw new NotTestable(`termination returned ${describeAnswer(first)}`);
      if (end === undefined)
        trial.violated(
          { symptom: 'terminated plan never finishes', expected: 'TERMINATED', actual: lastOf(own) },
          own.exchange,
          first,
        );
      if (statusOf(second) > 0 && statusOf(second) < 500) return;
      trial.wrongAnswer('a second termination request fails', 'no system error', second, first);
    }),
    facts.run.check(
      'P-49',
      {
        of: `${reading}.own`,
        title: `${reading}: each of two tokens returns its plan`,
        operation: cast.start,
      },
      async (trial) => {
        const { own, other } = await stopped();
        for (const [begun, suffix] of [
          [own, 'stopped'],
          [other, 'left-running'],
        ] as const) {
          const plan = await askFor(facts, reading, `the plan of the unit that is ${suffix}`, {
            about: [begun.task.token],
            query: { [whole]: true },
          });
          trial.saw(begun.exchange, plan);
          const unit = unitOf(facts, suffix);
          const told = String(plan.received?.text);
          // A plan without descriptors does not show which unit it belongs to.
          if (!succeeded(plan) || !told.includes('"descriptor"') || told.includes(unit.id)) continue;
          trial.wrongAnswer('the plan of another unit', `the plan of ${unit.id}`, plan, begun.exchange);
        }
      },
    ),
    check('others', 'terminating one plan does not affect others', async (trial) => {
      const { first, other, otherEnd } = await stopped();
      trial.saw(first, other.exchange);
      if (otherEnd === undefined)
        throw new NotApplicable('the terminal state of the other plan could not be read');
      if (otherEnd.state !== 'TERMINATED') return;
      trial.wrongValue(
        'other plans terminated',
        'COMPLETED or FAILED, as without the termination',
        otherEnd.state,
        otherEnd.exchange,
        first,
      );
    }),
  ];
}

function lastOf({
  task,
}: {
  readonly task: { readonly observations: readonly { state: string | undefined }[] };
}) {
  return brief(task.observations.at(-1)?.state ?? 'nothing');
}
