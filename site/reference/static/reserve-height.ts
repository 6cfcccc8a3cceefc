/** A part of a reference that the browser skips while it is off screen. */
const BLOCK = /<section class="(?:operation|schema|lifecycle|error)"([\s\S]*?)<\/section>/g;
const HEAD = /^<section class="(\w+)"/;
const FOLDED = /(<details(?: class="\w+")?><summary[^>]*>[\s\S]*?<\/summary>)[\s\S]*?(<\/details>)/g;
/** The samples of a request and its answers, before the rest of the meaning. Of the panels of the request one is shown. */
const SAMPLES = /<div class="samples">[\s\S]*?(?=<div class="meaning">|$)/;
const ANSWERS = /<div class="answers">[\s\S]*$/;
const PANELS = /<pre[\s\S]*?<\/pre>/g;
const EXAMPLES = /<details/g;
const LINE_STARTS = /<(?:p|li|h3|h4|dt|summary)[ >]/g;
const PROPERTY_STARTS = /<p class="property"/g;
const TAG = /<[^>]*>/g;

/** Heights in pixels: of an empty block, and what a property, a character and the start of a line add. */
interface Measure {
  readonly empty: number;
  readonly property: number;
  readonly character: number;
  readonly line: number;
}

/** Envelopes of the heights that browsers give our blocks, up to 819 px of width and from 820 px on. */
const NARROW: Measure = { empty: 112, property: 22, character: 1.3, line: 5.5 };
const WIDE: Measure = { empty: 117, property: 10, character: 0.9, line: 11 };
/** From 1280 px on, the samples have a column. */
const BROAD: Measure = { empty: 112, property: 16, character: 1.05, line: 5.5 };
/** Blocks without samples, by their class: the share of their height at 820 px. Some have two columns. */
const BROAD_SHARES: Readonly<Record<string, number>> = { schema: 0.72, lifecycle: 0.92, error: 0.6 };
const ROOT_FONT = 16;
/** Of samples: the tabs, the frame, the file and the button below them; a line; and the most lines before a block scrolls. */
const SAMPLES_FRAME = 165;
const SAMPLE_LINE = 21.5;
const MOST_LINES = 25;
/** Of answers: the heading, the frame of one that is shown, and the name of each, which may take two lines. */
const ANSWERS_FRAME = 50;
const ANSWER_FRAME = 60;
const ANSWER_NAME = 46;

/**
 * Says of every block how much room to keep for it until it is shown. Never too little: what is skipped would lie over its
 * neighbors for programs that ask where links are, and the page would jump.
 */
export function reserveHeights(html: string): string {
  return html.replace(BLOCK, (block) => {
    const samples = SAMPLES.exec(block)?.[0] ?? '';
    const shown = block.replace(SAMPLES, '').replace(FOLDED, '$1$2');
    const lines = shown.match(LINE_STARTS)?.length ?? 0;
    const properties = shown.match(PROPERTY_STARTS)?.length ?? 0;
    const room = ({ empty, property, character, line }: Measure) =>
      Math.ceil((empty + properties * property + textLength(shown) * character + lines * line) / ROOT_FONT);
    const beside = samplesRoom(samples);
    const [narrow, wide] = [room(NARROW) + beside, room(WIDE) + beside];
    const share = BROAD_SHARES[HEAD.exec(block)?.[1] ?? ''] ?? 1;
    const broad = samples === '' ? Math.ceil(wide * share) : Math.max(room(BROAD), beside + 8);
    return block.replace(HEAD, `$& style="--narrow:${narrow}rem;--wide:${wide}rem;--broad:${broad}rem"`);
  });
}

/** Room for the longest of the panels and for the answers, rem. */
function samplesRoom(samples: string): number {
  if (samples === '') return 0;
  const answers = ANSWERS.exec(samples)?.[0] ?? '';
  const requests = panelHeights(samples.replace(ANSWERS, ''));
  return Math.ceil((SAMPLES_FRAME + Math.max(0, ...requests) + answersHeight(answers)) / ROOT_FONT);
}

function answersHeight(answers: string): number {
  if (answers === '') return 0;
  const shown = panelHeights(answers.replace(FOLDED, '$1$2')).map((height) => ANSWER_FRAME + height);
  const names = (answers.match(EXAMPLES) ?? []).length * ANSWER_NAME;
  return shown.reduce((sum, height) => sum + height, ANSWERS_FRAME + names);
}

function panelHeights(html: string): number[] {
  return (html.match(PANELS) ?? []).map(
    (panel) => Math.min(panel.split('\n').length, MOST_LINES) * SAMPLE_LINE,
  );
}

function textLength(html: string): number {
  return html.replace(TAG, '').length;
}
