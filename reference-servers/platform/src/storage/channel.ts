import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/** Carries short messages between the processes that share a database. */
export interface Channel {
  /** Sends a message to every other process. Returns at once; a message that cannot be sent is lost. */
  send(message: string): void;
  /**
   * Receives messages of other processes until the channel closes; `missed` is called when messages may have been lost.
   * Resolves when the connection is open, or could not be opened yet.
   */
  listen(receive: (message: string) => void, missed: () => void): Promise<void>;
  close(): Promise<void>;
}

/** The channel of an embedded database, which belongs to one process. */
export const LONELY: Channel = { send: () => {}, listen: async () => {}, close: async () => {} };

const NAME = 'tessera_change';

/** Messages within this time are sent together, without duplicates; in milliseconds. */
const COLLECT_MS = 50;

/** Pause before a lost connection is opened again, in milliseconds. */
const RETRY_MS = 1_000;

/** A channel over NOTIFY and LISTEN of a server. A process does not hear its own messages. */
export function openChannel(pool: pg.Pool, connectionString: string, sender: string): Channel {
  const closed = new AbortController();
  const waiting = new Set<string>();
  let flushing: Promise<void> = Promise.resolve();
  let listener: pg.Client | undefined;
  let listening: Promise<void> = Promise.resolve();

  const flush = async (): Promise<void> => {
    await setTimeout(COLLECT_MS, undefined, { ref: false });
    const messages = [...waiting].map((message) => JSON.stringify([sender, message]));
    waiting.clear();
    await pool
      .query('select pg_notify($1, message) from unnest($2::text[]) as message', [NAME, messages])
      .catch(() => {});
  };

  /** Resolves when the connection is lost. */
  const listenOnce = async (receive: (message: string) => void, opened: () => void): Promise<void> => {
    const client = new pg.Client({ connectionString });
    listener = client;
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.once('end', () => resolve());
    });
    client.on('notification', ({ payload = '[]' }) => {
      const [from, message]: unknown[] = JSON.parse(payload);
      if (from !== sender && typeof message === 'string') receive(message);
    });
    await client.connect();
    await client.query(`listen ${NAME}`);
    opened();
    await lost;
  };

  return {
    send(message) {
      if (waiting.size === 0) flushing = flush();
      waiting.add(message);
    },
    listen: (receive, missed) =>
      new Promise((settled) => {
        listening = (async () => {
          while (!closed.signal.aborted) {
            await listenOnce(receive, () => {
              settled();
              missed();
            }).catch(() => settled());
            await setTimeout(RETRY_MS, undefined, { signal: closed.signal }).catch(() => {});
          }
        })();
      }),
    async close() {
      await flushing;
      closed.abort();
      await listener?.end().catch(() => {});
      await listening;
    },
  };
}
