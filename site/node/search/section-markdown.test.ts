import { describe, expect, it } from 'vitest';
import { readSections } from './sections.ts';

const markdownOf = (html: string): string | undefined => readSections(html)[0]?.markdown;

describe('the Markdown of a section', () => {
  it('has tables with a head, with code in cells, and with escaped bars', () => {
    const html =
      '<p>Two states:</p>\n<div class="table" tabindex="0"><table>\n<thead>\n<tr>\n<th>State</th>\n<th>Meaning</th>\n</tr>\n</thead>\n' +
      '<tbody>\n<tr>\n<td><code>a|b</code></td>\n<td>one <a href="/x/">or</a> the <strong>other</strong></td>\n</tr>\n' +
      '<tr>\n<td>LONG_<wbr>NAME</td>\n<td></td>\n</tr>\n</tbody>\n</table></div>\n<p>That is all.</p>';
    expect(markdownOf(html)?.split('\n')).toEqual([
      'Two states:',
      '',
      '| State | Meaning |',
      '| --- | --- |',
      '| `a\\|b` | one or the other |',
      '| LONG_NAME |  |',
      '',
      'That is all.',
    ]);
  });

  it('has an empty head where the first cell of each row is its header', () => {
    const html = '<table><tbody><tr><th scope="row">Level</th><td>MUST</td></tr></tbody></table>';
    expect(markdownOf(html)).toBe('|  |  |\n| --- | --- |\n| Level | MUST |');
  });

  it('has blocks of code with their lines and language, without the button that copies them', () => {
    const html =
      '<p>Register it:</p><figure class="code"><pre tabindex="0" role="group" aria-label="Code, bash"><code>' +
      '<span class="prompt">$ </span>curl <span>&lt;url&gt;</span>\n  -d 1</code></pre>' +
      '<button type="button" class="copy" data-copy="">Copy</button></figure>';
    expect(markdownOf(html)).toBe('Register it:\n\n```bash\n$ curl <url>\n  -d 1\n```');
    expect(markdownOf('<pre><code>```\nx</code></pre>')).toBe('````\n```\nx\n````');
  });

  it('has lists with one line for each item', () => {
    const html =
      '<p>Steps:</p><ol>\n<li>\n<p>Start <code>it</code>.</p>\n</li>\n<li>Stop.</li></ol><p>Done.</p>';
    expect(markdownOf(html)).toBe('Steps:\n\n- Start `it`.\n- Stop.\n\nDone.');
  });

  it('has no words of diagrams', () => {
    expect(markdownOf('<p>One.</p><svg><text>Caller</text></svg><pre><code>x</code></pre>')).toBe(
      'One.\n\n```\nx\n```',
    );
  });

  it('is left out when the section is plain text', () => {
    expect(markdownOf('<p>One <code>word</code>.</p><p>Two.</p>')).toBeUndefined();
  });
});
