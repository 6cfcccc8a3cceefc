import { techAdapterFixtures } from '@tessera/contracts/fixtures/tech-adapter';
import { describe, expect, it } from 'vitest';
import { startAdapter } from '../../../mutants/adapter.ts';
import { doorOf } from '../../../mutants/bench.ts';
import { isBody } from '../../../mutants/reply.ts';
import { useVirtualTime } from '../../../mutants/use-virtual-time.ts';
import { runConformance } from '../../run-conformance.ts';
import { at } from '../../suite/json.ts';

useVirtualTime();

const KNOWN = ['user:grace_example.org', 'group:readers'];
const TEMPLATE = 'urn:dmb:utm:our-import:0.0.0';

/** Knows two identities and one template, and refuses all others. */
const ofItsOwn = (): ReturnType<typeof startAdapter> =>
  startAdapter({
    refuse({ operation, input }, found) {
      if (found.length > 0 || !isBody(input)) return found;
      const { refs, useCaseTemplateId } = input;
      if (operation === 'updateacl' && Array.isArray(refs) && !refs.every((ref) => KNOWN.includes(ref)))
        return [{ field: 'refs', message: 'one of them is not known here' }];
      if (operation === 'runReverseProvisioning' && useCaseTemplateId !== TEMPLATE)
        return [{ field: 'useCaseTemplateId', message: 'there is no such template' }];
      return found;
    },
  });

describe('an adapter that knows only certain identities and templates', () => {
  it('gets those that the caller passes', async () => {
    const adapter = await ofItsOwn();
    const grant = at(techAdapterFixtures, 'updateacl', 'request', 'grant', 'value');
    const reverse = at(techAdapterFixtures, 'runReverseProvisioning', 'request', 'importSchema', 'value');
    const report = await runConformance({
      contract: 'tech-adapter',
      ...doorOf(adapter),
      seed: 3,
      bodies: {
        updateacl: { ...Object(grant), refs: KNOWN },
        runReverseProvisioning: { ...Object(reverse), useCaseTemplateId: TEMPLATE },
      },
    });
    await adapter.close();
    const trouble = report.checks.filter(({ verdict }) => ['fail', 'warn', 'not-testable'].includes(verdict));
    expect(trouble.map(({ id, verdict, reason }) => ({ id, verdict, reason }))).toEqual([]);
    expect(report.exitCode).toBe(0);
    const refs = report.exchanges.filter(({ label }) => label === 'grant').map(({ request }) => request.body);
    expect(refs.join()).toContain('grace_example.org');
  });
});
