import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Words that the domain uses, among made-up ones, so that an index has a realistic long tail. */
const DOMAIN =
  'policy metric adapter descriptor component token provision validate product domain contract port'.split(
    ' ',
  );
const SYLLABLES = 'ba ce di fo gu ha ki lo mu ne pa qui ra se ti vo wa xe yo zu'.split(' ');
const MADE_UP = 1800;
const WORDS_PER_PAGE = 920;
const SECTIONS = 10;
const SEED = 20250101;

/** Writes a site of this many documents, the same every time: ten sections with two nested groups each. */
export function writeCorpus(folder: string, pages: number): void {
  rmSync(folder, { recursive: true, force: true });
  const random = createRandom(SEED);
  const words = [...DOMAIN, ...Array.from({ length: MADE_UP }, () => makeWord(random))];
  write(
    folder,
    'pages/index.md',
    page('a corpus', 'Synthetic pages.', '[Begin](/docs/s0/g0/p0/)\n', 'layout: home\n'),
  );
  write(folder, 'pages/markdown-page.md', page('Page', 'A plain page of the corpus.', 'Text.\n'));
  write(
    folder,
    'docs/p0_intro.md',
    page('Intro', 'The introduction of the corpus.', '## Take part\n\nText.\n'),
  );
  const perSection = Math.ceil(pages / SECTIONS);
  for (let index = 0; index < pages; index += 1) {
    const section = Math.floor(index / perSection);
    const group = index % 2;
    const name = `docs/s${section}/g${group}/p${index}.md`;
    const title = capitalize(`${pick(words, random)} ${pick(words, random)} ${index}`);
    const body = makeBody(
      words,
      random,
      index > 1 ? `/docs/s${Math.floor((index - 2) / perSection)}/g${group}/p${index - 2}/` : null,
    );
    write(folder, name, page(title, `About ${title} and what belongs to it.`, body));
  }
}

function makeBody(words: readonly string[], random: () => number, link: string | null): string {
  const parts: string[] = [];
  const levels = ['##', '###', '###', '##', '###', '####', '##', '###', '##', '###', '##'];
  for (const [index, level] of levels.entries()) {
    parts.push(`${level} ${capitalize(sentence(words, random, 3))}`);
    parts.push(paragraph(words, random, Math.floor(WORDS_PER_PAGE / levels.length)));
    if (index === 1)
      parts.push(
        '```bash show-only reason="made up"\ncurl -s https://adapter.example/v1/validate | jq .valid\n```',
      );
    if (index === 3)
      parts.push('```json show-only reason="made up"\n{ "valid": true, "errors": [], "count": 3 }\n```');
    if (index === 5)
      parts.push(
        '```yaml show-only reason="made up"\nid: urn:one\ncomponents:\n  - id: urn:one:two\n    kind: storage\n```',
      );
    if (index === 6) parts.push('```diff\n- before: 1\n+ after: 2\n```');
    if (index === 7) parts.push(':::tip\nA hint in its own frame.\n:::');
    if (index === 8)
      parts.push(
        '| Name | Type | Meaning |\n|---|---|---|\n| a | text | one |\n| b | number | two |\n| c | list | three |',
      );
    if (index === 9 && link !== null) parts.push(`See [the page before](${link}).`);
  }
  return `${parts.join('\n\n')}\n`;
}

function paragraph(words: readonly string[], random: () => number, count: number): string {
  const sentences: string[] = [];
  for (let left = count; left > 0; left -= 14)
    sentences.push(`${capitalize(sentence(words, random, Math.min(left, 14)))}.`);
  return sentences.join(' ');
}

function sentence(words: readonly string[], random: () => number, count: number): string {
  return Array.from({ length: count }, () => pick(words, random)).join(' ');
}

/** Frequent words first, as in every language. */
function pick(words: readonly string[], random: () => number): string {
  return words[Math.floor(words.length * random() ** 3)] ?? '';
}

function makeWord(random: () => number): string {
  const length = 2 + Math.floor(random() * 3);
  return Array.from({ length }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? '').join('');
}

/** A linear congruential generator: good enough for text, the same on every machine. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

function page(title: string, description: string, body: string, more = ''): string {
  return `---\ntitle: ${title}\ndescription: ${description}\nstatus: concept\nchecked: 2.3.0\n${more}---\n\n${body}`;
}

function write(folder: string, name: string, text: string): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
