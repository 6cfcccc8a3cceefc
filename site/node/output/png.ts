import { PNG } from 'pngjs';

/** A filled shape: its corners, and its color as `#rrggbb`. */
export interface Shape {
  readonly corners: readonly (readonly [x: number, y: number])[];
  readonly color: string;
}

/** Red, green, blue and alpha, as the library keeps them. */
const CHANNELS = 4;
const OPAQUE = 255;
/** A PNG file without alpha. Areas of one color compress best as they are: filters for photographs double the size. */
const FORMAT = { colorType: 2, filterType: 0, deflateStrategy: 0 } as const;
/** Samples per pixel in each direction, for smooth edges. */
const SAMPLES = 3;

/** Draws shapes on top of each other, in pixels from the top left, and returns a PNG file. */
export function drawPng(
  { width, height, paper }: { readonly width: number; readonly height: number; readonly paper: string },
  shapes: readonly Shape[],
): Buffer {
  const picture = new PNG({ width, height });
  picture.data.fill(Uint8Array.of(...channels(paper), OPAQUE));
  for (const shape of shapes) fill(picture, shape);
  return PNG.sync.write(picture, FORMAT);
}

function fill({ data, width }: PNG, { corners, color }: Shape): void {
  const ink = channels(color);
  const ys = corners.map(([, y]) => y);
  for (let y = Math.floor(Math.min(...ys)); y < Math.max(...ys); y += 1) {
    for (const [x, samples] of samplesInside(corners, y, width).entries()) {
      if (samples === 0) continue;
      const at = (y * width + x) * CHANNELS;
      ink.forEach((value, channel) => {
        const below = data[at + channel] ?? 0;
        data[at + channel] = Math.round(below + ((value - below) * samples) / SAMPLES ** 2);
      });
    }
  }
}

/** How many samples of each pixel of a row are inside the outline. */
function samplesInside(corners: Shape['corners'], row: number, width: number): Uint8Array {
  const counts = new Uint8Array(width);
  for (let line = 0; line < SAMPLES; line += 1) {
    const crossings = crossingsAt(corners, row + (line + 0.5) / SAMPLES);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const [from = 0, to = 0] = crossings.slice(pair, pair + 2).map((x) => Math.ceil(x * SAMPLES - 0.5));
      for (let sample = from; sample < to; sample += 1) {
        const x = Math.floor(sample / SAMPLES);
        counts[x] = (counts[x] ?? 0) + 1;
      }
    }
  }
  return counts;
}

/** Where a horizontal line crosses the outline, from left to right: inside is between the first and the second, and so on. */
function crossingsAt(corners: Shape['corners'], y: number): number[] {
  return corners
    .flatMap(([ax, ay], index) => {
      const [bx, by] = corners.at(index - 1) ?? [ax, ay];
      return ay > y === by > y ? [] : [((bx - ax) * (y - ay)) / (by - ay) + ax];
    })
    .toSorted((a, b) => a - b);
}

function channels(color: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
