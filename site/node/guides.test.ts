import { extensionPointsReference } from '@tessera/contracts/reference/extension-points';
import { describe, expect, it } from 'vitest';
import { CURRENT_VERSION } from './content/releases.ts';
import { guidesTo } from './guides.ts';
import { madeUpContent, madeUpPage } from './made-up-content.ts';

const COVERS = 'operations: [tech-adapter#validate, notifications#receiveNotification, builder#updateHook]\n';

describe('a page that covers operations', () => {
  const { pages, problems } = madeUpContent({
    'docs/p0_intro.md': madeUpPage('Text.', COVERS, 'Covers'),
    'docs/p10_releases/changelogs/v2.3.0.md': madeUpPage(
      '[The API](/extension-points/tech-adapter/).',
      '',
      'Log',
    ),
    'docs/p1_links.md': madeUpPage(
      'To [the API](/extension-points/tech-adapter/) and {{tech-adapter#provision}}.',
      '',
      'Links',
    ),
  });

  it('[156] ends with them, each leading to its place in a reference', () => {
    expect(problems).toEqual([]);
    const html = pages[0]?.html ?? '';
    expect(html).toContain('Operations on this page');
    expect(html).toContain(
      'href="/extension-points/tech-adapter/#tag/tech-adapter-validation/POST/tech-adapter/v1/validate"',
    );
    expect(html).toContain('href="/extension-points/notifications/#webhook/notifications/notification"');
    expect(html).toContain('href="/api/builder/#');
    expect(pages[0]?.body).toContain('Operations on this page');
    expect(pages[1]?.html).not.toContain('Operations on this page');
  });

  it('[156] is a guide to each of them; a page that links to an API is one to the API, not to the operations it mentions', () => {
    const guides = guidesTo(extensionPointsReference, pages, '/', CURRENT_VERSION);
    const titles = Object.fromEntries(
      [...guides].map(([key, found]) => [key, found.map(({ title }) => title)]),
    );
    expect(titles).toEqual({
      'tag/tech-adapter-validation/POST/tech-adapter/v1/validate': ['Covers'],
      'webhook/notifications/notification': ['Covers'],
      'tech-adapter': ['Links'],
    });
  });
});

describe('front matter', () => {
  it.each([
    [
      'operations: [tech-adapter#nothing]\n',
      /"operations" has an unknown name: tech-adapter has no operation nothing/,
    ],
    ['contracts: [nothing]\n', /"contracts" has an unknown name: there is no API nothing/],
    ['contracts: tech-adapter\n', /"contracts" is not a list of words/],
  ])('with %s is refused', (more, problem) => {
    const { problems } = madeUpContent({ 'docs/p0_intro.md': madeUpPage('Text.', more) });
    expect(problems).toEqual([expect.objectContaining({ line: 6, message: expect.stringMatching(problem) })]);
  });

  it.each([
    ['status: concept\n', 'front matter key "checked" is missing: a release of the contracts'],
    ['checked: 2.3.0\n', 'front matter key "status" is missing: contract or concept'],
    ['status: contract\nchecked: 2.3.0\n', 'status contract needs the key "contracts" or "operations"'],
    ['status: idea\nchecked: 2.3.0\n', 'front matter key "status" is not one of contract, concept'],
    ['status: concept\nchecked: 9.9.9\n', 'front matter key "checked" is no release of the contracts'],
  ])('of a document with %s is refused', (more, message) => {
    const { problems } = madeUpContent({
      'docs/p0_intro.md': `---\ntitle: A\ndescription: A page.\n${more}---\n\nText.\n`,
    });
    expect(problems.map((problem) => problem.message)).toContain(message);
  });

  it('outside the documentation needs none of that', () => {
    const { problems } = madeUpContent({
      'pages/index.md': '---\ntitle: A\ndescription: A page.\n---\n\nText.\n',
    });
    expect(problems).toEqual([]);
  });
});
