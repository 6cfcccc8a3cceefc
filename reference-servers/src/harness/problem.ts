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

/** Open placeholders in the templates of a code. */
export type ValueName<C extends ErrorCode> = Exclude<
  NamesIn<TextsOf<Extract<ErrorEntry, { code: C }>>>,
  KnownOfEveryRequest
>;

/** The optional facts of a problem beside its code. */
export interface ProblemDetails {
  /** The file, descriptor or value that caused it. */
  readonly input?: string;
  /** Dotted path of the offending field inside the input. */
  readonly inputErrorField?: string;
  /** Further problems of the same request; their texts are listed after this one's. */
  readonly also?: readonly CatalogError[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Members of the body beyond the catalog's texts, such as a preview beside its outcome. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** The constructor's arguments after the code. */
export type ProblemArguments<C extends ErrorCode> = [ValueName<C>] extends [never]
  ? [values?: Readonly<Record<never, string>>, details?: ProblemDetails]
  : [values: Readonly<Record<ValueName<C>, string>>, details?: ProblemDetails];

/** An error of the catalog whose code is known only at run time. */
export class CatalogError extends Error {
  override readonly name: string = 'CatalogError';
  readonly code: string;
  readonly values: Readonly<Record<string, string>>;
  readonly details: ProblemDetails;

  constructor(code: string, values: Readonly<Record<string, string>> = {}, details: ProblemDetails = {}) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.values = values;
    this.details = details;
  }

  /** The same problem with more facts. */
  with(details: ProblemDetails): CatalogError {
    return new CatalogError(this.code, this.values, { ...this.details, ...details });
  }
}

/** A problem that the harness itself reports, before a handler or instead of one. */
export class Refusal extends CatalogError {
  override readonly name = 'Refusal';
}

/**
 * Thrown by a handler to return an entry of the error catalog: the code decides status, body, message and advice. The
 * compiler requires the values for the placeholders of the code.
 */
export class Problem<C extends ErrorCode = ErrorCode> extends CatalogError {
  override readonly name = 'Problem';
  declare readonly code: C;

  constructor(code: C, ...[values, details]: ProblemArguments<C>) {
    super(code, values, details);
  }
}

/** Fills in `{names}`; a name without a value stays unchanged. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
