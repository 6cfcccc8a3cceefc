import { describe, expect, it } from 'vitest';
import { routeInVersion, standingOf, versionOfRoute } from './docs-versions.ts';
import type { DocsVersion } from './site.ts';

function version(name: string, path: string, isLast = false): DocsVersion {
  return { name, label: name, path, main: `${path}p0_intro/`, isLast, search: ['', ''] };
}

const VERSIONS = [
  version('current', '/docs/next/'),
  version('2.3.0', '/docs/', true),
  version('2.2.0', '/docs/2.2.0/'),
];

describe('docs versions', () => {
  it.each([
    ['/docs/2.2.0/x/', '2.2.0'],
    ['/docs/next/', 'current'],
    ['/docs/x/', '2.3.0'],
    ['/docs/nexting/', '2.3.0'],
    ['/tutorials/', undefined],
  ])('[114] give %s to the most specific path', (route, want) => {
    expect(versionOfRoute(VERSIONS, route)?.name).toBe(want);
  });

  it('[111] lead to the same document, or to the main one where it does not exist', () => {
    const docs = { version: 'current', routes: { current: '/docs/next/a/', '2.3.0': '/docs/a/' } };
    expect(VERSIONS.map((candidate) => routeInVersion(candidate, { docs }))).toEqual([
      '/docs/next/a/',
      '/docs/a/',
      '/docs/2.2.0/p0_intro/',
    ]);
  });

  it('[113] are unreleased before the newest release and unmaintained after it', () => {
    expect(VERSIONS.map(({ name }) => standingOf(VERSIONS, name))).toEqual([
      'unreleased',
      'latest',
      'unmaintained',
    ]);
  });
});
