import { ConfigError } from './config-error.ts';
import { asText, at, brief, isObject } from './suite/json.ts';
import type { Waiver } from './suite/waivers.ts';
import { parseYaml } from './suite/yaml.ts';

const TEXTS = ['id', 'reason', 'owner', 'expires'];
const KNOWN = [...TEXTS, 'clause', 'link'];

/** Reads the list under `waivers`; every incomplete entry is reported. */
export function readWaivers(path: string, text: string): Waiver[] {
  const problems: string[] = [];
  const parsed = parseYaml(text);
  if ('problem' in parsed) throw new ConfigError(`--waivers ${path}: is not YAML: ${parsed.problem}`);
  const list = at(parsed.value, 'waivers');
  if (!Array.isArray(list)) throw new ConfigError(`--waivers ${path}: contains no list 'waivers'`);
  const waivers = list.flatMap((entry: unknown, index): Waiver[] => {
    const where = `entry ${index + 1}`;
    const missing = TEXTS.filter((name) => typeof at(entry, name) !== 'string' || at(entry, name) === '');
    const unknown = isObject(entry) ? Object.keys(entry).filter((key) => !KNOWN.includes(key)) : [];
    if (missing.length > 0) problems.push(`${where} lacks ${missing.join(', ')}`);
    if (unknown.length > 0) problems.push(`${where} has an unknown ${unknown.join(', ')}`);
    const expires = asText(at(entry, 'expires'));
    const link = at(entry, 'link');
    if (missing.length === 0 && !/^\d{4}-\d{2}-\d{2}$/.test(expires))
      problems.push(`${where}: expires is a day such as 2027-01-31, not ${brief(expires)}`);
    return [
      {
        id: asText(at(entry, 'id')),
        reason: asText(at(entry, 'reason')),
        owner: asText(at(entry, 'owner')),
        expires,
        ...(typeof link === 'string' && link !== '' ? { link } : {}),
      },
    ];
  });
  if (problems.length > 0) throw new ConfigError(`--waivers ${path}: ${problems.join('; ')}`);
  return waivers;
}
