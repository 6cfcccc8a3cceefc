import { exampleOf, readDocument } from './document.ts';

/** Milliseconds between two polls of a task, and maximum number of polls. */
const PAUSE = 60;
const LOOKS = 5;
const START_UP = 60_000;

/**
 * Sends what a platform sends, through a validating proxy: every operation with its first example, every task polled to
 * its end, an incomplete request each and an unknown token. Returns the proxy's findings.
 */
export async function drive(base: string): Promise<ReadonlySet<string>> {
  const document = readDocument();
  const objections = new Set<string>();
  await waitFor(base);
  const ask = async (method: string, path: string, value?: unknown): Promise<string> => {
    const body = value === undefined ? {} : { body: JSON.stringify(value) };
    const headers = value === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(base + path, { method, headers, ...body }).catch(() => undefined);
    const text = (await answer?.text()) ?? '';
    const violations = answer?.headers.get('sl-violations') ?? '';
    const place = path.replaceAll(/\/[\w-]*\d[\w-]{10,}/g, '/TOKEN');
    if (violations !== '') objections.add(`${method} ${place} ${violations}`);
    if (text.includes('stoplight.io/prism/errors#')) {
      const title = /"title":"([^"]*)"/.exec(text)?.[1] ?? '';
      objections.add(`${method} ${place} ${title}`);
    }
    return text;
  };
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { requestBody }] of Object.entries(operations)) {
      const example = exampleOf(document, requestBody);
      if (example === undefined) continue;
      const token = (await ask(method.toUpperCase(), path, example)).replaceAll('"', '');
      await ask(method.toUpperCase(), path, {});
      const poll = Object.keys(document.paths).find(
        (one) => one === `${path.replace(/unprovision|updateacl/, 'provision')}/{token}/status`,
      );
      if (poll === undefined || token.length > 200) continue;
      for (let look = 0; look < LOOKS; look += 1) {
        await ask('GET', poll.replace('{token}', encodeURIComponent(token)));
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
      await ask('GET', poll.replace('{token}', 'unknown-token-12345678901'));
    }
  }
  return objections;
}

async function waitFor(base: string): Promise<void> {
  const deadline = performance.now() + START_UP;
  while (performance.now() < deadline) {
    if ((await fetch(base).catch(() => undefined)) !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the proxy has not started');
}
