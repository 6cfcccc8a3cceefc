import { releases } from '@tessera/contracts/releases';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../config.ts';
import type { Content } from '../content/load.ts';
import { loadContent } from '../content/load.ts';
import { editionsOf } from '../content/versions.ts';
import { allApis, apiOf } from '../contract-docs/catalog.ts';
import { madeUpContent, madeUpPage } from '../made-up-content.ts';
import type { Problem } from '../problems.ts';
import { changesBetween, releaseHistory, replacedBy } from './history.ts';
import { addReleasePages } from './release-pages.ts';

const settings = readSettings([], {});
const whole = addReleasePages(loadContent(settings.contentDir, []), settings.contentDir, []);
const bodyOf = (content: Content, id: string) =>
  content.sources.find((source) => source.id === id)?.body ?? '';

describe('the history of the contracts', () => {
  const history = releaseHistory();

  it('lists the new and the changed contracts of each release', () => {
    const told = history.map(({ version, arrivals, moves }) => [
      version,
      ...arrivals.map(({ placed, contractVersion }) => `${placed.api.id} ${contractVersion}`),
      ...moves.map(({ placed, from, to }) => `${placed.api.id} ${from} to ${to}`),
    ]);
    expect(told).toHaveLength(releases.length);
    expect(told[0]).toEqual(['v0.0.0', 'tech-adapter 2.0.0', 'coordinator-v1 1.0.0']);
    expect(told).toContainEqual(['v0.5.0', 'tech-adapter 2.0.0 to 2.1.0']);
    expect(told).toContainEqual(['v1.5.1']);
  });

  it('finds operations, schemas, fields and values that were added between two contract versions', () => {
    const kinds = changesBetween(apiOf('tech-adapter'), '2.2.0', '2.5.0').map((change) =>
      change.kind === 'operation' ? change.operation.id : Object.values(change).slice(0, 3).join(' '),
    );
    expect(kinds).toContain('terminateProvisioning');
    expect(kinds).toContain('value ProvisioningTaskStatus TERMINATED');
    expect(kinds).toContain('member UpdateAclRequest accessControlFields');
    expect(kinds.some((kind) => kind.startsWith('schema AclInfo'))).toBe(true);
    expect(changesBetween(apiOf('tech-adapter'), '2.5.0', '2.6.3')).toEqual([]);
  });

  it('names deprecated operations where the newer API arrives', () => {
    const replaced = history.filter((release) => replacedBy(release).length > 0);
    expect(replaced.map(({ version }) => version)).toEqual(['v2.0.0']);
  });
});

describe('the pages of the releases', () => {
  it('[158] are two for every release, and a third from v0.2.0 on', () => {
    const ids = whole.sources.map(({ id }) => id).filter((id) => id.startsWith('p10_releases/'));
    const count = (folder: string) => ids.filter((id) => id.includes(`/${folder}/`)).length;
    expect([count('changelogs'), count('release_notes'), count('migrations')]).toEqual([17, 17, 15]);
  });

  it('list the changes for services and callers', () => {
    const page = bodyOf(whole, 'p10_releases/migrations/v2.2.0');
    expect(page).toContain('Optional (Stopping a running task): serve it, or return `501`.');
    expect(page).toContain('Must support it.');
    expect(page).toMatch(/`accessControlFields` .*\| Must accept it\. \| May send it to a service/);
    expect(page).toMatch(
      /`aclInfo.*` .*\| May return it\. \| Must not expect it|`locked` .*\| May return it/,
    );
    expect(page).not.toContain('| Schema ');
    expect(page).toContain('--contract-version 2.5.0');
    expect(bodyOf(whole, 'p10_releases/migrations/v2.0.0')).toContain('## Deprecated operations');
    expect(bodyOf(whole, 'p10_releases/changelogs/v1.4.0')).toContain('of [`ProvisioningStatus`]');
  });

  it('state first what an upgrade requires', () => {
    const migration = bodyOf(whole, 'p10_releases/migrations/v2.2.0');
    expect(migration).toContain('- **Services** No required change\n- **Callers** 2 new values to support');
    const notes = bodyOf(whole, 'p10_releases/release_notes/v2.2.0');
    expect(notes).toContain(
      '**Upgrade from v2.1.0** [No required change](/docs/p10_releases/migrations/v2.2.0/)',
    );
    // No page describes the migration to the second release.
    expect(bodyOf(whole, 'p10_releases/release_notes/v0.1.0')).toContain(
      '**Upgrade from v0.0.0** No required change',
    );
  });

  it('count the additions, and group them by kind', () => {
    const page = bodyOf(whole, 'p10_releases/changelogs/v2.2.0');
    expect(page).toContain('- **New contracts** 1\n- **New operations** 2\n- **New values** 2');
    expect([...page.matchAll(/^### (.*) \{#/gm)].map(([, title]) => title)).toEqual([
      'New operations',
      'New values',
      'New fields of schemas',
      'New schemas',
    ]);
  });

  it('list the changed contracts, and fold those that are the same as before', () => {
    const [changed = '', kept = ''] = bodyOf(whole, 'p10_releases/release_notes/v2.3.0').split('::: details');
    expect(changed).toMatch(/\| \[Tech Adapter API\]\(.*\) \| 2\.5\.0 \| 2\.6\.3 \|/);
    expect(changed).toContain('**Status** Latest release');
    expect(changed).not.toContain('[Builder API]');
    expect(kept).toContain('[14 contracts without changes]');
    expect(kept).toMatch(/\[Builder API\]\(.*\) \| 1\.0\.0 \|/);
    expect(bodyOf(whole, 'p10_releases/release_notes/v2.2.0')).not.toContain('Latest release');
  });

  it('lead callers of deprecated operations to the replacements', () => {
    const notes = bodyOf(whole, 'p10_releases/release_notes/v2.0.0');
    const [deprecated = ''] = notes.split('\n').filter((line) => line.includes('are deprecated'));
    expect(deprecated.match(/`[A-Z]+ \/[^`]*`/g)).toHaveLength(4);
    expect(deprecated).toContain('/docs/p10_releases/migrations/v2.0.0/');
    expect(notes).toContain('/docs/p10_releases/coordinator_v1_v2/');
  });

  it('are in a table, newest first', () => {
    const list = bodyOf(whole, 'p10_releases/releases_list');
    expect(list).not.toContain('[[releases]]');
    const order = [...list.matchAll(/^\| \[`(v[\d.]+)`\]/gm)].map(([, version]) => version);
    expect(order).toEqual(releases.map(({ version }) => version).toReversed());
  });

  it('[170] list the versions of every contract, newest first, with additions and deprecations', () => {
    const page = bodyOf(whole, 'p10_releases/contract_changes');
    const adapter = page.slice(page.indexOf('{#tech-adapter}'), page.indexOf('{#marketplace-plugin}'));
    expect(
      [...adapter.matchAll(/^### .* ([\d.]+) \{#/gm)].map(([, contractVersion]) => contractVersion),
    ).toEqual([...['2.6.3', '2.5.0', '2.2.0', '2.1.0', '2.0.0']]);
    expect(adapter).toMatch(
      /Field of a request \| `descriptorKind` of \[`POST \/tech-adapter\/v2\/validate`\]/,
    );
    expect(adapter).toMatch(/Deprecated now:[^#]*`result` of \[`ProvisioningStatus`\]/);
    expect(page.match(/^## /gm)).toHaveLength(allApis().length);
  });

  it('[170] compare the contracts of which both contract versions exist', () => {
    const pages = whole.sources.filter(({ frontMatter }) => frontMatter.title.endsWith('compared'));
    expect(pages.map(({ frontMatter }) => frontMatter.title)).toEqual([
      'Provisioning Coordinator API: v1 and v2 compared',
    ]);
    const [both = '', first = '', second = ''] =
      pages[0]?.body.split(/^## (?:Operations only|Schemas)/m) ?? [];
    expect(both).toMatch(/\| Status `202` \| not declared \| \[`Token`\]/);
    expect(both).not.toContain('`400`');
    expect(first).toMatch(/v1\/deploy`\].*\(deprecated\)/);
    expect(first).not.toContain('v1/validate`');
    expect(second).toContain('v2/tech-adapters`');
  });

  it('[158] of a release list nothing that came later', () => {
    const older = editionsOf(whole, ['2.3.0', '2.0.0']).find(({ name }) => name === '2.0.0');
    const pages = (older?.content.sources ?? []).filter(({ id }) => id.startsWith('p10_releases/'));
    const later = /v2\.[1-9]/;
    expect(pages.length).toBeGreaterThan(30);
    expect(pages.filter(({ id }) => later.test(id))).toEqual([]);
    expect(pages.filter(({ body }) => later.test(body)).map(({ id }) => id)).toEqual([]);
  });

  it('contain no date', () => {
    const pages = whole.sources.filter(({ id }) => /^p10_releases\/(?:.*\/v|co)/.test(id));
    expect(pages.filter(({ body }) => /\b(?:19|20)\d\d\b/.test(body))).toEqual([]);
  });

  it('are left out where no page introduces them, and need a summary each where one does', () => {
    const { content } = madeUpContent({ 'docs/p0_intro.md': madeUpPage('Text.') });
    expect(addReleasePages(content, '/nowhere', [])).toBe(content);
    const introduced = madeUpContent({ 'docs/p10_releases/releases_list.md': madeUpPage('Text.') });
    const problems: Problem[] = [];
    addReleasePages(introduced.content, '/nowhere', problems);
    expect(problems.map(({ message }) => message)).toContain('release v0.0.0 has no summary');
    expect(problems).toHaveLength(releases.length);
  });
});
