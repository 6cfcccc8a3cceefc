import { describe, expect, it } from 'vitest';
import { namesIn, placesOfNames } from './names.ts';

describe('a name in code', () => {
  it.each([
    ['createPlatform()', 'createPlatform'],
    ['requestTimeoutMs', 'requestTimeoutMs'],
    ['--latency 100-500', '--latency'],
    ['npx tessera-serve init', 'tessera-serve'],
    ['@tessera/client', '@tessera/client'],
    ['Tessera-Fault', 'Tessera-Fault'],
    ['TESSERA_LLM_KEY', 'TESSERA_LLM_KEY'],
    ['metadata.name', 'metadata.name'],
  ])('is read in %s', (code, name) => {
    expect([...namesIn(`<p>Take <code>${code}</code>.</p>`).keys()]).toEqual([name]);
  });

  it.each(['name', '500', '&quot;asc&quot;', '/v1/provision', 'GET /health', 'a b', 'string | null'])(
    'is not %s',
    (code) => expect([...namesIn(`<code>${code}</code>`).keys()]).toEqual([]),
  );

  it('is not read in a sample, but for what comes from the toolkit and for the usage of a command', () => {
    const sample =
      "<pre><code><span>import</span> { createPlatform,\n type SendOptions } from '@tessera/client';\n" +
      "import { readFile } from 'node:fs';\nconst baseUrl = '';\n\nUsage\n  tessera-serve init FOLDER</code></pre>";
    expect([...namesIn(sample).keys()].toSorted()).toEqual([
      'SendOptions',
      'createPlatform',
      'tessera-serve',
    ]);
  });
});

describe('the place of a name', () => {
  const section = (html: string, ...titles: string[]) => ({ html, titles, names: namesIn(html) });
  const mention = section('<p><code>maxRetries</code> and <code>maxRetries</code>.</p>');
  const table = section('<table><tr>\n<td><code>maxRetries</code></td></tr></table>');
  const heading = section('<h3 id="x"><code>maxRetries</code></h3>');

  it.each([
    ['the row of a table before prose', [mention, table], table],
    ['a heading before prose', [mention, heading], heading],
    ['the first of two', [table, heading], table],
  ])('is %s', (_, sections, wanted) => {
    expect([...placesOfNames(sections, new Set())]).toEqual([[wanted, ['maxRetries']]]);
  });

  it('is the page that is called after it, before others that speak of it more', () => {
    const sample =
      "<pre><code>import { createTechAdapter } from '@tessera/reference-servers/kit';</code></pre>";
    const guardian = section('<p>As <code>createTechAdapter</code> does.</p>', 'Write it', 'Guardians');
    const adapters = section(sample, 'From a template', 'Write a tech adapter');
    expect([...placesOfNames([guardian, adapters], new Set())]).toEqual([[adapters, ['createTechAdapter']]]);
  });

  it('is no page of which only one word is in the name', () => {
    const table = section(
      '<table><tr><td><code>createPlatform</code></td></tr></table>',
      'Settings',
      'Client',
    );
    const teams = section('<p><code>createPlatform</code></p>', 'Begin', 'For platform teams');
    expect([...placesOfNames([table, teams], new Set())]).toEqual([[table, ['createPlatform']]]);
  });

  it('is the section that has it as its title', () => {
    const sample = section('<pre><code>maxRetries(5)</code></pre>', 'maxRetries', 'Client');
    expect([...placesOfNames([table, heading, sample], new Set())]).toEqual([[sample, ['maxRetries']]]);
  });

  it('is the reference when that has it', () => {
    expect(placesOfNames([table], new Set(['maxretries'])).size).toBe(0);
  });
});
