import type { Page } from '../../shared/site.ts';
import type { Output } from './output-folder.ts';
import { drawPng, type Shape } from './png.ts';

/** Size of the picture that other sites show with a link to a page, in pixels. */
export const SOCIAL_SIZE = { width: 1200, height: 630 } as const;

const FOLDER = 'social/';
const PAPER = '#fdfcfa';
const ACCENT = '#b4480d';
const INK = '#2b3a42';

type Corners = Shape['corners'];

/** The two halves of the site's mark, in a square of 24. */
const LEFT: Corners = [
  ...([
    [3, 5],
    [3.6, 3.6],
    [5, 3],
    [13, 3],
    [9.5, 8],
    [12.5, 11.5],
  ] as const),
  ...([
    [9.5, 15],
    [12, 21],
    [5, 21],
    [3.6, 20.4],
    [3, 19],
  ] as const),
];
const RIGHT: Corners = [
  ...([
    [15.6, 3],
    [19, 3],
    [20.4, 3.6],
    [21, 5],
    [21, 19],
    [20.4, 20.4],
  ] as const),
  ...([
    [19, 21],
    [14.6, 21],
    [12.2, 15.2],
    [15.2, 11.5],
    [12.2, 8.2],
  ] as const),
];

/** A sign for each type of page, in a square of 24. */
const SIGNS = {
  home: [],
  doc: [bar(5, 20), bar(10, 20), bar(15, 13)],
  reference: [
    [
      [9, 4],
      [11, 6],
      [5.5, 12],
      [11, 18],
      [9, 20],
      [1.5, 12],
    ],
    [
      [15, 4],
      [13, 6],
      [18.5, 12],
      [13, 18],
      [15, 20],
      [22.5, 12],
    ],
  ],
  tutorial: [
    [
      [6, 3],
      [21, 12],
      [6, 21],
    ],
  ],
  conformance: [
    [
      [2, 12.5],
      [4.2, 10.3],
      [9.5, 15.6],
      [20, 5],
      [22.2, 7.2],
      [9.5, 20],
    ],
  ],
} as const satisfies Readonly<Record<string, readonly Corners[]>>;

type SocialKind = keyof typeof SIGNS;

function bar(top: number, right: number): Corners {
  return [
    [3, top],
    [right, top],
    [right, top + 2.5],
    [3, top + 2.5],
  ];
}

/** Path of the picture of a page, below the base URL. */
export function socialImageOf({ kind, route }: Pick<Page, 'kind' | 'route'>): string {
  return `${FOLDER}${kindOf(kind, route)}.png`;
}

function kindOf(kind: Page['kind'], route: string): SocialKind {
  if (kind === 'home' || kind === 'reference') return kind;
  if (route.startsWith('/tutorials/')) return 'tutorial';
  return route.startsWith('/conformance/') ? 'conformance' : 'doc';
}

/** Draws the picture of every type of page: the mark, and a sign of the type. */
export function addSocialImages(output: Output): void {
  for (const [kind, signs] of Object.entries(SIGNS)) {
    const isAlone = signs.length === 0;
    const left = isAlone ? 375 : 120;
    const shapes = [
      placed(LEFT, ACCENT, left, 75, 18.75),
      placed(RIGHT, INK, left, 75, 18.75),
      ...signs.map((corners) => placed(corners, INK, 720, 165, 12.5)),
      placed(rectangle(SOCIAL_SIZE.width, 18), ACCENT, 0, SOCIAL_SIZE.height - 18, 1),
    ];
    output.set(`${FOLDER}${kind}.png`, drawPng({ ...SOCIAL_SIZE, paper: PAPER }, shapes));
  }
}

function rectangle(width: number, height: number): Corners {
  return [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
}

function placed(corners: Corners, color: string, left: number, top: number, scale: number): Shape {
  return { color, corners: corners.map(([x, y]) => [left + x * scale, top + y * scale]) };
}
