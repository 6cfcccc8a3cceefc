import type { Exchange } from '../../suite/exchange.ts';
import { at } from '../../suite/json.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { type OwnUnit, underOwnName } from './own-unit.ts';

/** A deployment unit of the run, in its target environment. */
export interface Unit extends OwnUnit {
  readonly environment: string;
}

export function unitOf(facts: Facts, suffix: string): Unit {
  const descriptor = String(at(facts.goodBody(facts.cast.start), 'descriptor') ?? '');
  return { ...underOwnName(descriptor, `${facts.own}-${suffix}`), environment: facts.environment() };
}

/** Whether a text names another unit of the run. */
export function isOfAnother({ own }: Facts, { id }: Unit, text: string): boolean {
  const units = text.match(new RegExp(`${own}-[a-z][a-z0-9-]*`, 'g')) ?? [];
  return units.some((one) => !id.includes(one));
}

export type Target = 'DEPLOYED' | 'NOT_DEPLOYED';

/** The parameters for the name of a unit, of one of its components and of its environment. */
export function naming({ cast }: Facts, id: string, unit: Unit, environment = unit.environment) {
  return {
    path: { [cast.place(id, 'deployment-units')]: unit.id },
    query: { [cast.where(id)]: environment },
  };
}

export function wanting(facts: Facts, unit: Unit, targetStatus: Target) {
  return {
    ...naming(facts, facts.cast.start, unit),
    value: {
      descriptor: unit.descriptor,
      targetStatus: unit.components.map(({ id }) => ({ componentId: id, targetStatus })),
    },
  };
}

/** The status of a unit, as the platform reports it. */
export function statusIn(
  facts: Facts,
  unit: Unit,
  label: string,
  environment = unit.environment,
  isWhole = false,
): Promise<Exchange> {
  const { operation } = facts.cast.link(facts.cast.start, 'unit');
  const { path, query } = naming(facts, operation, unit, environment);
  const more = isWhole ? { [wholeOf(facts, operation)]: true } : {};
  return askFor(facts, operation, label, { path, query: { ...query, ...more } });
}

/** The parameter that includes the descriptor in the answer. */
export function wholeOf({ cast }: Facts, id: string): string {
  return cast.parameter(id, ({ selects }) => selects?.member === 'descriptor');
}
