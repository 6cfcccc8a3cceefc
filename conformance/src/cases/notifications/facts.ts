import document from '@tessera/contracts/bundle/notifications.openapi.json' with { type: 'json' };
import { memo } from '../../suite/check.ts';
import type { Exchange } from '../../suite/exchange.ts';
import { createGate } from '../../suite/gate.ts';
import { at, isObject, type JsonObject, listOf } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';

export const OPERATION = 'receiveNotification';

/** The check that reports that the consumer does not accept notifications. */
export const PRIMARY: Readonly<Record<string, string>> = { [OPERATION]: 'WH-02' };

/** Facts that the consumer checks share. Each request is sent when a check first needs it. */
export type Facts = ReturnType<typeof createFacts>;

export function createFacts(run: Run) {
  const { session } = run;
  const samples = collectSamples(run);
  const [main] = samples;

  const send = (label: string, value: unknown): Promise<Exchange> =>
    session.call({ operation: OPERATION, label, intent: 'valid', value, patient: true });
  const first = memo(() => send('a notification', main));
  const gate = createGate(run, { primary: PRIMARY, probes: { [OPERATION]: first } });
  const every = memo(async () => {
    await gate(OPERATION);
    const rest = samples
      .slice(1)
      .map((value) => send(`a notification of the kind ${String(at(value, 'kind'))}`, value));
    return [await first(), ...(await Promise.all(rest))];
  });
  const good: (() => Promise<Exchange>)[] = [];
  /** A valid notification, sent once. Invalid ones wait until all of these have been answered. */
  const later = (label: string, value: JsonObject): (() => Promise<Exchange>) => {
    const ask = memo(async () => {
      await gate(OPERATION);
      return send(label, value);
    });
    good.push(ask);
    return ask;
  };
  /** An invalid notification, then a valid one to check that the consumer still accepts it. */
  const bad = memo(async () => {
    await every();
    await Promise.allSettled(good.map((ask) => ask()));
    const wrong = [
      { label: 'malformed JSON', text: '{"kind": "deploySucceeded", "messages": [' },
      { label: 'a list', text: '[]' },
      { label: 'text', text: '"deployed"' },
      { label: 'an empty object', text: '{}' },
      { label: 'a notification without kind', text: JSON.stringify(without(main, 'kind')) },
      { label: 'a notification whose kind is a number', text: JSON.stringify({ ...main, kind: 17 }) },
      {
        label: 'a notification whose messages are text',
        text: JSON.stringify({ ...main, messages: 'none' }),
      },
      { label: 'a notification whose messages are null', text: JSON.stringify({ ...main, messages: null }) },
    ];
    return Promise.all(
      wrong.map(({ label, text }) =>
        session.call({ operation: OPERATION, label, intent: 'invalid', text, patient: true }),
      ),
    );
  });

  return { run, samples, main: main ?? {}, send, first, every, later, bad, gate };
}

/** One notification of every kind that the contract names, and the notifications of its examples. */
function collectSamples(run: Run): JsonObject[] {
  const fixtures = at(run.contract.fixtures['notification'], 'request');
  const shown = (isObject(fixtures) ? Object.values(fixtures) : [])
    .map((one) => at(one, 'value'))
    .filter(isObject);
  const own = run.settings.bodies?.[OPERATION];
  const kinds = namedKinds().filter((kind) => shown.every((one) => one['kind'] !== kind));
  const [pattern = {}] = shown;
  return [
    ...(isObject(own) ? [own] : []),
    ...shown,
    ...kinds.map((kind) => ({ ...pattern, kind, messages: listOf(pattern['messages']) })),
  ];
}

/** The description of the contract names the kinds: a platform may send others, so the contract has no closed list. */
function namedKinds(): string[] {
  const description = at(document, 'components', 'schemas', 'NotificationKind', 'description');
  return [...String(description).matchAll(/`(\w+)`/g)].map(([, kind = '']) => kind);
}

function without(value: JsonObject | undefined, name: string): JsonObject {
  const { [name]: _, ...rest } = value ?? {};
  return rest;
}
