import { errors } from '@tessera/contracts/errors';
import type { ErrorCatalogEntry } from '@tessera/contracts/vocabulary';
import { describe, expect, it } from 'vitest';
import { createMadeUpContract } from '../../testing/made-up-contract.ts';
import { CatalogError, fillTemplate, Problem } from './problem.ts';
import { renderProblem } from './problem-body.ts';

const entry: ErrorCatalogEntry = {
  code: 'LOST',
  scope: 'operation',
  status: 409,
  body: 'Body',
  wire: 'none',
  message: '{thing} is lost',
  userMessage: 'It is gone.',
  problems: ['There is no trace of {thing}.'],
  solutions: ['Look again.'],
};

/** Renders LOST in a body of the given shape. */
function render(
  properties: Record<string, object>,
  more: Partial<ErrorCatalogEntry> = {},
  thing = 'the key',
) {
  const catalog = { LOST: { ...entry, ...more } };
  const { schemas } = createMadeUpContract([], { Body: { type: 'object', properties } });
  return renderProblem(new CatalogError('LOST', { thing }), catalog, schemas, {});
}

const text = { type: 'string' };

describe('a body follows from its schema', () => {
  it.each([
    [{ errors: { type: 'array', items: text } }, { errors: ['the key is lost'] }],
    [
      { errors: { type: 'array', items: { type: 'object', properties: { error: text } } } },
      { errors: [{ error: 'the key is lost', suggestion: 'Look again.' }] },
    ],
    [
      { error: text, userMessage: text },
      { error: 'the key is lost', userMessage: 'It is gone.' },
    ],
    [
      { error: { type: 'object', properties: { message: text } } },
      { error: { message: 'the key is lost', details: 'There is no trace of the key.' } },
    ],
    [{ detail: text }, { detail: 'the key is lost' }],
    [
      { code: text, message: text },
      { code: 'LOST', message: 'the key is lost' },
    ],
    [
      { error: text, moreInfo: { type: 'object' } },
      {
        error: 'the key is lost',
        moreInfo: { problems: ['There is no trace of the key.'], solutions: ['Look again.'] },
      },
    ],
    [{ error: text, unknown: text }, { error: 'the key is lost' }],
  ])('%j', (properties, expected) => {
    expect(render(properties)).toEqual({ status: 409, body: expected, headers: {} });
  });

  it('shows the code where the catalog says so', () => {
    expect(render({ error: { enum: ['LOST'] } }, { wire: '/error' }).body).toEqual({ error: 'LOST' });
  });

  it('says nothing where there is nothing to say', () => {
    const { userMessage: _none, ...silent } = entry;
    const { schemas } = createMadeUpContract([], {
      Body: { properties: { error: text, userMessage: text } },
    });
    const rendered = renderProblem(new CatalogError('LOST'), { LOST: silent }, schemas, {});
    expect(rendered.body).toEqual({ error: '{thing} is lost' });
  });

  it('repeats long values in part only', () => {
    const { body } = render({ error: text }, {}, 'x'.repeat(1000));
    expect(body).toEqual({ error: `${'x'.repeat(200)}... is lost` });
  });

  it('does not know codes that are not in the catalog', () => {
    expect(() => renderProblem(new CatalogError('OTHER'), {}, undefined, {})).toThrow('has no OTHER');
  });
});

describe('a problem', () => {
  it('carries further problems, whose texts are listed after its own, each once', () => {
    const lost = (thing: string) => new CatalogError('LOST', { thing });
    const first = lost('a').with({ also: [lost('b'), lost('a')] });
    const { body } = renderProblem(first, { LOST: entry }, undefined, {});
    expect(body).toEqual({
      errors: ['a is lost', 'b is lost'],
      userMessage: 'It is gone.',
      moreInfo: {
        problems: ['There is no trace of a.', 'There is no trace of b.'],
        solutions: ['Look again.'],
      },
    });
  });

  it('keeps its cause', () => {
    const cause = new Error('why');
    expect(new Problem('TOKEN_MISSING', {}, { cause }).cause).toBe(cause);
  });

  it('finds every name of every template of the catalog among the values that the type asks for', () => {
    const always = ['requestId', 'method', 'path'];
    for (const { message, problems, solutions, code } of Object.values<ErrorCatalogEntry>(errors)) {
      const names = [message, ...problems, ...solutions].flatMap((one) =>
        [...one.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? ''),
      );
      const values = Object.fromEntries([...names, ...always].map((name) => [name, '']));
      expect(fillTemplate([message, ...problems, ...solutions].join(), values), code).not.toMatch(/[{}]/);
    }
  });
});
