import { NotApplicable } from '../../../suite/check.ts';
import { compareVersions, operationOf } from '../../../suite/contract.ts';
import { type Exchange, statusOf, succeeded } from '../../../suite/exchange.ts';
import { leftUndone } from '../../../suite/read-only.ts';
import type { Run } from '../../../suite/run.ts';
import type { Started } from '../../../suite/tasks.ts';
import { createWork, isTaken, settleAll, settled, type Work } from '../../../suite/work.ts';
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
  /** The data product that it is about; the main one by default. */
  readonly product?: Sample;
}

/** The valid requests of a run, and the work that they start. */
export type Requests = ReturnType<typeof createRequests>;

/** Each request is sent when a check first needs it. */
export function createRequests(run: Run, samples: Samples) {
  const { session, tasks, settings } = run;
  /** The data products that this run has published in the catalog. */
  const published = new Set<Sample>();
  const contents = readContents(samples.plain);

  const begin = async (operation: string, value: object, label: string): Promise<Started> => {
    if (settings.readOnly && MUTATING.includes(operation)) throw leftUndone(session);
    const { since } = operationOf(run.contract, operation);
    if (since !== undefined && compareVersions(since, settings.contractVersion) > 0)
      throw new NotApplicable(`${operation} exists since contract version ${since}`);
    return tasks.start(operation, value, label);
  };

  const change = (operation: string, label: string, sample: Sample, how: Change, take: () => void): Work =>
    createWork(
      tasks,
      async () => {
        const started = await begin(operation, { ...sample, ...how.more }, label);
        if (isTaken(started)) take();
        return started;
      },
      how.after,
    );

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
    work: (operation: string, label: string, sample: Sample, after: After = [], more: object = {}): Work =>
      createWork(tasks, () => begin(operation, { ...sample, ...more }, label), after),
    publication: (label: string, sample: Sample, how: Change): Work =>
      change('provision', label, sample, how, () => published.add(how.product ?? samples.results)),
    removal: (label: string, sample: Sample, how: Change): Work =>
      change('unprovision', label, sample, how, () => published.delete(how.product ?? samples.results)),
    /** Waits for running work, then removes from the catalog what this run has published. */
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

/** Members and parameters that are not in the contract are ignored. */
export const UNKNOWN_MEMBER = { notInTheContract: { any: 'thing' } };
