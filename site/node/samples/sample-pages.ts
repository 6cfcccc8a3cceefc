import type { Settings } from '../config.ts';
import { loadContent } from '../content/load.ts';
import { editionsOf } from '../content/versions.ts';
import { compileContent } from '../pages.tsx';
import type { SamplePage } from './verdict.ts';

/** The pages that have samples; with a prefix like `p1_user/p2`, only those with a source below it. */
export function loadSamplePages(settings: Settings, prefix = ''): SamplePage[] {
  const content = loadContent(settings.contentDir, []);
  const sources = content.sources.filter((source) => isBelow(source.file, prefix));
  // The unreleased version has everything that the releases have. Another command checks the pages themselves; only
  // their samples count here.
  const editions = editionsOf({ ...content, sources }, []);
  const plain = { ...settings, baseUrl: '/', withoutFigures: true };
  return compileContent(editions, {}, plain, []).flatMap(({ source, samples }) =>
    source && samples.length > 0 ? [{ file: source.file, name: source.route, samples }] : [],
  );
}

/** True when a path has the prefix at the beginning of one of its parts, so that `content/docs/` may be left out. */
function isBelow(file: string, prefix: string): boolean {
  return `/${file}`.includes(`/${prefix.replace(/^\/+/, '')}`);
}
