import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import { governanceFixtures } from '@tessera/contracts/fixtures/governance';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { parseCodeMeta } from '../markdown/code-meta.ts';
import type { CodeSample } from '../markdown/render.ts';
import { checkSamples } from './check-samples.ts';
import { closeCue } from './cue.ts';

afterAll(closeCue);
/**
 * CUE's errors when the policy of the contract's example evaluates the data product of the samples with another member.
 */
async function judge(maturity: Record<string, string>): Promise<string> {
  const script = governanceFixtures['createPolicy']?.request?.['cue']?.value;
  const policy: { cueScript: string } = JSON.parse(JSON.stringify(script));
  const { maturity: _, ...others } = parse(descriptors['shipment-tracking'].text);
  const samples = [
    ['yaml title="descriptor.yaml" run', stringify({ ...others, ...maturity })],
    ['cue validate=descriptor.yaml', `${policy.cueScript}\n`],
  ].map(([info = '', code = ''], line): CodeSample => ({ meta: parseCodeMeta(info), code, line }));
  const found = await checkSamples([{ file: 'policy.md', name: '/policy/', samples }]);
  return found.map(({ message }) => message.split('\n')[0]).join('; ');
}

describe('the policy that the contract shows', () => {
  it('is kept by a strategic product alone, not by one that says nothing', async () => {
    expect(await judge({ maturity: 'Strategic' })).toBe('');
    expect(await judge({})).toContain('maturity: incomplete value');
  });

  it('finds fault in the words that the example report shows', async () => {
    const reports = JSON.stringify(governanceFixtures['getEvaluationReport']);
    const said = await judge({ maturity: 'Tactical' });
    expect(said).toMatch(/^maturity: invalid value/);
    expect(reports).toContain(JSON.stringify(said.replace(/:$/, '')).slice(1, -1));
  });
});
