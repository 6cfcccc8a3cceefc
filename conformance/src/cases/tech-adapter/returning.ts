import { FORM_NOT_READ } from '../../checks/descriptor-forms.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer } from '../../suite/exchange.ts';
import { at } from '../../suite/json.ts';
import type { Scope } from '../../suite/run.ts';
import { isTaken } from '../../suite/work.ts';
import type { Returned } from './facts/returning.ts';
import { UNATTENDED } from './facts/validations.ts';
import type { Facts } from './facts.ts';

/** How a descriptor is written makes no difference to what works on it, nor do data that are removed as well. */
export function returningChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const back = (scope: Required<Pick<Scope, 'of' | 'title' | 'operation'>>): Check =>
    check('TA-41', scope, (trial) => isRead(trial, facts, facts.provisionStopped));
  return [
    check(
      'TA-41',
      {
        of: 'asyncValidate.by-others',
        title: 'A descriptor is validated as a task however others write it',
        operation: 'asyncValidate',
        phase: 'last',
      },
      (trial) => isValidated(trial, facts),
    ),
    back({
      of: 'provision.by-others',
      title: 'A descriptor is provisioned however others write it',
      operation: 'provision',
    }),
    check(
      'TA-41',
      {
        of: 'unprovision.by-others',
        title: 'A component is removed however others write its descriptor',
        operation: 'unprovision',
      },
      (trial) => isRead(trial, facts, facts.unprovisionStoppedAgain),
    ),
    check(
      'CO-10',
      { of: 'data', title: 'A component can be removed with its data', operation: 'unprovision' },
      (trial) => dataAreRemoved(trial, facts),
    ),
  ];
}

async function isRead(trial: Trial, facts: Facts, of: () => Promise<Returned>): Promise<void> {
  if (!(await isBegun(facts))) return;
  const { work, undone, answers: [odd, plain] = [] } = await of();
  if (undone !== 'form' || odd === undefined || plain === undefined)
    return trial.saw((await work.start()).exchange);
  const expected = `as in the usual form: ${describeAnswer(plain)}`;
  trial.violated({ symptom: FORM_NOT_READ, expected, actual: describeAnswer(odd) }, odd, plain);
}

async function dataAreRemoved(trial: Trial, facts: Facts): Promise<void> {
  if (!(await isBegun(facts))) return;
  const { work, undone, answers: [whole, plain] = [] } = await facts.unprovisionStoppedAgain();
  trial.saw((await work.start()).exchange);
  if (undone !== 'data' || whole === undefined || plain === undefined) return;
  trial.violated(
    {
      symptom: 'cannot be removed with its data',
      expected: `as without removeData: ${describeAnswer(plain)}`,
      actual: describeAnswer(whole),
    },
    whole,
    plain,
  );
}

/** Whether there is a component that may come and go for this. */
async function isBegun(facts: Facts): Promise<boolean> {
  if (!facts.isStoppedApart) return false;
  if (!isTaken(await facts.provisionToStop.start()))
    throw new NotApplicable('the component was never provisioned');
  return true;
}

/** Looked at when it is over: it is the validation that nobody asks about. */
async function isValidated(trial: Trial, { run: { session }, ...facts }: Facts): Promise<void> {
  const exchange = session.journal.find(({ label }) => label === UNATTENDED);
  const plain = await facts.validation.end();
  if (exchange === undefined || plain.task === undefined)
    throw new NotApplicable('no validation was left to itself');
  const started = await facts.validationUnattended.start();
  const ended = isTaken(started) ? await facts.validationUnattended.end() : undefined;
  const found = (body: unknown): unknown => at(body, 'info', 'publicInfo', 'valid');
  const shown = ended?.exchange ?? started.exchange;
  trial.saw(shown, plain.exchange);
  if (ended !== undefined && ended.state === plain.state && found(bodyOf(shown)) === found(plain.body))
    return;
  const expected = `as in the usual form: ${describeAnswer(plain.exchange)}`;
  trial.violated({ symptom: FORM_NOT_READ, expected, actual: describeAnswer(shown) }, shown, plain.exchange);
}
