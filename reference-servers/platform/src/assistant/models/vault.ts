import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Problem } from '@tessera/reference-servers/harness';

/** Encrypts secrets in the database, so that the database alone does not reveal them. */
export interface Vault {
  /**
   * Encrypts a secret for one purpose.
   * @throws Problem when the platform has no key
   */
  seal(secret: string, purpose: string): string;
  /**
   * Decrypts a secret that was encrypted for this purpose.
   * @throws Problem when the platform has no key, or another one
   */
  open(sealed: string, purpose: string): string;
}

/** The variable that holds the key of the vault. */
export const SECRET_KEY_VARIABLE = 'TESSERA_SECRET_KEY';

const ALGORITHM = 'aes-256-gcm';
const KEY_PATTERN = /^[\da-f]{64}$/i;

/** Names the format, so that it can change. */
const FORMAT = 'v1';

/** A key for a platform without persistent state. */
export function temporaryKey(): string {
  return randomBytes(32).toString('hex');
}

/** What is wrong with a key, to continue a sentence; undefined for a valid one. */
export function findKeyProblem(key: string): string | undefined {
  return KEY_PATTERN.test(key)
    ? undefined
    : 'has to be 64 hexadecimal digits: openssl rand -hex 32 prints such a key';
}

/** A vault with this key; without one it accepts no secrets. */
export function openVault(key: string | undefined): Vault {
  const usable = (action: string): Buffer => {
    if (key !== undefined) return Buffer.from(key, 'hex');
    throw new Problem('SECRET_KEY_UNUSABLE', {
      action,
      problem: `set ${SECRET_KEY_VARIABLE} and restart the platform`,
    });
  };
  return {
    seal(secret, purpose) {
      const iv = randomBytes(12);
      const cipher = createCipheriv(ALGORITHM, usable('stored'), iv).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return [FORMAT, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join(
        '.',
      );
    },
    open(text, purpose) {
      const [, iv = '', tag = '', sealed = ''] = text.split('.');
      const bytes = (part: string): Buffer => Buffer.from(part, 'base64url');
      const key = usable('read');
      try {
        const decipher = createDecipheriv(ALGORITHM, key, bytes(iv), { authTagLength: 16 });
        decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes(tag));
        return decipher.update(bytes(sealed)).toString() + decipher.final('utf8');
      } catch (cause) {
        const problem = `${SECRET_KEY_VARIABLE} is not the key that it was stored with; send the configuration again`;
        throw new Problem('SECRET_KEY_UNUSABLE', { action: 'read', problem }, { cause });
      }
    },
  };
}
