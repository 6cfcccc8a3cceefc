import type { Trial } from '../suite/check.ts';
import type { Exchange } from '../suite/exchange.ts';
import { brief, isObject } from '../suite/json.ts';

/**
 * Checks the entries of a product's page, `{type, label, value, href}`. Only values of this shape are for the page;
 * others are stored and not shown.
 *
 * @param pointer JSON pointer of the parent of the entries.
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
    // A link is opened from pages of the marketplace: only an absolute address works there.
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
