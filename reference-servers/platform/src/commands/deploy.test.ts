import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  component,
  describeUnit,
  type OpenPlatform,
  openPlatform,
  UNIT,
} from '../../testing/open-platform.ts';
import { runCommand, runProcess } from '../../testing/run-command.ts';
import { readUnit } from '../descriptor/read-unit.ts';
import { registerStandIn, SAMPLE_DESCRIPTOR, templatesOf } from '../seed.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-deploy-'));
let open: OpenPlatform;
beforeAll(async () => {
  open = await openPlatform();
  await registerStandIn(open.platform.context, open.servers, templatesOf(SAMPLE_DESCRIPTOR));
});
afterAll(async () => {
  await open.close();
  rmSync(folder, { recursive: true });
});

async function statusOf(id: string): Promise<string> {
  const at = { path: { 'deployment-unit-id': id }, query: { environment: 'development' } };
  return (await open.v2.getDeploymentUnitStatus(at)).status;
}

describe('tessera-platform deploy', () => {
  it('deploys the sample data product on a running platform, and takes it back', async () => {
    const id = readUnit(SAMPLE_DESCRIPTOR).unit?.id ?? '';
    const deployed = await runCommand('deploy', '--platform', open.origin);
    expect([deployed.code, deployed.output]).toEqual([
      0,
      expect.stringContaining(`Deploy ${id} in development`),
    ]);
    expect(deployed.output).toMatch(/^ {2}COMPLETED {3}\w/m);
    expect(await statusOf(id)).toBe('DEPLOYED');
    const gone = await runCommand('deploy', '--undeploy', '--platform', open.origin);
    expect([gone.code, gone.output]).toEqual([0, expect.stringContaining(`Undeploy ${id} in development`)]);
    expect(await statusOf(id)).toBe('NOT_DEPLOYED');
  });

  it('prints the finished plan and nothing else with --json', async () => {
    const id = readUnit(SAMPLE_DESCRIPTOR).unit?.id ?? '';
    const { code, output } = await runProcess('deploy', '--json', '--platform', open.origin);
    expect(JSON.parse(output)).toMatchObject({
      deploymentUnitId: id,
      environment: 'development',
      targetStatus: 'DEPLOYED',
      token: expect.stringMatching(/^[\w-]{36}$/),
      status: 'COMPLETED',
      tasks: expect.arrayContaining([expect.objectContaining({ status: 'COMPLETED' })]),
    });
    expect(code).toBe(0);
  });

  it('prints why a plan failed, and ends with 1', async () => {
    const file = join(folder, 'unserved.json');
    writeFileSync(
      file,
      describeUnit(component('table', [], { infrastructureTemplateId: 'urn:dmb:itm:none:0' })),
    );
    const { code, output } = await runCommand('deploy', '--platform', open.origin, '--descriptor', file);
    expect(output).toContain('urn:dmb:itm:none:0');
    expect(output).not.toMatch(/^\s+at .*\(/m);
    expect(code).toBe(1);
  });

  it.each([
    [['--platform', 'http://127.0.0.1:9'], 'no platform answers at http://127.0.0.1:9'],
    [['--descriptor', join(folder, 'absent.yaml')], 'absent.yaml cannot be read'],
    [['--platform', 'localhost'], 'begins with http:// or https://'],
  ])('%j ends with 2 and says why', async (flags, reason) => {
    const { code, output } = await runCommand('deploy', ...flags);
    expect([code, output]).toEqual([2, expect.stringContaining(reason)]);
    expect(output).not.toMatch(/^\s+at .*\(/m);
  });

  it('passes the refusal of the platform on, and ends with 2', async () => {
    const file = join(folder, 'nowhere.json');
    writeFileSync(file, describeUnit(component('table')));
    const flags = ['--platform', open.origin, '--descriptor', file, '--environment', 'moon'];
    const { code, output } = await runCommand('deploy', ...flags);
    expect(output).toContain('the platform refused: ');
    expect(output).toContain('environment must be one of');
    expect(code).toBe(2);
    expect(output).not.toContain(UNIT);
  });
});
