import type { FaultOptions } from './fault-options.ts';
import { refuseOddFaults } from './odd-faults.ts';

/** The fault of one request. */
export interface Fault {
  /** Milliseconds; 0 for no delay. */
  readonly latencyMs: number;
  readonly status?: number;
  readonly hang: boolean;
  readonly malformed: boolean;
}

/** An operation of the server, by its API and its own name. */
export interface Named {
  readonly api: string;
  readonly operation: string;
}

const DEFAULT_SEED = 1;
const FAIL_RATE_STATUS = 500;

/**
 * Decides the faults of requests. A decision depends on the seed, the operation and the number of its earlier requests:
 * callers of other operations have no influence.
 * @throws Error that names every unknown operation, or a fault that an operation does not support
 */
export function createFaultPlan(options: FaultOptions, known: readonly Named[]): (asked: Named) => Fault {
  refuseOddFaults(options);
  const { latencyMs = [0, 0], failRate = 0, fail = [], hang = [], malformed = [] } = options;
  const { seed = DEFAULT_SEED } = options;
  const asked = [...fail.map(({ operation }) => operation), ...hang, ...malformed];
  const unknown = asked.filter((name) => !known.some((one) => means(name, one)));
  if (unknown.length > 0) {
    const names = [...new Set(known.map(({ operation }) => operation))].sort();
    throw new Error(`there is no operation ${unknown.join(', ')}; there are ${names.join(', ')}`);
  }
  const counts = new Map<string, number>();

  return (one) => {
    const key = `${one.api}#${one.operation}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const draw = (what: string): number => fraction(`${seed} ${key} ${count} ${what}`);
    const [least, most] = latencyMs;
    const always = fail.find(({ operation }) => means(operation, one))?.status;
    const status = always ?? (draw('fail') < failRate ? FAIL_RATE_STATUS : undefined);
    return {
      latencyMs: least + Math.floor(draw('latency') * (most - least + 1)),
      ...(status === undefined ? {} : { status }),
      hang: hang.some((name) => means(name, one)),
      malformed: malformed.some((name) => means(name, one)),
    };
  };
}

/** Case-insensitive: the handler of `updateacl` is called `updateAcl`. */
function means(name: string, { api, operation }: Named): boolean {
  const asked = name.toLowerCase();
  return [operation, `${api}#${operation}`].some((known) => known.toLowerCase() === asked);
}

/** A pseudo-random number from 0 up to 1 that depends only on the text (FNV-1a, then the finisher of MurmurHash3). */
function fraction(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
