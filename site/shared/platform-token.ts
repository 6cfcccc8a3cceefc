/** Where the platform's access token is stored: until the tab is closed. */
const TOKEN_KEY = 'tessera.platform.token';

/** The token that the user entered; empty without one. */
export function readToken(): string {
  try {
    return sessionStorage.getItem(TOKEN_KEY) ?? '';
  } catch {
    return '';
  }
}

/** Stores a token for later requests. */
export function keepToken(token: string): void {
  sessionStorage.setItem(TOKEN_KEY, token);
}
