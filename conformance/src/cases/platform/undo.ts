import { bodyOf, type Exchange, succeeded } from '../../suite/exchange.ts';
import { at, listOf } from '../../suite/json.ts';
import { readYaml } from '../../suite/yaml.ts';
import { askFor, type Wish } from './ask.ts';
import type { Facts } from './facts.ts';

/** How often a deployment unit is asked for whose plan still goes on. */
const ATTEMPTS = 5;
const PAUSE = 400;

/**
 * Takes away what the run has made and puts back what it has changed, as far as operations of the contract can. All is
 * read from the journal, so that a run that was told to stop leaves no more behind than one that came to its end.
 */
export async function undoRun(facts: Facts): Promise<void> {
  if (facts.run.settings.readOnly) return;
  await takeDown(facts);
  for (const end of MADE) await endMade(facts, end);
  await putBack(facts);
}

/** Things with a name of their own, and the request that ends them. */
interface Made {
  readonly create: string;
  readonly end: string;
  readonly value?: unknown;
}

const MADE: readonly Made[] = [
  { create: 'coordinator-v2.upsertTechAdapter', end: 'coordinator-v2.deleteTechAdapter' },
  { create: 'assistant.createAgent', end: 'assistant.deleteAgent' },
  {
    create: 'governance.createPolicy',
    end: 'governance.updatePolicyStatus',
    value: { status: 'deleted' },
  },
  {
    create: 'governance.createMetric',
    end: 'governance.updateMetricStatus',
    value: { status: 'deleted' },
  },
];

/** What stood there before is the caller's: a body of the caller may have stored it anew. */
async function endMade(facts: Facts, { create, end, value }: Made): Promise<void> {
  const given = at(facts.run.settings.bodies?.[create], 'id');
  const made = new Set(succeededIn(facts, create).map((one) => at(bodyOf(one), 'id')));
  for (const id of made) {
    if (typeof id !== 'string' || id === given || isEnded(facts, end, id, value)) continue;
    const wish = { path: { id }, ...(value === undefined ? {} : { value }) };
    const answer = await quietly(facts, end, wish);
    if (value === undefined || answer === undefined || succeeded(answer)) continue;
    // What is in force may have to be deprecated first.
    await quietly(facts, end, { path: { id }, value: { status: 'deprecated' } });
    await quietly(facts, end, wish);
  }
}

function isEnded(facts: Facts, end: string, id: string, value: unknown): boolean {
  return succeededIn(facts, end).some(
    ({ sent }) =>
      sent.path.split(/[/?]/).map(decodeURIComponent).includes(id) &&
      (value === undefined || at(sent.value, 'status') === at(value, 'status')),
  );
}

/** The level of the log as it was before the run. */
async function putBack(facts: Facts): Promise<void> {
  const [read, write] = ['coordinator-v1.getLogLevel', 'coordinator-v1.setLogLevel'];
  const [first] = succeededIn(facts, read);
  const before = first === undefined ? undefined : at(bodyOf(first), 'level');
  const now = succeededIn(facts, write).at(-1)?.sent.path.split('/').at(-1);
  if (typeof before !== 'string' || now === undefined || now === before) return;
  await quietly(facts, write, { path: { level: before } });
}

const START = 'coordinator-v2.startProvisioning';
/** What brings a whole unit to a state, by the state; of the other it says itself. */
const BRINGS: Readonly<Record<string, string>> = {
  'coordinator-v1.deploy': 'DEPLOYED',
  'coordinator-v1.undeploy': 'NOT_DEPLOYED',
};

/** Units that the run has left deployed, or on the way to it. */
async function takeDown(facts: Facts): Promise<void> {
  const last = new Map<string, { readonly state: string; readonly wish: Wish }>();
  for (const exchange of facts.run.session.journal) {
    if (!succeeded(exchange) || (exchange.operation !== START && !(exchange.operation in BRINGS))) continue;
    const descriptor = at(exchange.sent.value, 'descriptor');
    const unit = readYaml(String(descriptor));
    const id = String(at(unit, 'id'));
    const state = BRINGS[exchange.operation] ?? stateWanted(exchange);
    const targetStatus = listOf(at(unit, 'components')).map((one) => ({
      componentId: at(one, 'id'),
      targetStatus: 'NOT_DEPLOYED',
    }));
    const path = { 'deployment-unit-id': id };
    const query = { environment: environmentOf(exchange) ?? at(unit, 'environment') ?? facts.environment() };
    last.set(id, { state, wish: { path, query, value: { descriptor, targetStatus } } });
  }
  for (const { state, wish } of last.values()) {
    if (state === 'DEPLOYED') await takeDownOne(facts, wish);
  }
}

async function takeDownOne(facts: Facts, wish: Wish): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const answer = await quietly(facts, START, wish);
    if (answer === undefined || succeeded(answer)) return;
    // A plan of the unit may still go on.
    await facts.run.session.pause(PAUSE * attempt);
  }
}

function stateWanted({ sent }: Exchange): string {
  const wanted = listOf(at(sent.value, 'targetStatus')).map((one) => at(one, 'targetStatus'));
  return wanted.includes('DEPLOYED') ? 'DEPLOYED' : 'NOT_DEPLOYED';
}

function environmentOf({ sent }: Exchange): string | undefined {
  return new URLSearchParams(sent.path.split('?')[1] ?? '').get('environment') ?? undefined;
}

function succeededIn({ run }: Facts, operation: string): Exchange[] {
  return run.session.journal.filter((one) => one.operation === operation && succeeded(one));
}

/** Whatever stands in the way of tidying up, the rest is tidied: the caller may have excluded an operation. */
async function quietly(facts: Facts, operation: string, wish: Wish): Promise<Exchange | undefined> {
  return askFor(facts, operation, 'clean up', wish).catch(() => undefined);
}
