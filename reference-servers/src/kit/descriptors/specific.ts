import { createCompiler } from '../../harness/compiler.ts';
import { failuresOf } from '../../harness/validators.ts';
import { sizeOf } from '../../runtime/size-of.ts';
import type { Component } from './component.ts';

/**
 * A schema with the common interface of validation libraries (Standard Schema, version 1), such as Zod, Valibot and
 * ArkType. `T` is the type of a valid value. It must validate synchronously.
 */
export interface StandardSchema<T> {
  readonly '~standard': {
    readonly validate: (value: unknown) => SchemaResult<T> | Promise<SchemaResult<T>>;
  };
}

type SchemaResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** One schema for the specific sections of all components, or a function that selects the schema of a component. */
export type SpecificRule<S> = StandardSchema<S> | ((component: Component) => StandardSchema<S>);

/** A problem of a specific section. */
export interface SpecificIssue {
  /** The id of the component. */
  readonly component: string;
  /** Dotted path inside the component, such as `specific.columns.0.name`. */
  readonly field: string;
  readonly message: string;
}

/** Values up to this size are checked for all problems, larger ones until the first; in bytes. */
const THOROUGH_LIMIT = 64 * 1024;

/**
 * A JSON Schema 2020-12 for specific sections. TypeScript cannot derive the type from it, so name the type: it is the
 * caller's word that the schema describes it.
 * @throws Error when the schema is not valid
 */
export function fromJsonSchema<T>(schema: object): StandardSchema<T> {
  const compile = (allErrors: boolean) => createCompiler({ allErrors, strict: false }).compile<T>(schema);
  const [quick, thorough] = [compile(false), compile(true)];
  return {
    '~standard': {
      validate(value) {
        if (quick(value)) return { value };
        const failures = failuresOf(sizeOf(value) > THOROUGH_LIMIT ? quick : thorough, value);
        return {
          issues: failures.map(({ field, problem }) => ({
            message: problem,
            path: field === '' ? [] : field.split('.'),
          })),
        };
      },
    },
  };
}

/** The component with the value of the schema as its specific section; as it is when there are issues, or no schema. */
export function readSpecific(
  component: Component,
  rule: SpecificRule<unknown> | undefined,
): { readonly component: Component<unknown>; readonly issues: readonly SpecificIssue[] } {
  if (rule === undefined) return { component, issues: [] };
  const schema = isSchema(rule) ? rule : rule(component);
  const result = schema['~standard'].validate(component.specific);
  if (result instanceof Promise) {
    throw new Error('the schema of the specific section validates asynchronously: use one that does not');
  }
  if (result.issues === undefined) return { component: { ...component, specific: result.value }, issues: [] };
  const issues = result.issues.map(({ message, path = [] }) => ({
    component: component.id,
    field: ['specific', ...path.map((part) => String(typeof part === 'object' ? part.key : part))].join('.'),
    message,
  }));
  return { component, issues };
}

/** Some libraries have schemas that are functions. */
function isSchema(rule: SpecificRule<unknown>): rule is StandardSchema<unknown> {
  return '~standard' in rule;
}

/** The problem as one sentence. */
export function findingOf({ component, field, message }: SpecificIssue): string {
  return `component ${component}: ${field}: ${message}`;
}
