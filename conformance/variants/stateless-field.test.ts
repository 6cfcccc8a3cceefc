import { describe, expect, it } from 'vitest';
import { doorOf } from '../mutants/bench.ts';
import { errorList, isBody } from '../mutants/reply.ts';
import {
  crash,
  mistaking,
  refusing,
  rewriting,
  unprocessable,
  withQuery,
} from '../mutants/stateless/defects.ts';
import { honestEngine, honestLlm, verdict } from '../mutants/stateless/engine.ts';
import {
  honestPicker,
  ITEMS,
  LIST,
  pageOf,
  refuseSelection,
  selectedIn,
  VALIDATE,
} from '../mutants/stateless/picker.ts';
import { honestResolver } from '../mutants/stateless/resolver.ts';
import { type Responder, startServer } from '../mutants/stateless/server.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { runConformance } from '../src/run-conformance.ts';
import type { ConformanceOptions } from '../src/suite/options.ts';
import type { Report } from '../src/suite/report.ts';

useVirtualTime();

async function judge(
  contract: string,
  respond: Responder,
  options: Partial<ConformanceOptions> = {},
): Promise<Report> {
  const server = await startServer(respond);
  try {
    return await runConformance({ contract, ...doorOf(server), seed: 5, ...options });
  } finally {
    await server.close();
  }
}

const verdictsOf = (report: Report, requirement: string): string[] => [
  ...new Set(
    report.checks
      .filter((check) => check.requirement === requirement && check.findings.length > 0)
      .map(({ verdict }) => verdict),
  ),
];

const HONEST: readonly (readonly [contract: string, honest: () => Responder])[] = [
  ['custom-url-picker', honestPicker],
  ['perimeter-resolver', honestResolver],
  ['remote-engine', honestEngine],
  ['llm-engine', honestLlm],
];

describe.concurrent.each(HONEST)('variants of %s in the field', (contract, honest) => {
  it('names the framework of a default validation error, once', async () => {
    const report = await judge(contract, refusing(() => unprocessable)(honest()));
    expect(report.verdict).toBe('non-conformant');
    expect(report.headlines.map(({ cause }) => cause?.id)).toEqual(['fastapi-validation']);
  });

  it('reports an unhandled exception on invalid input, once', async () => {
    const report = await judge(contract, refusing(() => crash)(honest()));
    expect(report.headlines.map(({ cause }) => cause?.id)).toEqual(['starlette-fault']);
  });

  it('reports that no operation of the contract exists when every path returns 404', async () => {
    const page = { status: 404, raw: '<html>Not Found</html>', headers: { 'content-type': 'text/html' } };
    const report = await judge(contract, () => page);
    expect(report.verdict).toBe('non-conformant');
    expect(report.headlines).toHaveLength(1);
    expect(report.notes[0]).toContain(`/${contract}`);
  });

  it('asks for credentials when every response is 401', async () => {
    const report = await judge(contract, () => ({ status: 401, body: { error: 'who are you' } }));
    expect(report.headlines).toHaveLength(1);
    expect(report.notes.join(' ')).toContain('--header');
  });
});

describe.concurrent('a picker in the field', () => {
  const picker = (wrap: (honest: Responder) => Responder): Promise<Report> =>
    judge('custom-url-picker', wrap(honestPicker()));

  it('fails when its offset counts pages', async () => {
    const report = await picker(
      rewriting((reply, asked) => {
        const [offset, limit] = ['offset', 'limit'].map((name) => Number(asked.query.get(name)));
        if (reply.status !== 200 || asked.path !== LIST || offset === undefined || limit === undefined)
          return reply;
        const { query } = withQuery(asked, (one) => one.set('offset', String(offset * limit)));
        return { status: 200, body: pageOf(ITEMS, query) };
      }),
    );
    expect(verdictsOf(report, 'UP-10')).toEqual(['fail']);
  });

  it('fails for a limit of four and notes a negative offset only', async () => {
    const lenient = mistaking((asked) =>
      withQuery(asked, (query) => {
        if (Number(query.get('limit')) < 5 && query.has('limit')) query.set('limit', '5');
        if (Number(query.get('offset')) < 0) query.set('offset', '0');
      }),
    );
    const report = await picker(lenient);
    const failed = report.checks
      .filter(({ verdict }) => verdict === 'fail')
      .map(({ requirement }) => requirement);
    expect([...new Set(failed)].sort()).toEqual(['UP-05', 'UP-12']);
    expect(verdictsOf(report, 'UP-18')).toEqual(['note']);
  });

  it('fails when it needs more than the id', async () => {
    const report = await picker((honest) => (asked) => {
      const bare = selectedIn(asked).some((one) => isBody(one) && Object.keys(one).join() === 'id');
      return asked.path === VALIDATE && bare ? refuseSelection(['value is required']) : honest(asked);
    });
    expect(verdictsOf(report, 'UP-13')).toEqual(['fail']);
  });

  it('fails for plain text instead of a JSON string', async () => {
    const report = await picker(
      rewriting((reply) =>
        reply.body === 'OK' ? { status: 200, raw: 'OK', headers: { 'content-type': 'text/plain' } } : reply,
      ),
    );
    expect(verdictsOf(report, 'X-03')).toEqual(['fail']);
    expect(report.headlines).toHaveLength(1);
  });

  it('has one line for an operation that is not implemented', async () => {
    const report = await picker(
      rewriting((reply, { path }) =>
        path === VALIDATE && reply.status < 404
          ? { status: 500, body: { errors: ['not implemented yet'], userMessage: 'x' } }
          : reply,
      ),
    );
    expect(report.headlines).toHaveLength(1);
    const negatives = report.checks.filter(({ id }) => id.startsWith('X-12:validate'));
    expect(new Set(negatives.map(({ verdict }) => verdict))).toEqual(new Set(['not-testable']));
  });
});

describe.concurrent('a target that rejects the built-in data', () => {
  const trouble = (report: Report): string[] =>
    report.checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id);
  const partial = { verdict: 'partial', exitCode: 2 };

  it.each([
    ['custom-url-picker', honestPicker([]), '--body retrieveValues'],
    ['perimeter-resolver', honestResolver([]), '--id environment'],
    ['remote-engine', refusing((reply) => reply)(refusingTypes()), '--body evaluateResource'],
  ] as const)('is not blamed, and told what to add: %s', async (contract, respond, hint) => {
    const report = await judge(contract, respond);
    expect(trouble(report)).toEqual([]);
    expect({ verdict: report.verdict, exitCode: report.exitCode }).toEqual(partial);
    expect(report.checks.some(({ reason }) => reason?.includes(hint) === true)).toBe(true);
  });

  it('is checked completely with the data of the caller', async () => {
    const resource = { content: 'id: t\ndescription: a topic\n', resourceType: 'topic', resourceId: 't' };
    const report = await judge('remote-engine', refusingTypes(), { bodies: { evaluateResource: resource } });
    expect(trouble(report)).toEqual([]);
    expect(report.verdict).toBe('conformant');
  });

  const violating = JSON.stringify({ content: 'id: u\n', resourceType: 'topic', resourceId: 'u' });
  const topic = { content: 'id: t\ndescription: a topic\n', resourceType: 'topic', resourceId: 't' };
  const given = { bodies: { evaluateResource: topic }, samples: { violating: [violating] } };

  it('gets the violating sample of the caller', async () => {
    const report = await judge('remote-engine', refusingTypes(), given);
    expect(report.verdict).toBe('conformant');
    expect(report.checks.find(({ id }) => id === 'RE-10:violating')?.verdict).toBe('pass');
    const content = { ...topic, policy: 'The domain must be sales.', content: 'id: t\ndomain: sales\n' };
    const model = await judge('llm-engine', honestLlm(), {
      bodies: { validate: content },
      samples: { violating: [JSON.stringify({ ...content, content: 'id: t\ndomain: hr\n' })] },
    });
    expect(trouble(model)).toEqual([]);
    expect(model.checks.find(({ id }) => id === 'LE-08:resource')?.verdict).toBe('pass');
  });

  it('fails if the violating sample satisfies', async () => {
    const report = await judge('remote-engine', () => verdict(true), given);
    expect(trouble(report)).toContain('RE-10:violating');
  });

  it('does not count the rejection of an incomplete resource as a result', async () => {
    const picky: Responder = async (asked) => {
      const reply = await honestEngine()(asked);
      const isVerdict = isBody(reply.body) && reply.body['satisfiesPolicy'] === false;
      return isVerdict ? errorList(400, ['a description is needed']) : reply;
    };
    const report = await judge('remote-engine', picky);
    expect(trouble(report)).toEqual([]);
    expect(report.checks.find(({ id }) => id === 'RE-10:evaluateResource.aside')?.verdict).toBe(
      'not-applicable',
    );
  });

  it('is also requested without a body when the caller passes one', async () => {
    const needy: Responder = (asked) =>
      asked.text === '' && asked.path.endsWith('/resources')
        ? { status: 500, body: { error: 'no body' } }
        : honestPicker()(asked);
    const report = await judge('custom-url-picker', needy, { bodies: { retrieveValues: { domain: 'a' } } });
    expect(trouble(report)).toContain('UP-09:absent');
  });
});

/** An engine that supports only the resource type `topic`. */
function refusingTypes(): Responder {
  return (asked) => {
    const type = isBody(asked.input) ? asked.input['resourceType'] : undefined;
    if (typeof type !== 'string') return honestEngine()(asked);
    if (type !== 'topic') return errorList(400, ['only topics are judged here']);
    return honestEngine()({ ...asked, input: { ...Object(asked.input), resourceType: 'system' } });
  };
}
