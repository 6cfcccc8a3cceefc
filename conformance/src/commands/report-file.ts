import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { ConfigError } from '../config-error.ts';
import { readFile } from '../config-values.ts';
import { readOwnFile } from '../own-files.ts';
import { asText, at, parseJson } from '../suite/json.ts';
import { REPORT_VERSION, type Report } from '../suite/report.ts';

let isReport: ValidateFunction<Report> | undefined;

function compileSchema(): ValidateFunction<Report> {
  const schema: object = JSON.parse(readOwnFile('report.schema.json'));
  return new Ajv2020({ strict: false, validateFormats: false }).compile<Report>(schema);
}

/**
 * A JSON report of this suite.
 * @throws ConfigError for a file that is not a report, or violates the schema that is published with the suite
 */
export function readReport(path: string): Report {
  const json = parseJson(readFile('the report', path));
  if (json === undefined) throw new ConfigError(`${path}: is not JSON`);
  if (at(json.value, 'format') !== 'tessera-conformance-report')
    throw new ConfigError(`${path}: is not a conformance report`);
  const version = at(json.value, 'formatVersion');
  if (version !== REPORT_VERSION)
    throw new ConfigError(
      `${path}: has format version ${asText(version)}; this suite reads ${REPORT_VERSION}`,
    );
  const { value } = json;
  isReport ??= compileSchema();
  if (isReport(value)) return value;
  const [first] = isReport.errors ?? [];
  const where = first === undefined || first.instancePath === '' ? 'the report' : first.instancePath;
  throw new ConfigError(
    `${path}: is not a complete report: ${where} ${first?.message ?? 'violates its schema'}; create it again`,
  );
}
