import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettingsFile } from './settings-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-settings-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string) {
  const path = join(folder, 'settings.yaml');
  await writeFile(path, text);
  return readSettingsFile(path);
}

describe('a settings file', () => {
  it('holds any setting', async () => {
    const text = `
environments: [test]
callMs: 5000
infrastructureTemplateId: '^urn:mine:'
hooks: { AccessControlAction: 'http://localhost:8085/remote-request-hook' }
resolvers:
  bucket: { url: 'http://localhost:8086', path: /buckets, batchSize: 20 }
engines: { remote: 'http://localhost:8087/remote-engine' }
webhooks:
  - url: https://chat.example.com/hook
    kinds: [deployFailed]
    headers: { Authorization: Bearer x }
    secret: whsec_YWJj
`;
    expect(await read(text)).toEqual({
      environments: ['test'],
      callMs: 5000,
      infrastructureTemplateId: /^urn:mine:/,
      hooks: { AccessControlAction: 'http://localhost:8085/remote-request-hook' },
      resolvers: { bucket: { url: 'http://localhost:8086', path: '/buckets', batchSize: 20 } },
      engines: { remote: 'http://localhost:8087/remote-engine' },
      webhooks: [
        {
          url: 'https://chat.example.com/hook',
          kinds: ['deployFailed'],
          headers: { Authorization: 'Bearer x' },
          secret: 'whsec_YWJj',
        },
      ],
    });
  });

  it('may be empty', async () => {
    expect(await read('')).toEqual({});
  });

  it.each([
    ['callMS: 5', 'must NOT have additional properties: callMS'],
    ['callMs: soon', 'callMs must be integer'],
    ['webhooks: [{ url: "ftp://x" }]', 'webhooks.0.url must match pattern'],
    ['webhooks: [{ url: "http://x", headers: { "a b": c } }]', 'webhooks.0.headers'],
    ['hooks: { DanceAction: "http://x" }', 'hooks must NOT have additional properties: DanceAction'],
    ['resolvers: { bucket: { path: /x } }', "resolvers.bucket must have required property 'url'"],
    ['engines: { remote: engine }', 'engines.remote must match'],
    ['- a', 'the file must be object'],
    ['a: [', 'settings.yaml:'],
  ])('names what is wrong: %s', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it('that is missing is named', async () => {
    await expect(readSettingsFile('no-such-file.yaml')).rejects.toThrow('no-such-file.yaml cannot be read');
  });
});
