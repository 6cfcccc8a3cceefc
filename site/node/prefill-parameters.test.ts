import { describe, expect, it } from 'vitest';
import { loadSpecFiles } from './contracts.ts';
import { prefillPathParameters } from './prefill-parameters.ts';

describe('the parameters of a path in the interactive client', () => {
  it('have the value that an example of the contract gives them', () => {
    const parameters = [{ name: 'token', in: 'path' }];
    const start = { responses: { 202: { content: { json: { example: { token: 't-1' } } } } } };
    const contract = { paths: { '/a': { post: start }, '/a/{token}': { get: { parameters } } } };
    expect(prefillPathParameters(contract)).toEqual({
      paths: {
        '/a': { post: start },
        '/a/{token}': { get: { parameters: [{ name: 'token', in: 'path', example: 't-1' }] } },
      },
    });
  });

  it.each(['extension-points', 'platform'])('are all filled in %s', (area) => {
    const { paths } = JSON.parse(
      JSON.stringify(prefillPathParameters(JSON.parse(loadSpecFiles().get(`${area}.openapi.json`) ?? ''))),
    );
    const examples = Object.values<Record<string, { parameters?: { in: string; example?: unknown }[] }>>(
      paths,
    )
      .flatMap((item) => Object.values(item).flatMap(({ parameters }) => parameters ?? []))
      .filter((parameter) => parameter.in === 'path')
      .map(({ example }) => example);
    expect(examples.length).toBeGreaterThan(5);
    expect(examples.filter((example) => example === undefined || example === '')).toEqual([]);
  });
});
