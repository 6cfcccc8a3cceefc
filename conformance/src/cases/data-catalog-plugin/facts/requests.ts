import { createDeployments } from '../../../suite/clean-up.ts';
import { type Exchange, statusOf, succeeded } from '../../../suite/exchange.ts';
import type { Run } from '../../../suite/run.ts';
import type { After, Work } from '../../../suite/work.ts';
import { readContents, type Sample, type Samples } from '../samples.ts';

/** Operations that change the content of the catalog. */
export const MUTATING = ['provision', 'unprovision'];

/** What a request changes besides its sample. */
interface Change {
  readonly after?: After;
  /** Members of the request besides the descriptor. */
  readonly more?: object;
}

/** The valid requests of a run, and the work that they start. */
export type Requests = ReturnType<typeof createRequests>;

export function createRequests(run: Run, samples: Samples) {
  const { session, settings } = run;
  const { work, removeAll } = createDeployments(run);
  const contents = readContents(samples.plain);
  const starting =
    (operation: string) =>
    (label: string, sample: Sample, { after = [], more = {} }: Change = {}): Work =>
      work(operation, label, () => ({ ...sample, ...more }), after);

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
    publication: starting('provision'),
    removal: starting('unprovision'),
    cleanUp: () => removeAll(),
  };
}
