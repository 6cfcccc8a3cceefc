import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { routeOf } from '../shared/urls.ts';
import { type Settings, SITE_ROOT } from './config.ts';
import type { Content, Source } from './content/load.ts';
import { editionsOf } from './content/versions.ts';
import { missingRequests } from './contract-docs/missing-requests.ts';
import { loadSpecFiles, referencePlaces } from './contracts.ts';
import { checkLanguage, checkLanguageOfProjects, projectFiles } from './language/check-language.ts';
import { partialsOf } from './markdown/include.ts';
import { type BuiltPage, findBrokenLinks } from './output/check-links.ts';
import type { Output } from './output/output-folder.ts';
import { type CompiledPage, compileContent, compileReference, compileSidebars } from './pages.tsx';
import { BuildFailure, type Problem } from './problems.ts';
import { addSampleReports } from './sample-report/sample-reports.ts';
import { loadWholeContent } from './whole-content.ts';

export interface ContentCheck {
  readonly problems: readonly Problem[];
  /** Number of pages below the prefixes. */
  readonly pages: number;
  /** Number of files of project templates below them. */
  readonly projectFiles: number;
}

type CheckSettings = Pick<Settings, 'contentDir' | 'baseUrl' | 'editUrl'>;

/**
 * All problems of the pages whose files are below a prefix (`p3_tech/p7_errors`, `docs/p0_intro`, nothing for all):
 * front matter, language, directives, values, links and anchors. Compiles those pages and the pages they link to.
 * A prefix in `reference-servers/templates` checks the language of the projects that `tessera init` writes.
 */
export async function findContentProblems(
  settings: CheckSettings,
  prefixes: readonly string[],
): Promise<ContentCheck> {
  const problems: Problem[] = [];
  const folder = path.relative(SITE_ROOT, settings.contentDir);
  const isMeant = (file: string) =>
    prefixes.length === 0 ||
    prefixes.some(
      (prefix) =>
        file.startsWith(prefix) ||
        ['', 'docs/'].some((area) => file.startsWith(`${folder}/${area}${prefix}`)),
    );
  const content = loadWholeContent(settings.contentDir, problems);
  const meant = content.sources.filter(({ file }) => isMeant(file));
  const written = meant.filter(isWritten).map(asWritten);
  problems.push(...(await checkLanguage([...written, ...withPartials(written)])));
  const projects = projectFiles().filter(isMeant);
  problems.push(...(await checkLanguageOfProjects(projects)));
  problems.push(...written.flatMap(missingRequests));
  const compile = (sources: readonly Source[]) => compileAlone(content, sources, settings, problems);
  const compiled = compile(meant);
  const { baseUrl } = settings;
  const targets = new Set(
    compiled.flatMap(({ links }) => links.map(({ href }) => routeOf(baseUrl, href.split(/[?#]/)[0] ?? ''))),
  );
  const isTarget = ({ route }: Source) => targets.has(route);
  const neighbors = compile(content.sources.filter((source) => !meant.includes(source) && isTarget(source)));
  const references = referencePlaces().map((place) =>
    compileReference(
      place,
      baseUrl,
      { script: '', styles: [], specs: {}, requests: {}, health: '' },
      new Map(),
    ),
  );
  problems.push(
    ...findBrokenLinks({
      baseUrl,
      pages: [...compiled, ...neighbors, ...references].map(asBuilt),
      files: new Set([
        ...[...loadSpecFiles().keys()].map((name) => `openapi/${name}`),
        ...[...compiled, ...neighbors].flatMap(({ images }) => images.map(({ name }) => `assets/${name}`)),
        ...reportsOf(settings.contentDir),
        ...OTHER_ROUTES,
      ]),
    }),
  );
  const found = problems.filter(({ file }) => isMeant(file));
  return {
    problems: found.length === 0 ? [] : new BuildFailure(found).problems,
    pages: meant.length,
    projectFiles: projects.length,
  };
}

/** Pages of every build besides those of the content. */
const OTHER_ROUTES = ['search/', 'llms.txt', 'llms-full.txt', 'sitemap.xml', 'health'];

/** Names of the published reports of the conformance suite. */
function reportsOf(contentDir: string): string[] {
  const output: Output = new Map();
  addSampleReports(output, contentDir);
  return [...output.keys()];
}

/** True for a hand-written page; others are made from the contracts and contain their texts. */
function isWritten({ absolute, written }: Source): boolean {
  return written !== undefined || (absolute.endsWith('.md') && existsSync(absolute));
}

/** Titles of generated pages are the sentences of a register. */
function asWritten(source: Source): Source {
  const { written, absolute } = source;
  if (written === undefined) return source;
  const isFile = absolute.endsWith('.md');
  return {
    ...source,
    body: written,
    frontMatter: isFile ? source.frontMatter : { title: '', description: '' },
  };
}

/** The partials of pages, once each, as sources for the check of their language. */
function withPartials(sources: readonly Source[]): Source[] {
  const found = new Map(
    sources.flatMap((source) =>
      partialsOf(source.body, source.absolute).map((file) => [file, source] as const),
    ),
  );
  return [...found].map(([absolute, source]) => ({
    ...source,
    absolute,
    file: path.relative(SITE_ROOT, absolute),
    frontMatter: { ...source.frontMatter, description: '' },
    body: readFileSync(absolute, 'utf8'),
    bodyOffset: 0,
  }));
}

function compileAlone(
  content: Content,
  sources: readonly Source[],
  settings: CheckSettings,
  problems: Problem[],
): CompiledPage[] {
  // The unreleased version has everything that the releases have.
  const editions = editionsOf(content, []);
  const wanted = new Set(sources.map(({ absolute }) => absolute));
  return compileContent(editions, compileSidebars(editions), settings, problems, ({ absolute }) =>
    wanted.has(absolute),
  );
}

function asBuilt({ page, html, source, links }: CompiledPage): BuiltPage {
  return { route: page.route, output: page.route, html, source: source?.file ?? null, links };
}
