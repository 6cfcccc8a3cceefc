import type { Locator, Page } from 'playwright-core';

/** A part of a page, in CSS pixels from its upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Frames each element with its number, above the page. @throws Error when an element is not visible */
export async function drawMarks(page: Page, elements: readonly Locator[]): Promise<void> {
  const boxes: Box[] = [];
  for (const element of elements) boxes.push(await boxOf(page, element));
  await page.evaluate(draw, boxes);
}

/** The place of one element. @throws Error when it is not visible, or when there are several */
export async function boxOf(page: Page, element: Locator): Promise<Box> {
  const box = await element.boundingBox();
  if (box === null) throw new Error(`${element} is not visible, so it cannot be marked.`);
  const [left, top] = await page.evaluate(() => [scrollX, scrollY] as const);
  return { ...box, x: box.x + left, y: box.y + top };
}

/** Runs in the page, so it names no inner function: the compiler would call a helper that is not there. */
function draw(boxes: readonly Box[]): void {
  const [color, padding, size] = ['#c2255c', 4, 24];
  const frames = boxes.map(({ x, y, width, height }) => ({
    left: `${x - padding}px`,
    top: `${y - padding}px`,
    width: `${width + 2 * padding}px`,
    height: `${height + 2 * padding}px`,
    border: `2px solid ${color}`,
    borderRadius: '8px',
  }));
  const numbers = boxes.map(({ x, y, width }) => ({
    left: `${Math.min(x + width + padding - size / 2, innerWidth - size)}px`,
    top: `${y - padding - size / 2}px`,
    width: `${size}px`,
    height: `${size}px`,
    borderRadius: '50%',
    background: color,
    color: '#fff',
    font: `700 14px/${size}px system-ui, sans-serif`,
    textAlign: 'center',
  }));
  // The numbers come last, so that no frame crosses them.
  for (const [index, style] of [...frames, ...numbers].entries()) {
    const element = document.createElement('div');
    Object.assign(element.style, { position: 'absolute', boxSizing: 'border-box', zIndex: '1000' }, style);
    if (index >= boxes.length) element.textContent = String(index - boxes.length + 1);
    document.body.append(element);
  }
}
