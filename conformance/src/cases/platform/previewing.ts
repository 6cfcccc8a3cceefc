import { type Check, memo, NotApplicable, type Trial } from '../../suite/check.ts';
import { operationOf } from '../../suite/contract.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief, listOf } from '../../suite/json.ts';
import { readYaml } from '../../suite/yaml.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { askForPlans } from './finding.ts';
import { needSuccess } from './rules.ts';
import { isOfAnother, statusIn, type Unit, unitOf, wanting } from './units.ts';

/** The content of previews and validations, and that neither changes anything. */
export function previewChecks(facts: Facts): Check[] {
  const previewing = facts.cast.preview;
  const unit = unitOf(facts, 'previewed');
  const preview = memo(async () => {
    const before = await statusIn(facts, unit, 'before the preview');
    const remove = await askFor(
      facts,
      previewing,
      'preview of a removal',
      wanting(facts, unit, 'NOT_DEPLOYED'),
    );
    const deploy = await askFor(
      facts,
      previewing,
      'preview of a deployment',
      wanting(facts, unit, 'DEPLOYED'),
    );
    const after = await statusIn(facts, unit, 'after the preview');
    return { before, deploy, remove, after };
  });
  const check = (requirement: string, title: string, judge: (trial: Trial) => Promise<void>): Check =>
    facts.run.check(
      requirement,
      { of: `${previewing}.${requirement}`, title: `${previewing}: ${title}`, operation: previewing },
      judge,
    );
  return [
    check(
      'P-45',
      'one operation for each requested component, in the order of their dependencies',
      async (trial) => {
        const { deploy } = await preview();
        needSuccess(deploy);
        trial.saw(deploy);
        const fault = previewFault(unit, bodyOf(deploy));
        if (fault !== undefined) trial.violated(fault, deploy);
      },
    ),
    check('P-46', 'undeploying a unit that is not deployed is NO_ACTION', async (trial) => {
      const { remove } = await preview();
      needSuccess(remove);
      trial.saw(remove);
      const actions = listOf(at(bodyOf(remove), 'operations')).map((one) => at(one, 'action'));
      const wrong = actions.find((one) => one !== 'NO_ACTION');
      if (wrong === undefined) return;
      trial.wrongValue(
        'undeploys a unit that is not deployed',
        'NO_ACTION for every component',
        wrong,
        remove,
      );
    }),
    check('P-47', 'a preview changes nothing', async (trial) => {
      const { before, deploy, after } = await preview();
      needSuccess(deploy);
      trial.saw(before, deploy, after);
      const [was, is] = [before, after].map((one) => at(bodyOf(one), 'status'));
      if (was === is) return;
      trial.wrongValue('preview changes the state', brief(was), is, after, deploy, before);
    }),
    laterCheck(facts, unit, preview),
    validationCheck(facts),
    findingsCheck(facts),
  ];
}

/** Work that a preview starts may have an effect later: at the end of the run, there is still no trace of it. */
function laterCheck(facts: Facts, unit: Unit, preview: () => Promise<{ readonly deploy: Exchange }>): Check {
  const previewing = facts.cast.preview;
  const title = `${previewing}: a preview has no effect later, and no plan`;
  const scope = { of: `${previewing}.later`, title, operation: previewing, phase: 'last' } as const;
  return facts.run.check('P-47', scope, async (trial) => {
    const { deploy } = await preview();
    needSuccess(deploy);
    const status = await statusIn(facts, unit, 'long after the preview');
    const plans = await askForPlans(facts, unit, {}, 'the plans of a unit that was only previewed');
    trial.saw(deploy, status, plans);
    const [told, planned] = [at(bodyOf(status), 'status'), listOf(at(bodyOf(plans), 'provisioningPlans'))];
    if (succeeded(status) && told !== 'NOT_DEPLOYED')
      trial.wrongValue('preview changes the state later', 'NOT_DEPLOYED', told, status, deploy);
    if (planned.length > 0) trial.wrongValue('preview has a plan', 'no plan', planned, plans, deploy);
  });
}

/** A descriptor that names a unit and has none of the members that a deployment needs. */
const incomplete = (facts: Facts): string => `id: urn:dmb:dp:${facts.own}:incomplete:1\nkind: dataproduct\n`;

/** Both validations read the same descriptor: what one finds, the other finds, too. */
function findingsCheck(facts: Facts): Check {
  const { cast, run } = facts;
  const [begin, judge] = [cast.validate, cast.judge];
  const title = `${begin}: a validation completes, and has findings if the synchronous one has`;
  return run.check('P-70', { of: `${begin}.findings`, title, operation: begin }, async (trial) => {
    const value = { descriptor: incomplete(facts) };
    const known = await askFor(facts, judge, 'synchronous validation of an incomplete unit', { value });
    if (!succeeded(known)) throw new NotApplicable(`${judge} returned ${describeAnswer(known)}`);
    const begun = await run.tasks.start(begin, value, 'validation of an incomplete unit');
    const ended = await run.tasks.finish(begun);
    trial.saw(known, ended.exchange);
    const succeededStates = operationOf(run.contract, begin).longRunning?.succeeded ?? [];
    if (!succeededStates.includes(ended.state))
      trial.wrongAnswer('findings fail a validation', succeededStates.join(), ended.exchange, known);
    if (hasFindings(known) === hasFindings(ended.exchange)) return;
    const expected = hasFindings(known) ? 'findings, as of the synchronous validation' : 'no findings';
    trial.wrongAnswer('validations disagree', expected, ended.exchange, known);
  });
}

function resultsIn(answer: Exchange): readonly unknown[] {
  const body = bodyOf(answer);
  return listOf(at(body, 'results') ?? at(body, 'validationSummaryStatus', 'results'));
}

function hasFindings(answer: Exchange): boolean {
  return resultsIn(answer).some((one) => at(one, 'errors') !== undefined && at(one, 'errors') !== null);
}

/** Searches for the unit of a descriptor that both validations have checked. */
function validationCheck(facts: Facts): Check {
  const [begin, judge] = [facts.cast.validate, facts.cast.judge];
  const scope = {
    of: begin,
    title: `${begin}: a validation does not change the state of the unit`,
    operation: begin,
  };
  return facts.run.check('P-47', scope, async (trial) => {
    const unit = unitOf(facts, 'validated');
    const before = await statusIn(facts, unit, 'before the validation');
    const { descriptor } = unit;
    const begun = await facts.run.tasks.start(
      begin,
      { descriptor },
      'validation of a unit that is not deployed',
    );
    const ended = await facts.run.tasks.finish(begun).catch(() => undefined);
    const found = await askFor(facts, judge, 'synchronous validation', { value: { descriptor } });
    const after = await statusIn(facts, unit, 'after the validation');
    trial.saw(before, begun.exchange, found, after);
    for (const answer of [found, ended?.exchange])
      if (answer !== undefined) tellOthers(facts, trial, unit, answer);
    const [was, is] = [before, after].map((one) =>
      succeeded(one) ? at(bodyOf(one), 'status') : statusOf(one),
    );
    if (was === is) return;
    trial.wrongValue('validation changes the state', brief(was), is, after, begun.exchange, before);
  });
}

/** A phase may show a part of the sent descriptor, but nothing from another request. */
function tellOthers(facts: Facts, trial: Trial, unit: Unit, answer: Exchange): void {
  const usual = String(at(readYaml(String(at(facts.goodBody(facts.cast.start), 'descriptor'))), 'id'));
  for (const one of resultsIn(answer)) {
    const text = String(at(one, 'validatedDescriptor') ?? '');
    const isOthers = text.includes(usual) || isOfAnother(facts, unit, text);
    if (!isOthers || text.includes(unit.id)) continue;
    trial.wrongValue('the validation of another unit', `the unit sent: ${unit.id}`, text, answer);
    return;
  }
}

/** Reasons that no component can have: the descriptor contains all of them, and none existed before. */
const UNASKED = ['NOT_IN_TARGET_DESCRIPTOR', 'CLEANUP'];

/** The defect of a preview of a first deployment; undefined without a defect. */
function previewFault({ components }: Unit, body: unknown) {
  const operations = listOf(at(body, 'operations'));
  const names = operations.map((one) => String(at(one, 'componentId')));
  const missing = components.filter(({ id }) => !names.includes(id));
  if (missing.length > 0 || new Set(names).size < names.length) {
    const expected = `one operation each for ${components.map(({ id }) => id).join(', ')}`;
    return { symptom: 'components of the preview', expected, actual: names.join(', ') || 'none' };
  }
  const other = operations.find(
    (one) =>
      at(one, 'targetStatus') !== 'DEPLOYED' || !['DEPLOY', 'NO_ACTION'].includes(String(at(one, 'action'))),
  );
  if (other !== undefined)
    return { symptom: 'wrong target', expected: 'DEPLOY to DEPLOYED, as requested', actual: brief(other) };
  const unasked = operations.find((one) => UNASKED.includes(String(at(one, 'reason'))));
  if (unasked !== undefined)
    return { symptom: 'wrong reason', expected: 'REQUEST, or a dependency', actual: brief(unasked) };
  const early = components.find(({ id, needs }) =>
    needs.some((one) => names.indexOf(one) > names.indexOf(id)),
  );
  if (early === undefined) return undefined;
  const expected = `${early.id} after ${early.needs.join(', ')}`;
  return { symptom: 'order of the preview', expected, actual: names.join(', ') };
}
