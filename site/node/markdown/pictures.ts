import { existsSync } from 'node:fs';
import { type ContentImage, readImage, variantOf } from '../content/images.ts';
import { escapeHtml } from '../output/escape.ts';

/** Variants of a picture, by what they are for: `plan.dark.webp`, `plan.phone.webp`, `plan.phone.dark.webp`. */
const VARIANTS = ['dark', 'phone', 'phone.dark'] as const;

interface Variant {
  readonly src: string;
  readonly size: ContentImage['size'];
}

/** The variants of a picture that are beside it, by what they are for. */
export type Variants = Readonly<Partial<Record<(typeof VARIANTS)[number], Variant>>>;

/** Publishes the variants of a picture file. */
export function addVariants(file: string, add: (image: ContentImage) => string): Variants {
  const found = VARIANTS.map((name) => [name, variantOf(file, name)] as const).filter(([, own]) =>
    existsSync(own),
  );
  return Object.fromEntries(
    found.map(([name, own]) => {
      const image = readImage(own);
      return [name, { src: add(image), size: image.size }];
    }),
  );
}

/** A picture as HTML, with its variants: a lazy picture that is hidden is not fetched. */
export function renderVariants(image: string, variants: Variants): string {
  const { dark, phone, 'phone.dark': phoneDark } = variants;
  if (dark === undefined) return inNarrowWindow(image, phone);
  const twin = image.replace(/ src="[^"]*"/, ` src="${escapeHtml(dark.src)}"`);
  return (
    inNarrowWindow(image.replace('<img', '<img class="only-light"'), phone) +
    inNarrowWindow(twin.replace('<img', '<img class="only-dark"'), phoneDark)
  );
}

function inNarrowWindow(image: string, variant: Variant | undefined): string {
  if (variant === undefined) return image;
  const { src, size } = variant;
  const place = size === null ? '' : ` width="${size.width}" height="${size.height}"`;
  return `<picture><source media="(max-width: 600px)" srcset="${escapeHtml(src)}"${place}>${image}</picture>`;
}
