import { createLlmEngine, createServer } from '@tessera/reference-servers';
import { expect, it } from 'vitest';
import type { Reply } from '../../../mutants/reply.ts';
import { type Asked, startServer } from '../../../mutants/stateless/server.ts';
import { runConformance } from '../../run-conformance.ts';
import { at } from '../../suite/json.ts';

/** Milliseconds for any answer: longer than a busy machine needs. */
const PATIENCE = 600_000;

it('a reference engine that asks a language model over a socket is conformant', async () => {
  const model = await startServer(completion);
  const endpoint = { url: `${model.url.href}v1`, model: 'm', timeoutMs: PATIENCE };
  const engine = createServer({ mounts: [createLlmEngine({ model: endpoint })] });
  try {
    const url = new URL('/llm-engine', await engine.listen({ host: '127.0.0.1', port: 0 }));
    const times = { timeout: PATIENCE, promptness: PATIENCE };
    const report = await runConformance({ contract: 'llm-engine', url, seed: 11, ...times });
    expect(report.headlines.map(({ check, actual }) => `${check}: ${actual}`)).toEqual([]);
    expect(report.verdict).toBe('conformant');
  } finally {
    await engine.close();
    await model.close();
  }
});

/** A stand-in for a language model that searches for the domain, and ignores instructions in the resource. */
function completion({ input }: Asked): Reply {
  const messages = at(input, 'messages');
  const question: unknown = JSON.parse(String(at(messages, 1, 'content')));
  const [, wanted] = /must be (\w+)/.exec(String(at(question, 'policy'))) ?? [];
  const [, domain] = /^domain: (\w+)/m.exec(String(at(question, 'resource'))) ?? [];
  const satisfiesPolicy = domain === wanted;
  const errors = satisfiesPolicy ? [] : [`the domain is ${domain}`];
  const content = JSON.stringify({ satisfiesPolicy, errors, suggestion: '' });
  return { status: 200, body: { choices: [{ message: { role: 'assistant', content } }] } };
}
