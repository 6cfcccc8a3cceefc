import type { DescribedCheck } from './describe-checks.ts';
import type { Basis } from './suite/requirement.ts';

/** A request and its response, as a page shows them. */
export interface ShownExchange {
  readonly label: string;
  readonly operation: string;
  readonly request: { readonly method: string; readonly path: string; readonly body?: string };
  readonly response?: { readonly status: number; readonly mediaType: string; readonly body: string };
  readonly failure?: string;
}

/** The first place where two exchanges differ; a value is absent if only the other exchange has it. */
export interface Difference {
  readonly where:
    | 'response body'
    | 'response header'
    | 'request'
    | 'request header'
    | 'request body'
    | 'time';
  /** A JSON Pointer, or the name of a header. */
  readonly at?: string;
  readonly wrong?: string;
  readonly right?: string;
}

/** What the suite reports about a mutant, with the traffic that shows it. */
export interface WrongAnswer<Shown = ShownExchange> {
  readonly defect: string;
  readonly expected: string;
  readonly actual: string;
  readonly difference?: string;
  /** The framework that typically causes this response. */
  readonly cause?: { readonly cause: string; readonly fix: string };
  readonly exchanges: readonly Shown[];
}

/** The exhibits on the page of a requirement. */
export interface Exhibits {
  readonly wrong?: WrongAnswer;
  /** The same request, or another one that the checks read, with a correct response. */
  readonly right?: ShownExchange;
  /** Whether both last responses have the same text, and then where the exchanges differ, if they do. */
  readonly looksEqual?: { readonly difference?: Difference };
  /** The requests that the checks read, or `all` traffic. */
  readonly looksAt?: readonly string[] | 'all';
}

/** The content of the documentation page of a requirement. */
export interface RequirementPage extends Omit<DescribedCheck, 'requirement' | 'what'>, Exhibits {
  readonly basis: Basis;
  /** Why no check covers the requirement. */
  readonly notTested?: string;
  readonly checks: readonly { readonly id: string; readonly title: string }[];
  /** How many of the checks run without `--write`; absent where it is the default, and if all do. */
  readonly runsReadOnly?: number;
  /** The mutants that its checks must catch. */
  readonly mutants: readonly { readonly name: string; readonly defect: string }[];
}

/** The pages of a contract; the documentation renders them. */
export interface ContractPages {
  readonly contract: string;
  readonly title: string;
  readonly version: string;
  readonly requirements: readonly RequirementPage[];
}
