import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import { formsOf } from '../../checks/descriptor-forms.ts';
import { Blocked, memo, NotTestable } from '../../suite/check.ts';
import { describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, isObject, listOf } from '../../suite/json.ts';
import { leftUndone } from '../../suite/read-only.ts';
import type { Run } from '../../suite/run.ts';
import { memoByKey, settled } from '../../suite/work.ts';

/** The check that says that an operation is missing or broken; all others of that operation then rest on it. */
export const PRIMARY: Readonly<Record<string, string>> = {
  insertProvisioningResults: 'MP-01',
  delete: 'MP-06',
  updateAcl: 'MP-07',
};

const HINT =
  'the built-in sample was refused; pass the descriptor of a deployed data product with --descriptor FILE';

/** An output port that nobody has, more than 32 bits hold. */
const LARGE = 2 ** 40 + 17;
const BELOW_ZERO = -1;

/** More than one statement of some databases takes. */
const MANY_REFS = Array.from({ length: 200 }, (_, index) => `user:reader-${index}_example.com`);

const UNKNOWN_MEMBER = { notInTheContract: { any: 'thing' } };

/** What checks of the marketplace plugin learn from it. Nothing is sent before somebody asks. */
export type Facts = ReturnType<typeof createFacts>;

export function createFacts(run: Run) {
  const { session, settings, contract } = run;
  const builtIn = settings.descriptor === undefined;
  const sample = (operation: string, name: string): unknown =>
    at(contract.fixtures[operation], 'request', name, 'value');
  const descriptor =
    settings.descriptor ?? String(at(sample('insertProvisioningResults', 'deployed'), 'descriptor'));
  /** Nothing of the one is part of the other: what the caller gives, or the same under another name. */
  const renamed = descriptor
    .replaceAll('shipment-tracking', 'parcel-tracking')
    .replaceAll('Shipment', 'Parcel');
  const other = settings.samples?.other?.[0] ?? (builtIn ? renamed : undefined);
  const own = settings.bodies?.['updateAcl'];
  const given = own ?? sample('updateAcl', 'granted');
  const access = isObject(given) ? given : {};
  const refs = listOf(access['refs']);
  let shown = false;
  let otherShown = false;
  let granted = false;

  const send = (operation: string, label: string, value: object): Promise<Exchange> => {
    if (settings.readOnly) throw leftUndone(session, `${operation} is not called`);
    return session.call({ operation, label, intent: 'valid', value });
  };
  /** One request, once, when others have ended. */
  const step = (
    operation: string,
    label: string,
    value: object,
    ...after: readonly (() => Promise<unknown>)[]
  ): (() => Promise<Exchange>) =>
    memo(async () => {
      for (const earlier of after) await settled(earlier);
      const exchange = await send(operation, label, value);
      if (operation === 'insertProvisioningResults' && succeeded(exchange)) {
        if (at(value, 'descriptor') === descriptor) shown = true;
        if (at(value, 'descriptor') === other) otherShown = true;
      }
      if (operation === 'updateAcl' && succeeded(exchange)) granted = true;
      return exchange;
    });

  const removeNothing = step('delete', 'removal of what was never shown', { descriptor });
  const insert = step('insertProvisioningResults', 'a deployed data product', { descriptor }, removeNothing);
  const insertOther = memo(async () => {
    await settled(insert);
    return other === undefined
      ? undefined
      : step('insertProvisioningResults', 'another data product', { descriptor: other })();
  });
  const insertAgain = step(
    'insertProvisioningResults',
    'the same data product again, with a member that nobody knows',
    { descriptor, ...UNKNOWN_MEMBER },
    insertOther,
  );
  const remove = step(
    'delete',
    'removal, with a member that nobody knows',
    { descriptor, ...UNKNOWN_MEMBER },
    insertAgain,
  );
  const removeAgain = step('delete', 'the same removal again', { descriptor }, remove);
  const insertLater = step(
    'insertProvisioningResults',
    'the data product after its removal',
    { descriptor },
    removeAgain,
  );
  const grant = step('updateAcl', 'a list of who has access', access);
  const grantAgain = step(
    'updateAcl',
    'the same list again, with a member that nobody knows',
    { ...access, ...UNKNOWN_MEMBER },
    grant,
  );
  /** Good requests that look a little different, by what is different. */
  const unusual = {
    'a request id that is a word': step(
      'updateAcl',
      'a request id that is a word',
      { ...access, requestId: `request ${run.invent('word')}` },
      grantAgain,
    ),
    'an output port with a large number': step(
      'updateAcl',
      'an output port with a large number',
      { ...access, outputPortId: LARGE },
      grantAgain,
    ),
    'an identity without a prefix': step(
      'updateAcl',
      'an identity without a prefix',
      { ...access, outputPortId: LARGE, refs: ['john.roe_example.com'] },
      grantAgain,
    ),
    'an output port below zero': step(
      'updateAcl',
      'an output port below zero',
      { ...access, outputPortId: BELOW_ZERO },
      grantAgain,
    ),
    'an identity that is named twice': step(
      'updateAcl',
      'an identity that is named twice',
      { ...access, outputPortId: LARGE, refs: [...refs, ...refs] },
      grantAgain,
    ),
    'an identity in other letters': step(
      'updateAcl',
      'an identity in other letters',
      { ...access, outputPortId: LARGE, refs: ['user:größe_example.com', 'group:東京 🚚'] },
      grantAgain,
    ),
    'many identities': step(
      'updateAcl',
      'many identities',
      { ...access, outputPortId: LARGE, refs: MANY_REFS },
      grantAgain,
    ),
  };
  /** The same descriptor in other characters: shown once more, and taken out once more when all else is done. */
  const forms = Object.entries({
    ...formsOf({ descriptor }),
    letters: {
      title: 'A descriptor with letters of many languages is read',
      sample: { descriptor: `${descriptor.trimEnd()}\n# Größe 東京 🚚\n` },
    },
  }).map(([of, { title, sample }]) => {
    const show = step('insertProvisioningResults', `${title}: shown`, sample, insertLater);
    return { of, title, show, remove: step('delete', `${title}: removed`, sample, show) };
  });
  const allForms = async (): Promise<void> => {
    await settled(insertLater);
    for (const { remove: one } of forms) await settled(one);
  };
  /** Both data products, with others at the same time or one by one. */
  const insertNow = async (which: 'first' | 'other', label: string): Promise<Exchange | undefined> => {
    await allForms();
    const text = which === 'first' ? descriptor : other;
    return text === undefined ? undefined : step('insertProvisioningResults', label, { descriptor: text })();
  };
  // After a removal a data product may get another page: these two stay.
  const lastFirst = memo(() => insertNow('first', 'the data product, to stay'));
  const lastOther = memo(async () => {
    await settled(lastFirst);
    return insertNow('other', 'the other data product, to stay');
  });
  const grantNow = (label: string): Promise<Exchange> => send('updateAcl', label, access);
  const revoke = step(
    'updateAcl',
    'an empty list',
    { ...access, requestId: run.invent('uuid'), refs: [] },
    grantAgain,
    ...Object.values(unusual),
  );

  const first: Readonly<Record<string, () => Promise<Exchange>>> = {
    insertProvisioningResults: insert,
    delete: async () => {
      const exchange = await removeNothing();
      // There was nothing to remove: some say so with a refusal.
      return statusOf(exchange) === 400 ? remove() : exchange;
    },
    updateAcl: grant,
  };
  /** Whether a refusal of the good request says something about the plugin, or only about the sample. */
  const isExcusable = async (operation: string): Promise<boolean> => {
    if (operation === 'updateAcl') return own === undefined;
    // What is shown can be removed.
    return builtIn && (operation !== 'delete' || !succeeded(await insert()));
  };

  const gate = memoByKey(async (operation: string) => {
    const exchange = await first[operation]?.();
    if (exchange === undefined || succeeded(exchange)) return;
    if (statusOf(exchange) === 400 && (await isExcusable(operation))) throw new NotTestable(HINT);
    throw new Blocked(PRIMARY[operation] ?? '', `${operation} was answered ${describeAnswer(exchange)}`);
  });

  return {
    run,
    send,
    descriptor,
    access,
    notYaml: descriptors['not-yaml'].text,
    /** Descriptors that the caller says nobody can show. */
    invalid: settings.samples?.invalid ?? [],
    gate,
    isExcusable,
    removeNothing,
    insert,
    insertOther,
    insertAgain,
    remove,
    removeAgain,
    insertLater,
    grant,
    grantAgain,
    unusual,
    forms,
    insertNow,
    lastFirst,
    lastOther,
    grantNow,
    revoke,
    /** Takes away what is shown because of this run, and the access that it gave. */
    async cleanUp(): Promise<void> {
      const left = [...(shown ? [descriptor] : []), ...(otherShown && other !== undefined ? [other] : [])];
      for (const one of left) await settled(() => send('delete', 'clean up', { descriptor: one }));
      if (!granted) return;
      for (const port of [{}, { outputPortId: LARGE }, { outputPortId: BELOW_ZERO }])
        await settled(() => send('updateAcl', 'clean up', { ...access, ...port, refs: [] }));
    },
  };
}
