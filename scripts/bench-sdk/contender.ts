import type { JsonObject } from '../generate/json.ts';
import type { SampleCall } from './calls.ts';

/** A client, and how an application uses it. */
export interface Contender {
  readonly name: string;
  /** Writes what the client needs into a folder; false when it is not available. */
  prepare(folder: string, root: string): Promise<boolean>;
  /** Imports and clients, for calls of these APIs at one address, which is in `baseUrl`. */
  setUp(calls: readonly SampleCall[]): string;
  /** The expression of one call; `args` replaces the sample's arguments. */
  call(call: SampleCall, args?: string): string;
  /** Excluded from comparisons of types and sizes. */
  readonly only?: 'cpu';
}

/** Each has a merged file, from which the other clients are generated. */
export const AREAS = ['extension-points', 'platform'];

/** Arguments as a program writes them. */
export const write = (args: JsonObject) => JSON.stringify(args);
/** The areas of some calls. */
export const areasOf = (calls: readonly SampleCall[]) => [...new Set(calls.map(({ area }) => area))];
/** The names that calls of one area have in its merged file. */
export const namesOf = (calls: readonly SampleCall[], area: string) =>
  calls.filter((call) => call.area === area).map(({ mergedId }) => mergedId);
