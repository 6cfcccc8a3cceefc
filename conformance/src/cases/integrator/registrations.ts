import { ownedCheck } from '../../checks/owned.ts';
import { DEFAULTS } from '../../defaults.ts';
import { type Check, NotApplicable, NotTestable, type Trial } from '../../suite/check.ts';
import type { Exchange } from '../../suite/exchange.ts';
import { createHttpClient } from '../../suite/http.ts';
import { at, brief, listOf } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';
import { sentTo } from './requests.ts';

const REGISTER = 'registerTechAdapter';

/** Path of the guardian's policies in a registration. */
const POLICIES = ['properties', 'dataContractGuardian', 'policies'];

/** Checks of tech adapter registrations. */
export function registrationChecks(run: Run): Check[] {
  const last = { phase: 'last' } as const;
  const needed = listOf(run.session.schemas.named('TechAdapterRegistration')['required']).map(String);
  return [
    ownedCheck(run, 'TR-01', {}, (exchange, trial) => expectFilled(exchange, trial, needed), 'sent'),
    run.check('TR-02', last, (trial) => {
      for (const exchange of sentTo(run, REGISTER)) expectVersion(exchange, trial);
    }),
    run.check('TR-03', last, (trial) => environmentIsConfigured(trial, run)),
    run.check('TR-04', last, (trial) => adapterAnswers(trial, run)),
    run.check('TR-05', last, (trial) => {
      for (const { exchange, policies } of guardians(run)) expectTypesOnce(exchange, trial, policies);
    }),
    ownedCheck(run, 'TR-06', {}, expectPolicyNamed, 'sent'),
  ];
}

function expectFilled(exchange: Exchange, trial: Trial, needed: readonly string[]): void {
  const empty = needed.find((name) => at(exchange.sent.value, name) === '');
  if (empty === undefined) return;
  trial.violated(
    {
      symptom: `registration without ${empty}`,
      expected: needed.join(', '),
      actual: `${empty} is empty`,
    },
    exchange,
  );
}

function expectVersion(exchange: Exchange, trial: Trial): void {
  const [id, version] = [at(exchange.sent.value, 'id'), at(exchange.sent.value, 'version')];
  if (typeof id !== 'string' || typeof version !== 'string') return;
  trial.saw(exchange);
  const isUrn = /^urn:[^:\s]+(:[^:\s]+)+$/.test(id);
  if (isUrn && id.split(':').at(-1) === version) return;
  trial.violated(
    {
      symptom: isUrn ? 'version differs from id' : 'id is not a URN',
      expected: isUrn ? `version ${id.split(':').at(-1)}, the last segment of the id` : 'an id that is a URN',
      actual: isUrn ? version : brief(id),
    },
    exchange,
  );
}

function environmentIsConfigured(trial: Trial, run: Run): void {
  const registrations = sentTo(run, REGISTER);
  const configured = run.settings.ids?.['environment']?.split(',').map((one) => one.trim());
  if (configured === undefined)
    throw new NotTestable(
      'the environments of the builder are unknown: pass --id environment=development,production',
    );
  for (const exchange of registrations) {
    const environment = at(exchange.sent.value, 'environment');
    trial.saw(exchange);
    if (configured.some((one) => one === environment)) continue;
    trial.wrongValue(
      'environment is not configured',
      `one of ${configured.join(', ')}`,
      environment,
      exchange,
    );
  }
}

async function adapterAnswers(trial: Trial, run: Run): Promise<void> {
  const registrations = sentTo(run, REGISTER);
  if (run.settings.readOnly)
    throw new NotTestable('nothing is sent for a recording: check live traffic with --listen');
  for (const exchange of registrations) {
    const url = at(exchange.sent.value, 'url');
    if (typeof url !== 'string') continue;
    trial.saw(exchange);
    const problem = await knock(url, run);
    if (problem === undefined) continue;
    trial.violated(
      { symptom: 'adapter cannot be reached', expected: `a response from ${url}`, actual: problem },
      exchange,
    );
  }
}

/** Any answer is sufficient: the platform sends more requests later. */
async function knock(url: string, { settings: { agent } }: Run): Promise<string | undefined> {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (base === undefined || !['http:', 'https:'].includes(base.protocol)) return 'not an address of HTTP';
  const client = createHttpClient({
    base,
    headers: {},
    timeout: DEFAULTS.timeout,
    ...(agent === undefined ? {} : { agent }),
  });
  const { failure } = await client.send({ method: 'GET', path: '', headers: {} });
  client.close();
  return failure;
}

function expectTypesOnce(exchange: Exchange, trial: Trial, policies: readonly unknown[]): void {
  trial.saw(exchange);
  const types = policies.map((policy) => at(policy, 'resourceType'));
  const twice = types.find((type, index) => types.indexOf(type) !== index);
  if (twice === undefined) return;
  trial.violated(
    {
      symptom: 'two policies for a resource type',
      expected: 'at most one policy for each resource type',
      actual: `${brief(twice)} twice`,
    },
    exchange,
  );
}

function expectPolicyNamed(exchange: Exchange, trial: Trial): void {
  const policies = listOf(at(exchange.sent.value, ...POLICIES));
  const nameless = policies.findIndex(
    (policy) => !['id', 'name'].some((name) => isName(at(policy, 'spec', name))),
  );
  if (nameless === -1) return;
  trial.violated(
    {
      symptom: 'policy without an id or a name',
      expected: 'the id of an existing policy, or a name',
      actual: brief(policies[nameless]),
      difference: `/${POLICIES.join('/')}/${nameless}/spec`,
    },
    exchange,
  );
}

const isName = (value: unknown): boolean => typeof value === 'string' && value !== '';

function guardians(run: Run) {
  const found = sentTo(run, REGISTER).flatMap((exchange) => {
    const policies = at(exchange.sent.value, ...POLICIES);
    return Array.isArray(policies) ? [{ exchange, policies: listOf(policies) }] : [];
  });
  if (found.length === 0) throw new NotApplicable('no registration names policies of a guardian');
  return found;
}
