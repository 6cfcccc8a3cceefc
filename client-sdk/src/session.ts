import type { Session } from './call.ts';

/** Not a member of the client, so that nothing of a session shows in a log. */
export const sessions = new WeakMap<object, Session>();

/** The session of a client that `createClient` has made. Throws `TypeError` for anything else. */
export function sessionOf(client: object): Session {
  const session = sessions.get(client);
  if (session === undefined)
    throw new TypeError('rawOf takes a client that a factory of @tessera/client has made');
  return session;
}
