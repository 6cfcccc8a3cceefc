import type { FrontMatter } from '../content/front-matter.ts';
import type { CategoryMeta, Content, Source } from '../content/load.ts';
import { CHECK_DATA, type JudgedContract, loadJudgedContracts, type Requirement } from './check-data.ts';
import { renderContracts, renderOverview } from './overview-page.ts';
import { renderRequirement } from './requirement-page.ts';

/** The part of the content that the pages stand in; its index is written by hand. */
export const CONFORMANCE = 'conformance';
const DESCRIPTION = 160;
/** Characters of a line in the sidebar. */
const LABEL = 40;

/**
 * Adds a page for every contract that is judged and for every requirement, and the list of contracts to the index. A
 * site without the index has none of them.
 */
export function addCheckPages(content: Content, all = loadJudgedContracts()): Content {
  const index = content.sources.find(({ area, id }) => area === CONFORMANCE && id === 'index');
  if (index === undefined) return content;
  const listed = { ...index, body: `${index.body.trimEnd()}\n\n## Contracts\n\n${renderContracts(all)}\n` };
  const categories = new Map<string, CategoryMeta>([
    ...content.categories,
    ...all.map(({ contract, title }): [string, CategoryMeta] => [
      `${CONFORMANCE}/${contract}`,
      { label: title },
    ]),
  ]);
  return {
    categories,
    sources: [
      ...content.sources.map((source) => (source === index ? listed : source)),
      ...all.flatMap((judged) => [overview(judged), ...judged.requirements.map((one) => page(judged, one))]),
    ],
  };
}

/** True for a page of one requirement: there are hundreds of them, alike in their parts. */
export function isCheckPage(route: string): boolean {
  return /^\/conformance\/[^/]+\/[^/]+\/$/.test(route);
}

function overview(judged: JudgedContract): Source {
  return source(judged, 'index', renderOverview(judged), {
    title: `${judged.title}: requirements`,
    sidebar_label: 'Overview',
    description: `What the conformance suite asks of the ${judged.title}, requirement by requirement, with level and severity.`,
  });
}

function page(judged: JudgedContract, one: Requirement): Source {
  const at = judged.requirements.indexOf(one);
  return source(judged, one.id.toLowerCase(), renderRequirement(judged, one), {
    title: `${one.id}: ${one.title}`,
    sidebar_label: cut(`${one.id} ${one.title}`, LABEL),
    sidebar_position: at,
    description: cut(`${judged.title}: ${one.title}. ${one.why}`, DESCRIPTION),
  });
}

function source({ contract }: JudgedContract, name: string, body: string, frontMatter: FrontMatter): Source {
  const folder = `/${CONFORMANCE}/${contract}/`;
  return {
    // Whoever finds something wrong with the page mends what it is made of.
    file: `../conformance/pages/${contract}.json`,
    absolute: `${CHECK_DATA}/${contract}.json`,
    area: CONFORMANCE,
    id: `${contract}/${name}`,
    route: name === 'index' ? folder : `${folder}${name}/`,
    frontMatter,
    body,
    bodyOffset: 0,
  };
}

/** At most so many characters, without a piece of a word. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\s,:;]+\S*$/, '')}…`;
}
