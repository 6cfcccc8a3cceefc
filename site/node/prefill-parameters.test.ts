import { describe, expect, it } from 'vitest';
import { loadSpecFiles } from './contracts.ts';
import { prefillPathParameters } from './prefill-parameters.ts';

interface Contract {
  paths: Record<string, Record<string, { parameters?: { in: string; name: string; example?: unknown }[] }>>;
}

describe('the parameters of a path in the interactive client', () => {
  it('have the value that an example of the contract gives them', () => {
    const parameters = [{ name: 'token', in: 'path' }];
    const start = { responses: { 202: { content: { json: { example: { token: 't-1' } } } } } };
    const filled = prefillPathParameters({
      paths: { '/a': { post: start }, '/a/{token}': { get: { parameters } } },
    });
    const { paths } = filled as Contract; // what was passed in, with more
    expect(paths['/a/{token}']?.['get']?.parameters).toEqual([{ name: 'token', in: 'path', example: 't-1' }]);
  });

  it.each(['extension-points', 'platform'])('are all filled in %s', (area) => {
    const { paths } = prefillPathParameters(
      JSON.parse(loadSpecFiles().get(`${area}.openapi.json`) ?? ''),
    ) as Contract; // our own contract
    const inPaths = Object.values(paths).flatMap((item) =>
      Object.values(item).flatMap((operation) =>
        (operation.parameters ?? []).filter((one) => one.in === 'path'),
      ),
    );
    expect(inPaths.length).toBeGreaterThan(5);
    expect(inPaths.filter(({ example }) => example === undefined || example === '')).toEqual([]);
  });
});
