import type { ErrorCode, ErrorEntry } from '@tessera/contracts/errors';

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type TextsOf<E extends ErrorEntry> =
  | E['message']
  | E['problems'][number]
  | E['solutions'][number]
  | (E extends { userMessage: infer U extends string } ? U : never);

/** Filled in by the harness, because every request has them. */
type KnownOfEveryRequest = 'requestId' | 'method' | 'path';

/** Names that the templates of a code leave open. */
export type ValueName<C extends ErrorCode> = Exclude<
  NamesIn<TextsOf<Extract<ErrorEntry, { code: C }>>>,
  KnownOfEveryRequest
>;

/** What a problem can say beside its code. */
export interface ProblemDetails {
  /** The file, descriptor or value that caused it. */
  readonly input?: string;
  /** Dotted path of the offending field inside the input. */
  readonly inputErrorField?: string;
  /** Further problems of the same request; their texts are listed after this one's. */
  readonly also?: readonly CatalogueError[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Members of the body that the catalogue has no texts for, such as a preview beside its outcome. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** What the constructor of a problem takes behind its code. */
export type ProblemArguments<C extends ErrorCode> = [ValueName<C>] extends [never]
  ? [values?: Readonly<Record<never, string>>, details?: ProblemDetails]
  : [values: Readonly<Record<ValueName<C>, string>>, details?: ProblemDetails];

/** An answer of the error catalogue, by a code that is only known at run time. */
export class CatalogueError extends Error {
  override readonly name: string = 'CatalogueError';
  readonly code: string;
  readonly values: Readonly<Record<string, string>>;
  readonly details: ProblemDetails;

  constructor(code: string, values: Readonly<Record<string, string>> = {}, details: ProblemDetails = {}) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.values = values;
    this.details = details;
  }

  /** The same problem with more to say about it. */
  with(details: ProblemDetails): CatalogueError {
    return new CatalogueError(this.code, this.values, { ...this.details, ...details });
  }
}

/** A problem that the harness finds itself, before a handler or instead of one. */
export class Refusal extends CatalogueError {
  override readonly name = 'Refusal';
}

/**
 * Thrown by a handler to answer with an entry of the error catalogue: status, body, message and advice follow from the
 * code. The compiler asks for the values that the texts of the code leave open.
 */
export class Problem<C extends ErrorCode = ErrorCode> extends CatalogueError {
  override readonly name = 'Problem';
  declare readonly code: C;

  constructor(code: C, ...[values, details]: ProblemArguments<C>) {
    super(code, values, details);
  }
}

/** Fills `{names}`; a name without a value stays as it is. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
