import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../config.ts';
import type { FrontMatter } from '../content/front-matter.ts';
import { loadContent, type Source } from '../content/load.ts';
import { type Problem, describe as place } from '../problems.ts';
import {
  checkLanguage,
  checkLanguageOfData,
  checkLanguageOfProjects,
  projectFiles,
} from './check-language.ts';

function pageOf(body: string, more: Partial<FrontMatter> = {}): Source {
  const frontMatter = { title: 'A page', description: 'What the page is for.', ...more };
  return {
    file: 'a.md',
    absolute: '/a.md',
    area: 'docs',
    id: 'a',
    route: '/docs/a/',
    frontMatter,
    body,
    bodyOffset: 5,
  };
}

async function findings(body: string, more: Partial<FrontMatter> = {}): Promise<string[]> {
  const problems = await checkLanguage([pageOf(body, more)]);
  return problems.map(({ line, message }) => `${line} ${message}`);
}

const ABOUT = {
  contracts: ['tech-adapter', 'perimeter-resolver'],
  operations: ['coordinator-v2#searchTechAdapters'],
};

describe('the language of a page', () => {
  it.each([
    'An adapter answers with a token. The Provisioning Coordinator asks for its status.',
    '## What a Tech Adapter does\n\nIt provisions.\n\n### Why `dependsOn` matters',
    'The color of the catalog is `colr`, which is code.',
    '```bash run\n$ echo hte adress\n```',
    '::: contract requests governance#evaluate\n  evaluate:\n    body: { hte: adress }\n::::\n\nA text.',
    ':::note Teh title\nA note.\n:::',
    'An `id` and a `name`: see [the list of resources](b.md).',
  ])('is fine in: %s', async (body) => {
    expect(await findings(body)).toEqual([]);
  });

  it.each([
    { body: 'One.\n\nThe adress is wrong.', finding: /^8 "adress" .*is in no dictionary/ },
    { body: 'The behaviour differs.', finding: /^6 "behaviour" .*behavior/ },
    { body: 'Every chairman decides.', finding: /^6 .*insensitive use of `chairman`/ },
    { body: 'It is is here.', finding: /^6 .*`is`/ },
    { body: 'A adapter answers.', finding: /^6 .*`A` before `adapter`/ },
    { body: 'One line,\nand simply another.', finding: /^7 "simply": leave it out/ },
    { body: 'Use it in order to deploy.', finding: /^6 "in order to": write "to"/ },
    { body: `One ${'and two '.repeat(18)}sentence.`, finding: /^6 a sentence of 38 words/ },
    { body: 'Read [here](b.md) about it.', finding: /^6 the link "here" does not say/ },
    { body: '![image](a.png)', finding: /^6 the text of the picture/ },
    { body: '# Another title', finding: /^6 the title of the front matter is the only/ },
    { body: '##### Deep', finding: /^6 a heading of level 5/ },
    { body: '## How It Works', finding: /^6 .*not in sentence case: It, Works/ },
    { body: '## how it works', finding: /^6 .*begins with a small letter/ },
    { body: '## How it works:', finding: /^6 .*ends with a punctuation mark/ },
  ])('is complained about in: $body', async ({ body, finding }) => {
    expect(await findings(body)).toEqual([expect.stringMatching(finding)]);
  });

  it('is looked at in the description too', async () => {
    expect(await findings('', { description: 'What teh page is for.' })).toEqual([
      expect.stringMatching(/^1 "teh"/),
    ]);
  });
});

describe('what a contract says', () => {
  it.each([
    'The task is {{RUNNING}} until it is {{COMPLETED}} or {{FAILED}}.',
    'Call {{tech-adapter#validate}}; the page has at most {{perimeter-resolver#resolveResources.limit.maximum}} items.',
    'Ask for at most 7 items, by default 6.',
    'The `GET` method of HTTP, OK?',
    'Your `POST /somewhere/else`.',
    '```json run\n{"status": "RUNNING"}\n```',
    '| Value | Meaning |\n|---|---|\n| {{RUNNING}} | on |\n| {{COMPLETED}} | done |\n| {{FAILED}} | not |',
  ])('may be printed: %s', async (body) => {
    expect(await findings(body, ABOUT)).toEqual([]);
  });

  it.each([
    { body: 'The task is\n`RUNNING`.', finding: '7 RUNNING is a value of a contract: write {{RUNNING}}' },
    { body: 'It ends as COMPLETED.', finding: '6 COMPLETED is a value of a contract: write {{COMPLETED}}' },
    {
      body: 'It answers `DESCRIPTOR_REQUIRED`.',
      finding: /^6 DESCRIPTOR_REQUIRED is an error of a contract: write \{\{error:.*:DESCRIPTOR_REQUIRED\}\}/,
    },
    {
      body: 'The result has `LAST_RESULT_CONTENT`.',
      finding: /^6 LAST_RESULT_CONTENT is a value of governance: add it/,
    },
    {
      body: 'Send `POST /tech-adapter/v1/validate`.',
      finding: '6 POST /tech-adapter/v1/validate: write {{tech-adapter#validate}}',
    },
    {
      body: 'Ask `GET /v1/provision/{id}/status`.',
      finding: /^6 .*write \{\{(?:tech-adapter|data-catalog-plugin)#/,
    },
    {
      body: 'A page has at most 50 items.',
      finding:
        '6 "at most 50" is said by a contract: write {{perimeter-resolver#PageInfo/limit.maximum}} or {{perimeter-resolver#resolveResources.limit.maximum}}',
    },
    { body: 'No page is longer than 50 items.', finding: /^6 "longer than 50".*\.limit\.maximum\}\}/ },
    {
      body: 'Without it the default is `PT1H`.',
      finding: /^6 "default is PT1H".*governance#.*default\}\}/,
      more: { contracts: ['governance'] },
    },
    { body: 'It has 20 items: the default is `20`.', finding: /^6 "default is 20".*\.limit\.default\}\}/ },
    {
      body: '- `name`: by name\n- `below`: less\n- `above`: more\n- `below_or_equal`: not more',
      more: { contracts: ['governance'] },
      finding: /^7 a list of the values of .*write ::: contract enum governance#/,
    },
  ])('must not be typed by hand: $body', async ({ body, finding, more }) => {
    expect(await findings(body, more ?? ABOUT)).toEqual([
      typeof finding === 'string' ? finding : expect.stringMatching(finding),
    ]);
  });
});

describe('the language of data that pages are made of', () => {
  it('is checked where it is prose', async () => {
    const yaml =
      '# teh comment\n- term: Teh\n  definition: >-\n    A word that is\n    simply teh best there is.\n';
    const problems = await checkLanguageOfData('a.yaml', yaml);
    expect(problems.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
      expect.stringMatching(/^a\.yaml:3 "teh"/),
      expect.stringMatching(/^a\.yaml:3 "simply"/),
    ]);
  });
});

describe('the pages of this site', () => {
  const { contentDir } = readSettings([], {});
  const { sources } = loadContent(contentDir, []);
  const data = readdirSync(contentDir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(?:^|\/)_(?!sources)[^/]*\.yaml$/.test(name) && !name.startsWith('_schemas'),
  );
  let problems: readonly Problem[] = [];
  beforeAll(async () => {
    problems = await checkLanguage(sources);
  });

  it.each(sources.map(({ file }) => file))('%s are written as we write', (file) => {
    expect(problems.filter((problem) => problem.file === file).map(place)).toEqual([]);
  });

  it.each(data)('%s is written as we write', async (name) => {
    const problems = await checkLanguageOfData(name, readFileSync(path.join(contentDir, name), 'utf8'));
    expect(problems.map(place)).toEqual([]);
  });
});

describe('the projects that init writes', () => {
  it.each(projectFiles())('%s is written as we write', async (file) => {
    expect((await checkLanguageOfProjects([file])).map(place)).toEqual([]);
  });
});
