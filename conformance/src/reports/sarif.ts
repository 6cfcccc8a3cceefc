import { explanationOf, pageOf } from '../explanations.ts';
import type { Report } from '../suite/report.ts';
import { fixOf } from './fix-of.ts';

const LEVELS: Readonly<Record<string, 'error' | 'warning' | 'note'>> = {
  fail: 'error',
  warn: 'warning',
  note: 'note',
};

/**
 * SARIF 2.1.0 for code scanning: a rule per requirement, a result per check with a finding. A result needs a file: the
 * path of the request stands in for it, because the location of the code is unknown.
 */
export function renderSarif(report: Report): string {
  const { contract, docsUrl } = report.suite;
  const requirements = new Map(report.checks.map((check) => [check.requirement, check]));
  const rules = [...requirements].map(([id, { clause, why, level }]) => {
    const { means, fix } = explanationOf(contract, id);
    return {
      id,
      shortDescription: { text: /^.*?[.:](?=\s|$)/.exec(means)?.[0] ?? means },
      fullDescription: { text: `${means} ${why}` },
      help: {
        text: `${level}. ${clause}. ${fix} See ${pageOf(contract, id, docsUrl)} of the documentation.`,
      },
      ...(docsUrl === undefined ? {} : { helpUri: pageOf(contract, id, docsUrl) }),
      defaultConfiguration: { level: level === 'MUST' ? 'error' : level === 'SHOULD' ? 'warning' : 'note' },
    };
  });
  const results = report.checks.flatMap((check) => {
    const level = LEVELS[check.verdict];
    const [first] = check.findings;
    if (level === undefined || first === undefined) return [];
    const shown = report.exchanges.find(({ id }) => id === first.exchanges[0]);
    const path = shown?.request.path.split('?', 1)[0] ?? '/';
    return [
      {
        ruleId: check.requirement,
        level,
        message: {
          text: `${check.title}: expected ${first.expected}, got ${first.actual}. Fix: ${fixOf(report, check)}`,
        },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: path.replace(/^\/+/, '') || contract },
              region: { startLine: 1 },
            },
            logicalLocations: [
              { fullyQualifiedName: `${shown?.request.method ?? ''} ${path}`, kind: 'resource' },
            ],
          },
        ],
        properties: { severity: check.severity },
        partialFingerprints: { check: check.id },
      },
    ];
  });
  const driver = { name: 'tessera-conformance', semanticVersion: report.suite.version, rules };
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results }],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
