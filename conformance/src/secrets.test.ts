import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../mutants/command.ts';
import { FORMAT_NAMES } from './flags.ts';

let folder: string;
let port: number;
const server = createServer((request, response) => {
  response.statusCode = 404;
  response.end(`nothing at ${request.url}, ${request.headers.authorization}`);
});
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-secrets-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

describe('the password of an address', () => {
  it.each(['s3cret-word', 's3cret%zzword'])('%s stands in no report, nor on the terminal', async (word) => {
    const url = `http://joe:${word}@127.0.0.1:${port}`;
    const { said } = await runCommand(
      'tech-adapter',
      ...['--url', url, '--report', folder, '--format', FORMAT_NAMES.join(',')],
    );
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(files).toHaveLength(FORMAT_NAMES.length);
    expect(said).toContain(`No path of the contract answers below http://127.0.0.1:${port}`);
    const encoded = Buffer.from(`joe:${word}`).toString('base64');
    for (const text of [said, ...files]) {
      expect(text).not.toContain(word);
      expect(text).not.toContain(encoded);
    }
  });
});
