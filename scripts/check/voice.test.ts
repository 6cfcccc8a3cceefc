import { describe, expect, it } from 'vitest';
import { judgment } from './made-up-tree.ts';
import { voice } from './voice.ts';

describe('the voice gate', () => {
  it('accepts plain American English, and reads no recorded output', async () => {
    const tree = {
      'README.md':
        'A stub stands in for the platform. The default applies if there is none. A rise of four hours.\n',
      'client-sdk/src/a.ts': 'const body = BodyPublishers.noBody(); // Promises of a canceled exercise.\n',
      'site/app/a.tsx': '<nav aria-labelledby="title" />\n',
      'site/content/_reports/a.html': 'Nobody. Recorded output of a run.\n',
      'site/shared/search/synonyms.ts': "export const SYNONYMS = { colour: 'theme' };\n",
    };
    expect(await judgment(voice, tree)).toEqual(['pass', '']);
  });

  it('reports a phrase with its place and the better one, in comments, data and pages', async () => {
    const tree = {
      'client-sdk/src/a.ts': '// Nobody calls this.\n',
      'specs/a.yaml': 'description: The caller is told of it.\n',
      'README.md': 'A folder of its own.\n',
    };
    const [verdict, text] = await judgment(voice, tree);
    expect(verdict).toBe('fail');
    expect(text).toContain('client-sdk/src/a.ts:1 "Nobody": write "no client"');
    expect(text).toContain('specs/a.yaml:1 "is told": write "reports"');
    expect(text).toContain('README.md:1 "of its own": write "its"');
  });

  it('reports further phrases in the texts of extension points only', async () => {
    const tree = {
      'specs/shared/a.yaml': 'description: Greatest number of plans to answer with.\n',
      'client-sdk/src/a.ts': '// A call answers with a pager.\n',
    };
    const [verdict, text] = await judgment(voice, tree);
    expect(verdict).toBe('fail');
    expect(text).toContain('specs/shared/a.yaml:1 "Greatest": write "maximum"');
    expect(text).toContain('specs/shared/a.yaml:1 "answer with": write "returns"');
    expect(text).not.toContain('client-sdk');
  });

  it.each([
    ['const backgroundColour = 1;', '"Colour"'],
    ['// The behaviour of a cancelled request.', '"cancelled"'],
    ["import { normalise } from './a.ts';", '"normalise"'],
    ['throw new Error("the organisation has no licence");', '"licence"'],
    ['<p>labelled by hand, in the catalogue</p>', '"catalogue"'],
  ])('reports the British spelling of %s', async (line, word) => {
    const [verdict, text] = await judgment(voice, { 'site/a.ts': `\n${line}\n` });
    expect(verdict).toBe('fail');
    expect(text).toContain(`site/a.ts:2 ${word}: write `);
  });
});
