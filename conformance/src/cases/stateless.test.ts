import {
  createCustomUrlPicker,
  createLlmEngine,
  createPerimeterResolver,
  createRemoteEngine,
  createServer,
  type Mount,
} from '@tessera/reference-servers';
import { describe, expect, it } from 'vitest';
import { type Asked, type Reply, startServer } from '../../mutants/stateless/server.ts';
import { runConformance } from '../run-conformance.ts';
import { at } from '../suite/json.ts';

/** The reference servers without tasks, in all modes. */
const SERVERS: readonly { contract: string; mode: string; mount: () => Mount }[] = [
  { contract: 'custom-url-picker', mode: 'with a glossary', mount: () => createCustomUrlPicker() },
  {
    contract: 'custom-url-picker',
    mode: 'with two values',
    mount: () =>
      createCustomUrlPicker({
        items: [
          { id: 'a', value: 'Alpha' },
          { id: 'b', value: 'Beta' },
        ],
      }),
  },
  { contract: 'remote-engine', mode: 'judging', mount: () => createRemoteEngine() },
  {
    contract: 'remote-engine',
    mode: 'measuring',
    mount: () => createRemoteEngine({ metric: 'completeness' }),
  },
  {
    contract: 'remote-engine',
    mode: 'counting columns',
    mount: () => createRemoteEngine({ metric: 'described-columns' }),
  },
  { contract: 'perimeter-resolver', mode: 'of several types', mount: () => createPerimeterResolver() },
  {
    contract: 'perimeter-resolver',
    mode: 'of one type',
    mount: () => createPerimeterResolver({ types: ['topic'] }),
  },
  { contract: 'llm-engine', mode: 'with the embedded judge', mount: () => createLlmEngine() },
];

async function expectConformant(contract: string, mount: Mount): Promise<void> {
  const server = createServer({ mounts: [mount] });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  try {
    const url = new URL(`/${contract}`, address);
    const report = await runConformance({ contract, url, seed: 11 });
    const odd = report.checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable');
    expect(odd.map(({ id, verdict, reason, findings }) => ({ id, verdict, reason, findings }))).toEqual([]);
    expect(report.verdict).toBe('conformant');
    console.log(`${report.counts.pass} passed, ${report.run.requests} requests, ${report.run.duration} ms`);
  } finally {
    await server.close();
  }
}

describe('reference servers without tasks', () => {
  it.each(SERVERS)('$contract conforms $mode', ({ contract, mount }) => expectConformant(contract, mount()));

  it('llm-engine conforms with a language model behind it', async () => {
    const model = await startServer(completion);
    try {
      const endpoint = { url: `${model.url.href}v1`, model: 'm', timeoutMs: 5_000 };
      await expectConformant('llm-engine', createLlmEngine({ model: endpoint }));
    } finally {
      await model.close();
    }
  });
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
