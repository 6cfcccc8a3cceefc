import { browserStorage, createStorage, type SafeStorage } from '../../app/storage.ts';
import { SERVER_KEY_PREFIX, TOKEN_KEY_PREFIX } from '../../shared/constants.ts';

/** The address that the reader entered for a contract. */
export function readAddress(api: string): string | null {
  return browserStorage().get(SERVER_KEY_PREFIX + api);
}

/** Remembers an address; the address that is offered anyway needs no memory. */
export function keepAddress(api: string, address: string, offered: string): void {
  if (address === offered) browserStorage().remove(SERVER_KEY_PREFIX + api);
  else browserStorage().set(SERVER_KEY_PREFIX + api, address);
}

let session: SafeStorage | null = null;

/** Lasts until the tab is closed. */
function sessionArea(): SafeStorage {
  session ??= createStorage({
    open: () => window.sessionStorage,
    onForeignChange: () => {},
    warn: (message, cause) => console.warn(message, cause),
  });
  return session;
}

/** The token that was entered for this server; empty without one, so that no other server gets it. */
export function readToken(address: string): string {
  return URL.canParse(address) ? (sessionArea().get(TOKEN_KEY_PREFIX + new URL(address).origin) ?? '') : '';
}

/** Keeps the token for this server. */
export function keepToken(address: string, token: string): void {
  const key = TOKEN_KEY_PREFIX + new URL(address).origin;
  if (token === '') sessionArea().remove(key);
  else sessionArea().set(key, token);
}
