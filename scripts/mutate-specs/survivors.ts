import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { asArray, asObject, asString } from '../generate/json.ts';

/** The accepted survivors, and why. Throws when an entry has no reason. */
export function readSurvivors(path: string): Map<string, string> {
  const entries = asArray(asObject(parse(readFileSync(path, 'utf8')))['survivors']).map(asObject);
  return new Map(
    entries.map((entry) => {
      const [id, reason] = [asString(entry['id']), asString(entry['reason'])];
      if (id === '' || reason === '') throw new Error(`${path}: every survivor has an id and a reason`);
      return [id, reason];
    }),
  );
}
