import type { Trial } from '../suite/check.ts';
import type { Exchange } from '../suite/exchange.ts';
import { brief, isObject } from '../suite/json.ts';

/**
 * Judges the entries that a product's page shows, `{type, label, value, href}`. Only what looks like one is meant for
 * the page; other values are kept and not shown.
 *
 * @param pointer JSON pointer of what holds the entries.
 */
export function expectDisplayEntries(
  trial: Trial,
  exchange: Exchange,
  entries: unknown,
  pointer: string,
): void {
  for (const [key, entry] of Object.entries(isObject(entries) ? entries : {})) {
    if (!isObject(entry) || !('label' in entry || 'href' in entry || ('type' in entry && 'value' in entry)))
      continue;
    trial.saw(exchange);
    const { href = null } = entry;
    const missing = ['type', 'label', 'value'].filter((name) => typeof entry[name] !== 'string');
    // A link is followed from pages of the marketplace: only a whole address leads anywhere from there.
    if (href !== null && !(typeof href === 'string' && (href === '' || URL.canParse(href))))
      missing.push('href');
    if (missing.length === 0) continue;
    trial.violated(
      {
        symptom: 'display entry',
        expected: 'type, label and value as strings, and href as an absolute address',
        actual: brief(entry),
        difference: `${pointer}/${key}: ${missing.join(', ')}`,
      },
      exchange,
    );
  }
}
