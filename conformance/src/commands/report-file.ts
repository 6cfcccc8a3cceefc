import { ConfigError } from '../config-error.ts';
import { readFile } from '../config-values.ts';
import { at, parseJson } from '../suite/json.ts';
import { REPORT_VERSION, type Report } from '../suite/report.ts';

/** A JSON report of this suite. */
export function readReport(path: string): Report {
  const text = readFile('the report', path);
  const json = parseJson(text);
  if (json === undefined) throw new ConfigError(`${path}: is not JSON`);
  if (at(json.value, 'format') !== 'tessera-conformance-report')
    throw new ConfigError(`${path}: is no conformance report`);
  const version = at(json.value, 'formatVersion');
  if (version !== REPORT_VERSION)
    throw new ConfigError(
      `${path}: has format version ${String(version)}; this suite reads ${REPORT_VERSION}`,
    );
  const report: Report = JSON.parse(text);
  return report;
}
