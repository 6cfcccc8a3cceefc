import { describe, expect, it } from 'vitest';
import { findKeyProblem, openVault, temporaryKey } from './vault.ts';

describe('the vault', () => {
  it('opens what it sealed, for the same purpose only', () => {
    const vault = openVault(temporaryKey());
    const sealed = vault.seal('sk-secret', 'llm');
    expect(sealed).not.toContain('secret');
    expect(vault.open(sealed, 'llm')).toBe('sk-secret');
    expect(() => vault.open(sealed, 'embedder')).toThrow('SECRET_KEY_UNUSABLE');
    expect(vault.seal('sk-secret', 'llm')).not.toBe(sealed);
  });

  it('opens nothing with another key, and nothing that was changed', () => {
    const sealed = openVault(temporaryKey()).seal('sk-secret', 'llm');
    const other = openVault(temporaryKey());
    for (const text of [sealed, `${sealed}AA`, 'v1', '']) {
      expect(() => other.open(text, 'llm')).toThrow('SECRET_KEY_UNUSABLE');
    }
  });

  it('stores nothing without a key', () => {
    expect(() => openVault(undefined).seal('sk-secret', 'llm')).toThrow('SECRET_KEY_UNUSABLE');
  });

  it('accepts 64 hexadecimal digits as a key', () => {
    expect(findKeyProblem(temporaryKey())).toBeUndefined();
    expect(findKeyProblem('password')).toMatch('64 hexadecimal digits');
  });
});
