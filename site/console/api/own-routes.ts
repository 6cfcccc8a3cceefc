import type { EvaluationResultContent } from '@tessera/contracts/types/governance';
import type { EntityPage, ListedEntity, PlatformSettings, WaitingHook } from '@tessera/platform/routes';

/** A name with its value, as HTTP Archives hold headers. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** A request to an extension point and its answer, as an entry of an HTTP Archive. */
export interface Exchange {
  readonly startedDateTime: string;
  /** Milliseconds. */
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly NamedValue[];
    readonly postData?: { readonly mimeType: string; readonly text: string };
  };
  readonly response: {
    /** 0 when no answer arrived; `statusText` then says why. */
    readonly status: number;
    readonly statusText: string;
    readonly headers: readonly NamedValue[];
    readonly content: { readonly mimeType: string; readonly text: string };
  };
  readonly _plan: string | null;
  readonly _task: string | null;
  /** Which bodies were cut. */
  readonly comment?: string;
}

interface Archive {
  readonly log: { readonly entries: readonly Exchange[] };
}

/** A route of the platform returned an error. */
export class RouteError extends Error {
  override readonly name = 'RouteError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A script to try on a descriptor. */
export interface ScriptTrial {
  readonly script: string;
  readonly descriptor: string;
  readonly resourceType: string;
}

/** Operations that are in no contract. */
export interface OwnRoutes {
  settings(signal: AbortSignal): Promise<PlatformSettings>;
  /** Hooks that wait for a decision, the oldest first. */
  hooks(signal: AbortSignal): Promise<readonly WaitingHook[]>;
  /** The exchanges of a plan with extension points, in their order. */
  exchanges(planId: string, signal: AbortSignal): Promise<readonly Exchange[]>;
  /** Policies and metrics, the newest first; `query` holds filters and the page. */
  entities(query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<EntityPage>;
  /** One policy or metric. */
  entity(id: string, signal: AbortSignal): Promise<ListedEntity>;
  /** Evaluates a script on a descriptor; the platform stores nothing. */
  tryScript(trial: ScriptTrial, signal: AbortSignal): Promise<EvaluationResultContent>;
  /** Notices of changes as server-sent events; the response ends only with its stream. */
  events(signal: AbortSignal): Promise<Response>;
}

/** The paths of these routes on the platform. */
const PREFIX = '/platform';

const entitiesPath = (query: Readonly<Record<string, string>>): string => {
  const search = new URLSearchParams(query).toString();
  return search === '' ? '/entities' : `/entities?${search}`;
};
const TRIALS = '/trials';
const entityPath = (id: string): string => `/entities/${encodeURIComponent(id)}`;

/** Addresses of these routes, for a user who wants to call them. */
export const ownUrls = {
  entities: (origin: string, query: Readonly<Record<string, string>>) =>
    origin + PREFIX + entitiesPath(query),
  entity: (origin: string, id: string) => origin + PREFIX + entityPath(id),
  trials: (origin: string) => origin + PREFIX + TRIALS,
};

/** Makes the client of these routes. */
export function createOwnRoutes(origin: string, readToken: () => string): OwnRoutes {
  const send = async (path: string, signal: AbortSignal, body?: object): Promise<Response> => {
    const token = readToken();
    const headers = new Headers(token === '' ? {} : { authorization: `Bearer ${token}` });
    const request: RequestInit = { signal, headers };
    if (body !== undefined) {
      headers.set('content-type', 'application/json');
      Object.assign(request, { method: 'POST', body: JSON.stringify(body) });
    }
    const answer = await fetch(origin + PREFIX + path, request);
    if (answer.ok) return answer;
    throw new RouteError(answer.status, `${path} answered ${answer.status}: ${await explain(answer)}`);
  };
  const read = async <T>(path: string, signal: AbortSignal, body?: object): Promise<T> => {
    const answer = await send(path, signal, body);
    // A static host may return a page.
    if (!/\bjson\b/.test(answer.headers.get('content-type') ?? ''))
      throw new RouteError(404, `${path} did not answer with JSON`);
    return answer.json();
  };
  return {
    settings: (signal) => read('/settings', signal),
    hooks: (signal) => read('/hooks', signal),
    async exchanges(planId, signal) {
      const path = `/plans/${encodeURIComponent(planId)}/exchanges.har`;
      return (await read<Archive>(path, signal)).log.entries;
    },
    entities: (query, signal) => read(entitiesPath(query), signal),
    entity: (id, signal) => read(entityPath(id), signal),
    tryScript: ({ script, descriptor, resourceType }, signal) =>
      read(TRIALS, signal, { script, descriptor, resourceType }),
    events: (signal) => send('/events', signal),
  };
}

/** The platform explains errors in a sentence; other servers may return anything. */
async function explain(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    const { error } = JSON.parse(text);
    return String(error);
  } catch {
    return answer.statusText;
  }
}
