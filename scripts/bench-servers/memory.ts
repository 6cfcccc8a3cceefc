import { openLoad } from './load.ts';
import type { MeasuredServer } from './measured-server.ts';

/** What a server held after so many requests. */
export interface MemorySample {
  readonly requests: number;
  readonly tasks: number;
  /** Bytes that could not be collected. */
  readonly heap: number;
  /** Bytes. */
  readonly rss: number;
}

const STEPS = 10;
const REQUESTS_PER_STEP = 20_000;
const TASKS_PER_STEP = 5_000;

/**
 * Steps after which the number of kept finished tasks has reached its maximum (README of the servers), and a bit more.
 */
const WARM_UP = 3;

/** A small descriptor that a tech adapter provisions. */
const DESCRIPTOR = `dataProduct:
  id: urn:dmb:dp:logistics:shipments:1
  kind: dataproduct
  name: Shipments
  version: 1.0.0
  domain: logistics
  environment: development
  components:
    - kind: storage
      id: urn:dmb:cmp:logistics:shipments:1:tables
      name: Tables
      version: 1.0.0
      infrastructureTemplateId: urn:dmb:itm:storage:0
componentIdToProvision: urn:dmb:cmp:logistics:shipments:1:tables
`;

const BODY = JSON.stringify({ descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: DESCRIPTOR });

/** Sends 200,000 requests, of which 50,000 start a task, and samples the memory on the way. */
export async function watchMemory(
  server: MeasuredServer,
  at: { readonly validate: string; readonly provision: string },
): Promise<MemorySample[]> {
  const validate = { method: 'POST', path: at.validate, body: BODY };
  const provision = { method: 'POST', path: at.provision, body: BODY };
  const samples: MemorySample[] = [];
  const load = openLoad(server.port);
  for (let step = 0; step <= STEPS; step += 1) {
    if (step > 0) {
      await load.fire(REQUESTS_PER_STEP - TASKS_PER_STEP, validate);
      await load.fire(TASKS_PER_STEP, provision);
    }
    const { heap, rss } = await server.usage(true);
    samples.push({ requests: step * REQUESTS_PER_STEP, tasks: step * TASKS_PER_STEP, heap, rss });
  }
  load.close();
  return samples;
}

/** How much larger the heap was at the end than after the warm-up; 0.05 is five percent. */
export function growthOf(samples: readonly MemorySample[]): number {
  const [warm, last] = [samples[WARM_UP], samples.at(-1)];
  if (warm === undefined || last === undefined) throw new Error('too few samples to compare');
  return last.heap / warm.heap - 1;
}
