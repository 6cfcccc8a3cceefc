import { describe, expect, it } from 'vitest';
import { describeApplied, readPrefer } from './prefer.ts';

describe('the header Prefer', () => {
  it.each([
    [undefined, {}],
    ['', {}],
    ['code=404', { code: '404' }],
    ['code="404"', { code: '404' }],
    ['code = 404; reason=x', { code: '404' }],
    ['respond-async, code=404, example=mode', { code: '404', example: 'mode' }],
    ['example="a, b=c"', { example: 'a, b=c' }],
    ['code=404, code=500', { code: '404' }],
    ['Code=404, EXAMPLE=mode', { code: '404', example: 'mode' }],
    [Buffer.from('example=出荷').toString('latin1'), { example: '出荷' }],
    ['code', {}],
    ['=;,"', {}],
    [['code=404', 'example=x'], { code: '404', example: 'x' }],
  ])('%j asks for %j', (header, want) => {
    expect(readPrefer(header)).toEqual(want);
  });

  it('is answered with what was followed', () => {
    expect(describeApplied({ code: '404', example: 'mode' })).toBe('code=404, example="mode"');
    expect(describeApplied({})).toBeUndefined();
    expect(describeApplied({ example: 'a "b"' })).toBe('example="a \\"b\\""');
    expect(describeApplied({ example: '出荷' })).toBe("example*=UTF-8''%E5%87%BA%E8%8D%B7");
  });
});
