import path from 'node:path';
import type { ContractPages, RequirementPage } from '@tessera/conformance';
import { titleInList } from '../../shared/title.ts';
import { SITE_ROOT } from '../config.ts';
import type { FrontMatter } from '../content/front-matter.ts';
import type { CategoryMeta, Content, Source } from '../content/load.ts';
import { type AskedRequirement, gatherRequirements, loadJudgedContracts } from './check-data.ts';
import { renderContract, renderContracts, renderNumbers, renderShared, SHARED } from './overview-page.ts';
import { renderRequirement } from './requirement-page.ts';
import { commandFor } from './wording.ts';

/** The part of the content for the pages; its index, and the beginning of each overview, is hand-written. */
export const CONFORMANCE = 'conformance';
const DESCRIPTION = 160;

/** A contract, or a set of requirements that several contracts share: each has an overview, and its pages below it. */
interface Register {
  readonly name: string;
  readonly title: string;
  /** The numbers of a contract, as Markdown. */
  readonly numbers?: string;
  /** The pages of the data, as Markdown. */
  readonly body: string;
  /** Runs its checks; shown where the hand-written text has none. */
  readonly command?: string;
}

/**
 * Adds a page for every requirement and an overview for every contract and every shared set, and lists them in the
 * index. A site without the index gets none of them.
 */
export function addCheckPages(content: Content, all = loadJudgedContracts()): Content {
  const index = content.sources.find(({ area, id }) => area === CONFORMANCE && id === 'index');
  if (index === undefined) return content;
  const asked = gatherRequirements(all);
  const registers = registersOf(all, asked);
  const overviews = registers.map((register) => overview(register, content));
  const replaced = new Set([index.route, ...overviews.map(({ route }) => route)]);
  return {
    ...content,
    categories: new Map<string, CategoryMeta>([
      ...registers.map(({ name, title }, position): [string, CategoryMeta] => [
        `${CONFORMANCE}/${name}`,
        // After the index.
        { label: titleInList(title), position: position + 1 },
      ]),
      ...content.categories,
    ]),
    sources: [
      ...content.sources.filter(({ route }) => !replaced.has(route)),
      append(index, renderContracts(all, asked)),
      ...overviews,
      ...asked.map((one, position) => page(one, position)),
    ],
  };
}

/** Routes of all pages about requirements: the page of each requirement, and the overviews. */
export function checkRoutes(all = loadJudgedContracts()): string[] {
  const asked = gatherRequirements(all);
  return [...registersOf(all, asked).map(({ name }) => routeOf(name)), ...asked.map((one) => one.page)];
}

/** True for a page of one requirement: there are hundreds of them, alike in their parts. */
export function isCheckPage(route: string): boolean {
  return /^\/conformance\/[^/]+\/[^/]+\/$/.test(route);
}

function registersOf(all: readonly ContractPages[], asked: readonly AskedRequirement[]): Register[] {
  return [
    ...all.map((judged) => ({
      name: judged.contract,
      title: judged.title,
      numbers: renderNumbers(judged),
      body: renderContract(judged, asked),
      command: commandFor(judged.contract),
    })),
    ...Object.entries(SHARED)
      .filter(([name]) => asked.some(({ register }) => register === name))
      .map(([name, title]) => ({ name, title, body: renderShared(name, asked) })),
  ];
}

function routeOf(register: string): string {
  return `/${CONFORMANCE}/${register}/`;
}

/** The hand-written text about the contract, with its numbers after what it begins with, followed by its requirements. */
function overview({ name, title, numbers, body: rows, command }: Register, { sources }: Content): Source {
  const route = routeOf(name);
  const written = sources.find((source) => source.route === route);
  const isShown = command === undefined || written?.body.includes('npx tessera conformance');
  const body = isShown ? rows : `\`\`\`sh\n${command}\n\`\`\`\n\n${rows}`;
  if (written !== undefined)
    return append({ ...written, body: insertAfterLead(written.body, numbers) }, body, written.body);
  return source(`${name}/index`, route, [numbers, body].filter((part) => part !== undefined).join('\n\n'), {
    title: `${title}: requirements`,
    sidebar_label: 'Overview',
    description: `What the conformance suite asks of the ${title}, requirement by requirement, with level and severity.`,
  });
}

function page(one: AskedRequirement, position: number): Source {
  const { id, register, asked } = one;
  const [{ requirement }] = asked;
  const body = renderRequirement(one);
  const made = source(`${register}/${id.toLowerCase()}`, one.page, body, {
    title: `${id}: ${requirement.title}`,
    sidebar_label: `${id} ${requirement.title}`,
    sidebar_position: position,
    description: descriptionOf(requirement),
  });
  return { ...made, written: `${requirement.means}\n\n${requirement.fix}\n` };
}

/** The first paragraph, with the code that a colon at its end announces. */
const LEAD = /^\s*(?:(?!\n\n).)+?(?::\n\n```.*?\n```)?(?=\n\n|\s*$)/s;

function insertAfterLead(text: string, part: string | undefined): string {
  return part === undefined ? text : text.replace(LEAD, (lead) => `${lead}\n\n${part}`);
}

function append(source: Source, body: string, written = source.body): Source {
  return { ...source, written, body: `${source.body.trimEnd()}\n\n${body}\n` };
}

function source(id: string, route: string, body: string, frontMatter: FrontMatter): Source {
  // The page's source file, for corrections.
  const file = `../conformance/requirements/explained/${id.split('/')[0]}.json`;
  return {
    file,
    absolute: path.join(SITE_ROOT, file),
    area: CONFORMANCE,
    id,
    route,
    frontMatter,
    body,
    bodyOffset: 0,
  };
}

/** The fix, as many whole sentences as fit, or the title: the page begins with the title and repeats the reason. */
function descriptionOf({ title, fix }: RequirementPage): string {
  const plain = `${fix.replaceAll('`', '')} `;
  const [sentences] = /^.*[.!?](?= )/s.exec(plain.slice(0, DESCRIPTION + 1)) ?? [];
  return sentences ?? cut(`${title}.`, DESCRIPTION);
}

/** Truncates to a maximum length at the end of a word. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\s,:;]+\S*$/, '')}…`;
}
