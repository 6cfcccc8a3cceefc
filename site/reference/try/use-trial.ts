import { type SubmitEvent, useState } from 'react';
import { showServer } from '../static/show-server.ts';
import type { TryOperation } from './contract.ts';
import {
  ADDRESS,
  baseOf,
  type Entries,
  type FieldProblem,
  type PreparedRequest,
  prepareRequest,
  TOKEN,
} from './prepare-request.ts';
import { keepAddress, keepToken } from './remembered.ts';
import { type Answer, type NoAnswer, sendRequest } from './send-request.ts';

/** A request that was sent, and what came of it. */
export interface Trial {
  readonly request: PreparedRequest;
  readonly outcome: Answer | NoAnswer;
}

/** Sends what is in the form, one request at a time. */
export interface TrialControl {
  readonly trial: Trial | undefined;
  readonly problems: readonly FieldProblem[];
  readonly isSending: boolean;
  /** Sends the request, or stops waiting for the one that is under way. */
  submit(event: SubmitEvent<HTMLFormElement>): void;
}

/** The requests of one panel; `offered` is the address that needs no memory. */
export function useTrial(api: string, operation: TryOperation, offered: string): TrialControl {
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const [trial, setTrial] = useState<Trial>();
  const [sending, setSending] = useState<AbortController>();

  async function send(request: PreparedRequest): Promise<void> {
    const controller = new AbortController();
    setSending(controller);
    setTrial(undefined);
    const outcome = await sendRequest(request, controller.signal, {
      fetch: window.fetch.bind(window),
      now: () => performance.now(),
      origin: location.origin,
    });
    setTrial({ request, outcome });
    setSending(undefined);
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (sending) {
      sending.abort();
      return;
    }
    const form = event.currentTarget;
    const entries = entriesOf(form);
    const prepared = prepareRequest(operation, entries);
    if (!('url' in prepared)) {
      setProblems(prepared);
      fieldIn(form, prepared[0]?.field ?? '')?.focus();
      return;
    }
    setProblems([]);
    const server = baseOf(entries[ADDRESS] ?? '');
    keepAddress(api, server, offered);
    showServer(form, server);
    if (operation.acceptsToken) keepToken(server, entries[TOKEN]?.trim() ?? '');
    void send(prepared);
  }

  return { trial, problems, isSending: sending !== undefined, submit };
}

function entriesOf(form: HTMLFormElement): Entries {
  return Object.fromEntries(Array.from(new FormData(form), ([name, value]) => [name, String(value)]));
}

/** The field with this name. */
export function fieldIn(
  form: HTMLFormElement | null,
  name: string,
): HTMLInputElement | HTMLTextAreaElement | null {
  const element = form?.elements.namedItem(name);
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element : null;
}
