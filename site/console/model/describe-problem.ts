import { ApiError } from '@tessera/client';
import { RouteError } from '../api/own-routes.ts';

/** An error, in words for a user. */
export interface Problem {
  readonly title: string;
  readonly messages: readonly string[];
  /** How to fix it. */
  readonly solutions: readonly string[];
}

/** The status of an unsuccessful response; undefined for other errors. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof ApiError || error instanceof RouteError ? error.status : undefined;
}

/** Describes any error. */
export function describeProblem(error: unknown): Problem {
  if (error instanceof ApiError) {
    const body: unknown = error.body;
    const { errors, error: message, userMessage, moreInfo }: Record<string, unknown> = Object(body);
    const { problems, solutions }: Record<string, unknown> = Object(moreInfo);
    const listed = [...textsIn(errors), ...textsIn([message]), ...textsIn(problems)];
    const messages = listed.length === 0 ? [error.message] : listed;
    return {
      title: typeof userMessage === 'string' ? userMessage : `The platform answered ${error.status}.`,
      messages: [...new Set(messages)],
      solutions: textsIn(solutions),
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { title: 'The platform did not answer.', messages: [message], solutions: [] };
}

/** The texts of a value that should be a list of texts. */
function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
