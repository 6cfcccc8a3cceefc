import type { Memory } from './memory.ts';
import type { Body, Reply } from './server.ts';

/** A good request, and the ways to answer it. */
export interface Asked {
  readonly memory: Memory;
  /** `API.operation`. */
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Body;
  readonly input: unknown;
  /** The members of the input; none when it is no object. */
  readonly body: Body;
  ok(value?: unknown): Reply;
  unknown(status?: number): Reply;
  refuse(status?: number): Reply;
  /** Starts a task. */
  begin(wrap: (token: string) => unknown): Reply;
  page<T>(all: readonly T[]): readonly T[];
}

/** By operation; one answers. */
export type Answers = Readonly<Record<string, () => Reply>>;

/** The members of an object; none of anything else. */
export function membersOf(value: unknown): Body {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
