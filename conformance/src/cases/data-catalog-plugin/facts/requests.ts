import { NotApplicable } from '../../../suite/check.ts';
import { trackCreated } from '../../../suite/clean-up.ts';
import { compareVersions, operationOf } from '../../../suite/contract.ts';
import { type Exchange, statusOf, succeeded } from '../../../suite/exchange.ts';
import { leftUndone } from '../../../suite/read-only.ts';
import type { Run } from '../../../suite/run.ts';
import type { Started } from '../../../suite/tasks.ts';
import { createWork, type Work } from '../../../suite/work.ts';
import { readContents, type Sample, type Samples } from '../samples.ts';

/** Operations that change the content of the catalog. */
export const MUTATING = ['provision', 'unprovision'];

/** Work that must have finished before, successfully or not. */
export type After = readonly (() => Promise<unknown>)[];

/** What a request changes besides its sample. */
interface Change {
  readonly after?: After;
  /** Members of the request besides the descriptor. */
  readonly more?: object;
}

/** The valid requests of a run, and the work that they start. */
export type Requests = ReturnType<typeof createRequests>;

/** Each request is sent when a check first needs it. */
export function createRequests(run: Run, samples: Samples) {
  const { session, tasks, settings } = run;
  const published = trackCreated(tasks);
  const contents = readContents(samples.plain);

  const begin = async (operation: string, value: object, label: string): Promise<Started> => {
    if (settings.readOnly && MUTATING.includes(operation)) throw leftUndone(session);
    const { since } = operationOf(run.contract, operation);
    if (since !== undefined && compareVersions(since, settings.contractVersion) > 0)
      throw new NotApplicable(`${operation} exists since contract version ${since}`);
    const send = (): Promise<Started> => tasks.start(operation, value, label);
    if (operation === 'provision') return published.create(value, send);
    return operation === 'unprovision' ? published.remove(value, send) : send();
  };

  const work = (
    operation: string,
    label: string,
    sample: Sample,
    after: After = [],
    more: object = {},
  ): Work => createWork(tasks, () => begin(operation, { ...sample, ...more }, label), after);

  const ask = (id: string | undefined, label: string, more: object = {}): Promise<Exchange> =>
    session.call({
      operation: 'getEntityReference',
      label,
      intent: id === undefined || id === '' ? 'invalid' : 'valid',
      parameters: { query: { componentId: id, ...more } },
    });

  /** Retries when the first answer is not the expected one: a catalog may need a moment. */
  const askUntil = async (
    isThere: (exchange: Exchange) => boolean | Promise<boolean>,
    id: string | undefined,
    first: Exchange,
    label: string,
  ): Promise<Exchange> => {
    if (await isThere(first)) return first;
    await session.pause(settings.promptness);
    return ask(id, label);
  };

  return {
    contents,
    /** The component that is requested first; undefined if the descriptor has none. */
    component: contents.outputPorts[0] ?? contents.components[0],
    begin,
    ask,
    /** Requests a component that the work has published. */
    askPublished: (id: string | undefined, work: Work, first: Exchange, label: string): Promise<Exchange> =>
      askUntil(
        async (exchange) => statusOf(exchange) !== 400 || (await work.end()).state !== 'COMPLETED',
        id,
        first,
        label,
      ),
    askRemoved: async (id: string | undefined, label: string): Promise<Exchange> =>
      askUntil((exchange) => !succeeded(exchange), id, await ask(id, label), `${label}, a little later`),
    work,
    publication: (label: string, sample: Sample, { after, more }: Change): Work =>
      work('provision', label, sample, after, more),
    removal: (label: string, sample: Sample, { after, more }: Change): Work =>
      work('unprovision', label, sample, after, more),
    cleanUp: () => published.removeAll((value) => begin('unprovision', Object(value), 'clean up')),
  };
}

/** Members and parameters that are not in the contract are ignored. */
export const UNKNOWN_MEMBER = { notInTheContract: { any: 'thing' } };
