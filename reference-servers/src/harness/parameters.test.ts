import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { describe, expect, it } from 'vitest';
import { createMadeUpContract, parameter } from '../../testing/made-up-contract.ts';
import { createDecoders } from './parameters.ts';

const list = { type: 'array', items: { type: 'integer' } };
const range = { type: 'object', properties: { from: { type: 'integer' }, open: { type: 'boolean' } } };
const schemas: Record<string, object> = {
  text: { type: 'string' },
  number: { type: 'number' },
  count: { $ref: '#/$defs/Count' },
  flag: { type: 'boolean' },
  either: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
  maybe: { type: ['integer', 'null'] },
  list,
  range,
};

function decoders(parameters: OperationEntry['parameters']) {
  const places = { path: 'path', query: 'query', header: 'header' } as const;
  const defs: Record<string, object> = { Count: { type: 'integer' } };
  for (const place of ['path', 'query', 'header'] as const) {
    defs[`find.${places[place]}`] = { type: 'object', properties: schemas };
  }
  const { table, schemas: document } = createMadeUpContract(
    [{ id: 'find', path: '/find', parameters }],
    defs,
  );
  const entry = table.operations['find'];
  if (entry === undefined) throw new Error('made-up operation is missing');
  return createDecoders(entry, document);
}

describe('the query', () => {
  it.each([
    ['text=a%20b+c', 'text', {}, 'a b c'],
    ['text=', 'text', {}, ''],
    ['text', 'text', {}, ''],
    ['text=a=b', 'text', {}, 'a=b'],
    ['text=%zz', 'text', {}, '%zz'],
    ['te%78t=1', 'text', {}, '1'],
    ['number=-1.5e3', 'number', {}, -1500],
    ['number=0x10', 'number', {}, '0x10'],
    ['number=007', 'number', {}, '007'],
    ['number=', 'number', {}, ''],
    ['count=5', 'count', {}, 5],
    ['count=five', 'count', {}, 'five'],
    ['count=1&count=2', 'count', {}, ['1', '2']],
    ['flag=true', 'flag', {}, true],
    ['flag=yes', 'flag', {}, 'yes'],
    ['either=5', 'either', {}, 5],
    ['either=five', 'either', {}, 'five'],
    ['maybe=null', 'maybe', {}, null],
    ['list=1&list=2', 'list', {}, [1, 2]],
    ['list=1', 'list', {}, [1]],
    ['list=1,2', 'list', { explode: false }, [1, 2]],
    ['list=', 'list', { explode: false }, []],
    ['list=1%2C2', 'list', { explode: false }, [1, 2]],
    ['list=1%202', 'list', { explode: false, style: 'spaceDelimited' }, [1, 2]],
    ['list=1|2%7C3', 'list', { explode: false, style: 'pipeDelimited' }, [1, 2, 3]],
    ['from=1&open=true', 'range', {}, { from: 1, open: true }],
    ['range=from,1,open,true', 'range', { explode: false }, { from: 1, open: true }],
    ['range[from]=1&range%5Bextra%5D=x', 'range', { style: 'deepObject' }, { from: 1, extra: 'x' }],
    ['range[__proto__]=x', 'range', { style: 'deepObject' }, JSON.parse('{"__proto__":"x"}')],
    ['other=1', 'range', { style: 'deepObject' }, undefined],
    ['other=1', 'range', {}, undefined],
    ['', 'text', {}, undefined],
  ])('%s is read as %s %j: %j', (raw, name, more, expected) => {
    expect(decoders([parameter(name, 'query', more)]).query(raw)[name]).toEqual(expected);
  });

  it('keeps what is absent absent, and what is not declared out', () => {
    expect(decoders([parameter('text', 'query'), parameter('flag', 'query')]).query('flag=true&x=1')).toEqual(
      {
        flag: true,
      },
    );
  });
});

describe('headers and paths', () => {
  it('finds headers whatever their case, and splits lists', () => {
    const { headers } = decoders([parameter('Text', 'header'), parameter('list', 'header')]);
    expect(headers({ text: 'a', list: '1, 2' })).toEqual({ Text: 'a', list: [1, 2] });
    expect(headers({ list: ['1', '2'] })).toEqual({ list: [1, 2] });
  });

  it('reads simple objects, exploded or not', () => {
    const { headers } = decoders([parameter('range', 'header')]);
    expect(headers({ range: 'from,1,open,true' })).toEqual({ range: { from: 1, open: true } });
    const exploded = decoders([parameter('range', 'header', { explode: true })]);
    expect(exploded.headers({ range: 'from=1,open=true' })).toEqual({ range: { from: 1, open: true } });
  });

  it('reads path parameters by their place', () => {
    const { path } = decoders([parameter('count', 'path'), parameter('text', 'path')]);
    expect(path({ p0: '5', p1: '5' })).toEqual({ count: 5, text: '5' });
  });
});
