import { PNG } from 'pngjs';

/** A filled shape: its corners, and its color as `#rrggbb`. */
export interface Shape {
  readonly corners: readonly (readonly [x: number, y: number])[];
  readonly color: string;
}

/** Red, green, blue and alpha, as the library keeps them. */
const CHANNELS = 4;
const OPAQUE = 255;
/** The color type of a PNG file without alpha. */
const RGB = 2;
/** Samples per pixel in each direction, for smooth edges. */
const SAMPLES = 3;

/** Draws shapes on top of each other, in pixels from the top left, and returns a PNG file. */
export function drawPng(
  { width, height, paper }: { readonly width: number; readonly height: number; readonly paper: string },
  shapes: readonly Shape[],
): Buffer {
  const picture = new PNG({ width, height });
  const ground = [...channels(paper), OPAQUE];
  for (let at = 0; at < picture.data.length; at += CHANNELS) picture.data.set(ground, at);
  for (const shape of shapes) fill(picture, shape);
  return PNG.sync.write(picture, { colorType: RGB });
}

function fill({ data, width }: PNG, { corners, color }: Shape): void {
  const ink = channels(color);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  for (let y = Math.floor(Math.min(...ys)); y < Math.max(...ys); y += 1) {
    for (let x = Math.floor(Math.min(...xs)); x < Math.max(...xs); x += 1) {
      const part = coverage(corners, x, y);
      if (part === 0) continue;
      const at = (y * width + x) * CHANNELS;
      ink.forEach((value, channel) => {
        const below = data[at + channel] ?? 0;
        data[at + channel] = Math.round(below + (value - below) * part);
      });
    }
  }
}

/** How much of a pixel is inside, from 0 to 1. */
function coverage(corners: Shape['corners'], x: number, y: number): number {
  let inside = 0;
  for (let i = 0; i < SAMPLES; i += 1)
    for (let j = 0; j < SAMPLES; j += 1)
      if (contains(corners, x + (i + 0.5) / SAMPLES, y + (j + 0.5) / SAMPLES)) inside += 1;
  return inside / SAMPLES ** 2;
}

/** Whether a ray from the point crosses the outline an odd number of times. */
function contains(corners: Shape['corners'], x: number, y: number): boolean {
  let isInside = false;
  let before = corners.at(-1);
  for (const corner of corners) {
    const [ax, ay] = corner;
    const [bx, by] = before ?? corner;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
    before = corner;
  }
  return isInside;
}

function channels(color: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
