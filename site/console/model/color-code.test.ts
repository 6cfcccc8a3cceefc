import { expect, it } from 'vitest';
import { colorLine, type Language } from './color-code.ts';

const colored = (line: string, language: Language): string =>
  colorLine(line, language)
    .map(({ text, className }) => (className === null ? text : `<${className}>${text}</>`))
    .join('');

it.each<[Language, string, string]>([
  ['yaml', 'name: Daily load', '<p>name</>: Daily load'],
  ['yaml', '  - id: urn:dmb:cmp:a', '  - <p>id</>: urn:dmb:cmp:a'],
  ['yaml', 'url: "a: b" # why', '<p>url</>: <s>"a: b"</> <c># why</>'],
  ['yaml', 'tags: [1, true, v1.2]', '<p>tags</>: [<n>1</>, <n>true</>, v1.2]'],
  ['yaml', 'see: http://x.example/#y', '<p>see</>: http://x.example/#y'],
  ['yaml', 'version: 1.2.0', '<p>version</>: 1.2.0'],
  ['cue', 'owners?: [...=~"^group:"] // a group', '<p>owners?</>: [...=~<s>"^group:"</>] <c>// a group</>'],
  ['cue', 'import "strings"', '<k>import</> <s>"strings"</>'],
  ['cue', 'days: *2 | number', '<p>days</>: *<n>2</> | <t>number</>'],
])('%s: %s', (language, line, want) => {
  expect(colored(line, language)).toBe(want);
});

it('keeps every character', () => {
  const line = `  "a\\"b": 'it''s', c: {d: -1.5}  # "x"`;
  for (const language of ['yaml', 'cue'] as const) {
    const texts = colorLine(line, language).map(({ text }) => text);
    expect(texts.join('')).toBe(line);
  }
});
