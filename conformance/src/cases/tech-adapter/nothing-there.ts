import type { Check, Trial } from '../../suite/check.ts';
import { statusOf, statusText } from '../../suite/exchange.ts';
import { at, isObject, listOf } from '../../suite/json.ts';
import { settled } from '../../suite/work.ts';
import { readYaml, writeYaml } from '../../suite/yaml.ts';
import type { Facts } from './facts.ts';
import type { Sample } from './samples.ts';

/** Work on a missing component is refused or done, and breaks nothing. */
export function nothingThereChecks(facts: Facts): Check[] {
  const { unknownComponent, system } = facts.samples;
  const nobodys = system === undefined ? undefined : withoutComponents(system);
  const one = (
    requirement: string,
    operation: string,
    of: string,
    what: string,
    sample: Sample | undefined,
  ): Check[] =>
    sample === undefined
      ? []
      : [
          facts.run.check(
            requirement,
            { of, title: `${operation}: ${what} causes no system error`, operation },
            (trial) => breaksNothing(trial, facts, operation, what, sample),
          ),
        ];
  const empty = 'a whole system without components';
  return [
    ...one('TA-24', 'unprovision', 'unknown', 'a component that is not in the descriptor', unknownComponent),
    ...one('TA-41', 'provision', 'provision.system', empty, nobodys),
    ...one('TA-41', 'unprovision', 'unprovision.system', empty, nobodys),
    ...one('TA-41', 'asyncValidate', 'asyncValidate.results', RESERVED, ofReservedKind(facts)),
  ];
}

/** Label for a system in the reserved descriptor kind, which no platform sends yet. */
export const RESERVED = 'a whole system with results';

/** The whole system in the reserved kind: the adapter may refuse its content. */
export function ofReservedKind({ run, samples: { main, system } }: Facts): Sample | undefined {
  const kinds = listOf(run.session.schemas.named('DescriptorKind')['enum']).map(String);
  const left = kinds.find((kind) => kind !== main.descriptorKind && kind !== system?.descriptorKind);
  return system === undefined || left === undefined ? undefined : { ...system, descriptorKind: left };
}

async function breaksNothing(
  trial: Trial,
  { run, request }: Facts,
  operation: string,
  what: string,
  sample: Sample,
): Promise<void> {
  const started = await run.tasks.start(operation, request(sample), `${operation} of ${what}`);
  trial.saw(started.exchange);
  if (statusOf(started.exchange) < 500) return settled(() => run.tasks.finish(started));
  trial.wrongAnswer(`${what} returns ${statusText(started.exchange)}`, 'success, or a 4xx', started.exchange);
}

/**
 * A system that was never provisioned: some adapters remove everything of a system that its descriptor does not
 * contain.
 */
function withoutComponents({ descriptorKind, descriptor }: Sample): Sample | undefined {
  const document = readYaml(descriptor);
  const id = at(document, 'id');
  if (!isObject(document) || typeof id !== 'string') return undefined;
  const other = id.replace(/(:\d+)?$/, '-not-here$1');
  return { descriptorKind, descriptor: writeYaml({ ...document, id: other, components: [] }) };
}
