import { describe, expect, it } from 'vitest';
import { operationAsCode, routeAsCode } from './as-code.ts';

const origin = 'http://localhost:4400';

describe('a request of a view, as code', () => {
  it('names the address of a route', () => {
    const { curl, clientCode } = routeAsCode(
      { origin, hasToken: false },
      `${origin}/platform/entities?type=policy`,
    );
    expect(curl).toBe(`curl '${origin}/platform/entities?type=policy'`);
    expect(clientCode).toContain(`await fetch("${origin}/platform/entities?type=policy");`);
  });

  it('sends the body of a route', () => {
    const { curl, clientCode } = routeAsCode({ origin, hasToken: false }, `${origin}/platform/trials`, {
      script: 'a: 1',
    });
    expect(curl.split(' \\\n  ')).toEqual([
      `curl -X POST '${origin}/platform/trials'`,
      "-H 'content-type: application/json'",
      `--data-raw '{"script":"a: 1"}'`,
    ]);
    expect(clientCode).toContain('body: JSON.stringify({\n  "script": "a: 1"\n})');
  });

  it('calls an operation by its path, and follows a task to its end', () => {
    const body = {
      id: 'urn:x',
      environment: 'development',
      resourceType: 'dataproduct',
      descriptor: "name: it's",
    };
    const call = { path: { id: 'a/b' }, body };
    const { curl, clientCode } = operationAsCode({ origin, hasToken: false }, 'testPolicy', call);
    expect(curl.split(' \\\n  ')).toEqual([
      `curl -X POST '${origin}/governance/v1/computational-governance/policies/a%2Fb/test'`,
      "-H 'content-type: application/json'",
      `--data-raw '${JSON.stringify(body).replace("'", "'\\''")}'`,
    ]);
    expect(clientCode).toContain('await (await governance.testPolicy({');
    expect(clientCode).toContain(').wait()');
  });

  it('names the variable of the token, and never a token', () => {
    const call = operationAsCode({ origin, hasToken: true }, 'getEvaluationReport', { path: { id: '1' } });
    expect(call.curl).toContain('-H "Authorization: Bearer $TESSERA_TOKEN"');
    expect(call.clientCode).toContain("token: () => process.env.TESSERA_TOKEN ?? ''");
    const route = routeAsCode({ origin, hasToken: true }, origin);
    expect(route.clientCode).toContain('process.env.TESSERA_TOKEN');
  });
});
