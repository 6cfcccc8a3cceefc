import { Blocked, memo, NotApplicable, NotTestable } from '../../suite/check.ts';
import { compareGenerations, grantedAbsence, operationOf } from '../../suite/contract.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at } from '../../suite/json.ts';
import { leftUndone } from '../../suite/read-only.ts';
import type { Run } from '../../suite/run.ts';
import type { Started } from '../../suite/tasks.ts';
import { createWork, isTaken, memoByKey, settleAll, settled, type Work } from '../../suite/work.ts';
import { collectSamples, readContents, type Sample, withoutLast } from './samples.ts';

/** The check that says that an operation is missing or broken; all others of that operation then rest on it. */
export const PRIMARY: Readonly<Record<string, string>> = {
  asyncValidate: 'DC-01',
  getValidationStatus: 'A-02',
  validate: 'DC-02',
  provision: 'DC-02',
  getStatus: 'DC-05',
  unprovision: 'DC-02',
  getEntityReference: 'DC-08',
};

const MUTATING = ['provision', 'unprovision'];
const HINT =
  'the built-in sample was refused; pass the descriptor of a data product that the catalog takes with --descriptor FILE';

const NO_OTHER = 'there is only one data product';
const NO_COMPONENT = 'the descriptor names no component';
/** Components of one data product that are asked for. */
const MANY = 5;

/** What checks of the data catalog plugin learn from it. Nothing is sent before somebody asks. */
export type Facts = ReturnType<typeof createFacts>;

export function createFacts(run: Run) {
  const { session, tasks, settings } = run;
  const samples = collectSamples(settings.descriptor, settings.samples);
  const contents = readContents(samples.plain);
  const component = contents.outputPorts[0] ?? contents.components[0];
  const { other } = samples;
  /** The other data product without its last component. */
  const smaller = other === undefined ? undefined : withoutLast(other);
  const productOf = (sample: Sample): Sample =>
    other !== undefined && (sample === other || sample === smaller?.sample) ? other : samples.results;
  /** What stands in the catalog because of this run. */
  const published = new Set<Sample>();

  const begin = async (operation: string, value: object, label: string): Promise<Started> => {
    if (settings.readOnly && MUTATING.includes(operation))
      throw leftUndone(session, `${operation} is not called`);
    const { since } = operationOf(run.contract, operation);
    if (since !== undefined && compareGenerations(since, settings.contractVersion) > 0)
      throw new NotApplicable(`${operation} came with generation ${since}`);
    return tasks.start(operation, value, label);
  };

  const work = (
    operation: string,
    label: string,
    sample: Sample,
    after: readonly (() => Promise<unknown>)[] = [],
    more: object = {},
  ): Work => createWork(tasks, () => begin(operation, { ...sample, ...more }, label), after);

  const publish = (
    label: string,
    sample: Sample,
    after: readonly (() => Promise<unknown>)[],
    more: object = {},
  ): Work =>
    createWork(
      tasks,
      async () => {
        const started = await begin('provision', { ...sample, ...more }, label);
        if (isTaken(started)) published.add(productOf(sample));
        return started;
      },
      after,
    );
  const remove = (
    label: string,
    sample: Sample,
    after: readonly (() => Promise<unknown>)[],
    more: object = {},
  ): Work =>
    createWork(
      tasks,
      async () => {
        const started = await begin('unprovision', { ...sample, ...more }, label);
        if (isTaken(started)) published.delete(productOf(sample));
        return started;
      },
      after,
    );

  const unknownMember = { notInTheContract: { any: 'thing' } };
  // Runs alone, so that the others can be held against it.
  const validation = work('asyncValidate', 'validation', samples.plain, [() => unpublished()]);
  const validationResults = work(
    'asyncValidate',
    'validation with results, and a member that nobody knows',
    samples.results,
    [validation.end, () => settled(reference)],
    unknownMember,
  );
  const validationNotYaml = work('asyncValidate', 'validation of text that is not YAML', samples.notYaml, [
    validation.end,
  ]);
  const validationUnattended = work(
    'asyncValidate',
    'the same validation, that nobody asks about',
    samples.plain,
    [validation.end],
  );

  const send = (operation: string, label: string, value: object): (() => Promise<Exchange>) =>
    memo(() => session.call({ operation, label, intent: 'valid', value }));
  const validate = memo(async () => {
    await settled(unpublished);
    return send('validate', 'synchronous validation', samples.plain)();
  });
  const validateResults = memo(async () => {
    await settled(reference);
    return send('validate', 'synchronous validation with results', {
      ...samples.results,
      ...unknownMember,
    })();
  });
  const validateNotYaml = send(
    'validate',
    'synchronous validation of text that is not YAML',
    samples.notYaml,
  );

  const removeNothing = work('unprovision', 'removal of what was never published', samples.plain);
  const publishPlain = publish('publication', samples.plain, [
    removeNothing.end,
    () => referenceUnpublished(),
  ]);
  const publishResults = publish(
    'publication with results',
    samples.results,
    [publishPlain.end, () => referenceValidated()],
    unknownMember,
  );
  const publishAgain = publish('the same publication again', samples.results, [publishResults.end]);
  // Beside the first one, so that the two could get in each other's way.
  const publishOther = other === undefined ? undefined : publish('publication of another', other, []);

  const ask = (componentId: string | undefined, label: string, more: object = {}): Promise<Exchange> =>
    session.call({
      operation: 'getEntityReference',
      label,
      intent: componentId === undefined || componentId === '' ? 'invalid' : 'valid',
      parameters: { query: { componentId, ...more } },
    });
  /** What is found of a component before anybody has spoken of its data product. */
  const unpublished = memo(async () => {
    if (component === undefined) throw new NotApplicable(NO_COMPONENT);
    return ask(component, 'reference of what is not published');
  });
  const referenceUnpublished = memo(async () => {
    const before = await unpublished();
    await Promise.all([settled(validate), settled(validation.end)]);
    return { before, after: await ask(component, 'the same, after it was validated') };
  });
  const referenceAtOnce = memo(async () => {
    if (component === undefined) throw new NotApplicable(NO_COMPONENT);
    await settled(publishPlain.end);
    return ask(component, 'reference of a published component');
  });
  const reference = memo(async () => {
    const exchange = await referenceAtOnce();
    if (statusOf(exchange) !== 400 || (await publishPlain.end()).state !== 'COMPLETED') return exchange;
    // A catalog may need a moment to find what it has just taken.
    await session.pause(settings.promptness);
    return ask(component, 'the same a little later');
  });
  const referenceValidated = memo(async () => {
    if (component === undefined) throw new NotApplicable(NO_COMPONENT);
    await settled(validateResults);
    await settled(validationResults.end);
    return ask(component, 'reference of what is published, after it was validated once more');
  });
  /** Of every component but the one that is asked for anyway. */
  const referencesBeside = memo(async () => {
    await settled(reference);
    const others = contents.components.filter((id) => id !== component).slice(0, MANY);
    return Promise.all(others.map((id) => ask(id, 'reference of a component beside it')));
  });
  const referenceLater = memo(async () => {
    await settled(publishAgain.end);
    return ask(component, 'reference after the publication was repeated');
  });
  const referenceOdd = memo(async () => {
    await settled(reference);
    return ask(component, 'reference, with a parameter that nobody knows', {
      'not-in-the-contract': 'thing',
    });
  });
  const referenceOther = memo(async () => {
    if (other === undefined || publishOther === undefined) throw new NotApplicable(NO_OTHER);
    const { state } = await publishOther.end();
    const [port] = readContents(other).outputPorts;
    const label = 'reference of a component of another data product';
    const exchange = await ask(port, label);
    if (statusOf(exchange) !== 400 || state !== 'COMPLETED') return exchange;
    await session.pause(settings.promptness);
    return ask(port, `${label}, a little later`);
  });

  const removeMain = remove(
    'removal',
    samples.results,
    [referenceLater, referenceOdd, referencesBeside],
    unknownMember,
  );
  const referenceKept = memo(async () => {
    await removeMain.end();
    const before = await referenceOther();
    if (other === undefined || !succeeded(before)) throw new NotApplicable(NO_OTHER);
    const [port] = readContents(other).outputPorts;
    return ask(port, 'reference of a component, after another data product was removed');
  });
  const publishSmaller =
    smaller === undefined
      ? undefined
      : publish('publication of another, without its last component', smaller.sample, [referenceKept]);
  const removeOther =
    other === undefined
      ? undefined
      : remove('removal of another', other, [referenceKept, () => settled(referenceDropped)]);
  /** A catalog may need a moment to forget what it has just removed. */
  const askRemoved = async (id: string | undefined, label: string): Promise<Exchange> => {
    const exchange = await ask(id, label);
    if (!succeeded(exchange)) return exchange;
    await session.pause(settings.promptness);
    return ask(id, `${label}, a little later`);
  };
  const referenceDropped = memo(async () => {
    if (smaller === undefined || publishSmaller === undefined) throw new NotApplicable(NO_OTHER);
    const { state } = await publishSmaller.end();
    if (state !== 'COMPLETED') throw new NotApplicable('the smaller data product was not published');
    return askRemoved(smaller.last, 'reference of a component that its data product lacks now');
  });
  const referenceOtherRemoved = memo(async () => {
    if (smaller === undefined || removeOther === undefined) throw new NotApplicable(NO_OTHER);
    const { state } = await removeOther.end();
    if (state !== 'COMPLETED') throw new NotApplicable('the removal did not end well');
    return askRemoved(smaller.last, 'the same, after the data product was removed');
  });
  const referencesRemoved = memo(async () => {
    const { state } = await removeMain.end();
    if (state !== 'COMPLETED') throw new NotApplicable('the removal did not end well');
    const beside = contents.components.find((id) => id !== component);
    const first = await askRemoved(component, 'reference after the removal');
    if (beside === undefined) return [first] as const;
    return [first, await askRemoved(beside, 'the same of a component beside it')] as const;
  });

  const first: Readonly<Record<string, () => Promise<Exchange>>> = {
    asyncValidate: async () => (await validation.start()).exchange,
    validate,
    provision: async () => (await publishPlain.start()).exchange,
    unprovision: async () => {
      const { exchange } = await removeNothing.start();
      // There was nothing to remove: some say so with a refusal.
      return statusOf(exchange) === 400 ? (await removeMain.start()).exchange : exchange;
    },
    getEntityReference: reference,
  };

  /** True when one of the validations found nothing against the descriptor. */
  const foundValid = memo(async () => {
    const [sync, async_] = await Promise.allSettled([validate(), validation.end()]);
    return (
      (sync.status === 'fulfilled' && at(bodyOf(sync.value), 'valid') === true) ||
      (async_.status === 'fulfilled' && at(async_.value.body, 'info', 'publicInfo', 'valid') === true)
    );
  });

  /** Whether a refusal of the good request says something about the plugin, or only about the sample. */
  const isExcusable = async (operation: string): Promise<boolean> =>
    samples.builtIn && MUTATING.includes(operation) && !(await foundValid());

  /** Without a publication that has ended well nobody can expect a reference. */
  const explainReference = async (): Promise<void> => {
    if (settings.readOnly) throw leftUndone(session, 'nothing was published that could be found');
    const started = await publishPlain.start();
    if (statusOf(started.exchange) === 400 && (await isExcusable('provision'))) throw new NotTestable(HINT);
    const { state } = await publishPlain.end();
    if (state !== 'COMPLETED' && samples.builtIn) throw new NotTestable(HINT);
  };

  const gate = memoByKey(async (operation: string) => {
    const probe = first[operation];
    if (probe === undefined) return;
    const exchange = await probe();
    if (succeeded(exchange)) return;
    if (statusOf(exchange) === grantedAbsence(operationOf(run.contract, operation)))
      throw new NotApplicable(`${operation} is not supported, as the contract allows`);
    if (statusOf(exchange) === 400 && (await isExcusable(operation))) throw new NotTestable(HINT);
    if (operation === 'getEntityReference') await explainReference();
    throw new Blocked(PRIMARY[operation] ?? '', `${operation} was answered ${describeAnswer(exchange)}`);
  });

  return {
    run,
    samples,
    contents,
    component,
    gate,
    isExcusable,
    explainReference,
    ask,
    validation,
    validationResults,
    validationNotYaml,
    validationUnattended,
    validate,
    validateResults,
    validateNotYaml,
    removeNothing,
    publishPlain,
    publishResults,
    publishAgain,
    publishOther,
    referenceAtOnce,
    reference,
    referenceUnpublished,
    referenceValidated,
    referencesBeside,
    referenceLater,
    referenceOdd,
    referenceOther,
    referenceDropped,
    referenceOtherRemoved,
    removeOther,
    removeMain,
    referencesRemoved,
    referenceKept,
    begin,
    /** Lets running work end, then takes out of the catalog what is left of it. */
    async cleanUp(): Promise<void> {
      await settleAll(tasks, 'provision');
      await Promise.all(
        [...published].map((sample) =>
          settled(async () => tasks.finish(await begin('unprovision', sample, 'clean up'))),
        ),
      );
    },
  };
}
