import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgement, madeUpTree } from './made-up-tree.ts';
import { voice } from './voice.ts';

const ALLOWS_ONE = { 'scripts/voice.json': '{ "site": 1 }' };

describe('the voice gate', () => {
  it('accepts plain English, and as many phrases as a room may still have', async () => {
    const tree = {
      ...ALLOWS_ONE,
      'README.md': 'A stub stands in for the platform. The default applies if there is none.\n',
      'client-sdk/src/a.ts': 'const body = BodyPublishers.noBody();\n',
      'site/content/_reports/a.html': 'Nobody. Recorded output of a run.\n',
      'site/content/a.md': 'Whoever reads this.\n',
    };
    expect(await judgement(voice, tree)).toEqual(['pass', '']);
  });

  it('reports a phrase with its place and the better one, in comments, data and pages', async () => {
    const tree = {
      ...ALLOWS_ONE,
      'client-sdk/src/a.ts': '// Nobody calls this.\n',
      'specs/a.yaml': 'description: The caller is told of it.\n',
      'README.md': 'A folder of its own.\n',
    };
    const [verdict, text] = await judgement(voice, tree);
    expect(verdict).toBe('fail');
    expect(text).toContain('client-sdk/src/a.ts:1 "Nobody": write "no client"');
    expect(text).toContain('specs/a.yaml:1 "is told": write "reports"');
    expect(text).toContain('README.md:1 "of its own": write "its"');
  });

  it('fails a room that has more phrases than before', async () => {
    const [verdict, text] = await judgement(voice, {
      ...ALLOWS_ONE,
      'site/a.md': 'Nobody.\n',
      'site/b.md': 'Somebody.\n',
    });
    expect(verdict).toBe('fail');
    expect(text).toContain('site 2 phrases, at most 1');
  });

  it('lowers a number that has improved and never raises one', () => {
    const root = madeUpTree({
      'scripts/voice.json': '{ "site": 3, "specs": 1 }',
      'site/a.md': 'Nobody.\n',
      'specs/a.md': 'Nobody. \nSomebody.\n',
    });
    voice.write?.(root);
    expect(JSON.parse(readFileSync(join(root, 'scripts/voice.json'), 'utf8'))).toEqual({ site: 1, specs: 1 });
  });
});
