/** A step that writes or changes a file. */
export type FileStep =
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'change'; readonly path: string; readonly hunks: readonly Hunk[] };

/** One step of a recipe, in the order of the text. */
export type Step = FileStep | { readonly kind: 'run'; readonly command: string };

/** A part of a file: the lines as they are, and as they become. */
export interface Hunk {
  readonly before: string;
  readonly after: string;
}

/** A section that shows by an example how to add something. */
export interface Recipe {
  readonly title: string;
  readonly steps: readonly Step[];
}

const SECTION = '## Recipes';
const FENCE = /^( *)```(\w+)(?: title="?([^\s"]+)"?)?[^\n]*\n(.*?)^\1```$/gms;

/** The recipes of a Markdown file: the sections of the level below the heading "Recipes". */
export function readRecipes(markdown: string): Recipe[] {
  const [, ...sections] = partAfter(markdown, SECTION).split(/^### /m);
  return sections.map((section) => ({
    title: section.split('\n', 1)[0] ?? '',
    steps: readSteps(section),
  }));
}

/** The steps of a Markdown text: its blocks with commands, and those with a file as title. */
export function readSteps(markdown: string): Step[] {
  return [...markdown.matchAll(FENCE)].flatMap(([, indent = '', language, path, body = '']): Step[] => {
    const text = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    if (language === 'sh') return commandsIn(text);
    if (path === undefined) return [];
    if (language === 'diff') return [{ kind: 'change', path, hunks: readHunks(text) }];
    return [{ kind: 'write', path, text }];
  });
}

/** A file after a change. @throws Error when a hunk does not fit exactly one place */
export function applyHunks(path: string, text: string, hunks: readonly Hunk[]): string {
  return hunks.reduce((changed, { before, after }) => {
    const places = changed.split(before).length - 1;
    if (places !== 1)
      throw new Error(`${path}: the lines of the recipe are there ${places} times:\n${before}`);
    return changed.replace(before, () => after);
  }, text);
}

function partAfter(markdown: string, heading: string): string {
  const [, rest = ''] = markdown.split(new RegExp(`^${heading}$`, 'm'));
  return rest.split(/^## (?!#)/m, 1)[0] ?? '';
}

function commandsIn(text: string): Step[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((command) => ({ kind: 'run', command }));
}

/** Lines begin with a plus when they are added, with a minus when they are removed; `@@` separates places. */
function readHunks(text: string): Hunk[] {
  return text.split(/^@@\n/m).map((hunk) => {
    const lines = hunk.split('\n').slice(0, -1);
    const without = (sign: string) =>
      lines.filter((line) => !line.startsWith(sign)).map((line) => `${line.slice(1)}\n`);
    return { before: without('+').join(''), after: without('-').join('') };
  });
}
