import type { Report } from '../suite/report.ts';

const LEVELS: Readonly<Record<string, 'error' | 'warning' | 'note'>> = {
  fail: 'error',
  warn: 'warning',
  note: 'note',
};

/** SARIF 2.1.0, as code scanning reads it: a rule per requirement, a result per check that found something. */
export function renderSarif(report: Report): string {
  const requirements = new Map(report.checks.map((check) => [check.requirement, check]));
  const rules = [...requirements].map(([id, { title, clause, why, level }]) => ({
    id,
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: `${level}. ${clause}. ${why}` },
    defaultConfiguration: { level: level === 'MUST' ? 'error' : level === 'SHOULD' ? 'warning' : 'note' },
  }));
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
        message: { text: `${check.title}: expected ${first.expected}, got ${first.actual}` },
        locations: [
          {
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
