/** A value of an earlier response that a later request of the same program sends. */
export class ResponseValue {
  /** The operationId of the earlier request. */
  readonly operation: string;
  /** Of the variable, such as `createPolicyId`. */
  readonly name: string;
  /** Names of the members that lead to the value. */
  readonly path: readonly string[];
  /** A value that the contract shows for it. */
  readonly example: unknown;

  constructor(operation: string, path: readonly string[], example: unknown) {
    const words = path.flatMap((name) => name.split(/[^A-Za-z]+/)).filter((word) => word !== '');
    this.name = operation + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
    this.operation = operation;
    this.path = path;
    this.example = example;
  }

  /** What the variable replaces in a URL and in JSON. */
  toString(): string {
    return `__${this.name}__`;
  }

  toJSON(): unknown {
    return this.example;
  }
}

/** The places of {@link ResponseValue}s in a text, with the name of their variable. */
export const VARIABLE = /__([a-z]\w*?)__/g;

/** The values of earlier responses inside a value. */
export function responseValuesIn(value: unknown): ResponseValue[] {
  if (value instanceof ResponseValue) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(responseValuesIn) : [];
}

/** A line that a program prints about a response, or one for each item of a list in it. */
export interface PrintedLine {
  /** Of the list. */
  readonly each?: MemberPath;
  /** Texts, and the members whose values are between them. */
  readonly parts: readonly (string | MemberPath)[];
}

/** How to reach a member of a response. */
export interface MemberPath {
  readonly names: readonly string[];
  /** Whether a response can lack it. */
  readonly isOptional: boolean;
}

/** Reads `status`, `result/errors?` with a member that can be missing, and `.` for the whole. */
function memberPath(text: string): MemberPath {
  const names = text.replace(/\?$/, '').split('/');
  return { names: text === '.' ? [] : names, isOptional: text.endsWith('?') };
}

/** Reads a line such as `policy {id} is in {status}`. */
export function printedLine(text: string, each?: string): PrintedLine {
  const parts = text.split(/\{([^{}]+)\}/).map((part, index) => (index % 2 === 0 ? part : memberPath(part)));
  return {
    parts: parts.filter((part) => part !== ''),
    ...(each !== undefined && { each: memberPath(each) }),
  };
}

/** Whether a line has a value of the response. */
export function readsResponse({ each, parts }: PrintedLine): boolean {
  return each !== undefined || parts.some((part) => typeof part !== 'string');
}

/** `create_policy_id` for `createPolicyId`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
