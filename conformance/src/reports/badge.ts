import type { Report } from '../suite/report.ts';
import { verdictWords } from './verdict-words.ts';

const COLORS: Readonly<Record<Report['verdict'], string>> = {
  conformant: '#1a6b3c',
  partial: '#8a5a00',
  'non-conformant': '#b3261e',
  inconclusive: '#5b5750',
};
/** Average width of a character in the badge's font, in pixels. */
const CHARACTER = 6.6;

/** A badge for a README: the contract, its version and the verdict. */
export function renderBadge(report: Report): string {
  const { suite, verdict } = report;
  const right = verdictWords(report);
  const left = `${suite.contract} ${suite.contractVersion}`;
  const widths = [left, right].map((text) => Math.round(text.length * CHARACTER + 14));
  const [first = 0, second = 0] = widths;
  const total = first + second;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${total}" height="20" role="img" aria-label="${left}: ${right}">
<title>${left}: ${right}</title>
<clipPath id="r"><rect width="${total}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${first}" height="20" fill="#35322d"/><rect x="${first}" width="${second}" height="20" fill="${COLORS[verdict]}"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
<text x="${first / 2}" y="14" textLength="${first - 12}">${left}</text>
<text x="${first + second / 2}" y="14" textLength="${second - 12}">${right}</text>
</g>
</svg>
`;
}
