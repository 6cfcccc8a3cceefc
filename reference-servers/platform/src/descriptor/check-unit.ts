import { findCycle } from '../planning/order.ts';
import type { UnitDescriptor } from './read-unit.ts';

/** A problem of a descriptor. */
export interface Finding {
  /** Dotted path of the field. */
  readonly field: string;
  /** A sentence. */
  readonly message: string;
}

/** The requirements of an installation on descriptors. */
export interface UnitRules {
  readonly environments: readonly string[];
  readonly infrastructureTemplateId: RegExp;
  readonly useCaseTemplateId: RegExp;
}

/** The last major number of a URN that ends with one, such as `urn:dmb:dp:logistics:shipments:1`. */
const MAJOR_OF_URN = /^urn:dmb:dp:[^:]+:[^:]+:(\d+)$/;

/**
 * The checks that the coordinator can do itself, before it calls others: ids, versions, dependencies and template ids.
 */
export function checkUnit(unit: UnitDescriptor, rules: UnitRules): Finding[] {
  return [
    ...checkIdentity(unit, rules),
    ...checkTemplate(unit, '', rules),
    ...unit.components.flatMap((component, index) => [
      ...(component.infrastructureTemplateId === undefined
        ? [
            at(
              `components.${index}.infrastructureTemplateId`,
              `${component.id} names no infrastructure template`,
            ),
          ]
        : []),
      ...checkTemplate(component, `components.${index}.`, rules),
    ]),
    ...checkDependencies(unit),
  ];
}

function checkIdentity({ fields, id, version, environment }: UnitDescriptor, rules: UnitRules): Finding[] {
  const findings: Finding[] = [];
  for (const field of ['name', 'kind']) {
    if (typeof fields[field] !== 'string' || fields[field] === '')
      findings.push(at(field, `${field} is missing`));
  }
  const major = MAJOR_OF_URN.exec(id)?.[1];
  if (version === '') findings.push(at('version', 'version is missing'));
  else if (major !== undefined && version.split('.', 1)[0] !== major) {
    findings.push(at('version', `version ${version} does not have the major version ${major} of ${id}`));
  }
  if (environment === '') findings.push(at('environment', 'environment is missing'));
  else if (!rules.environments.includes(environment)) {
    const known = rules.environments.join(', ');
    findings.push(at('environment', `the platform has no environment ${environment}; it has ${known}`));
  }
  return findings;
}

type Templates = Pick<UnitDescriptor, 'infrastructureTemplateId' | 'useCaseTemplateId'>;

function checkTemplate(of: Templates, prefix: string, rules: UnitRules): Finding[] {
  const names = ['infrastructureTemplateId', 'useCaseTemplateId'] as const;
  return names.flatMap((name) => {
    const id = of[name];
    if (id === undefined || rules[name].test(id)) return [];
    return [at(prefix + name, `${id} does not match ${rules[name].source}`)];
  });
}

function checkDependencies({ components }: UnitDescriptor): Finding[] {
  const seen = new Set<string>();
  const ids = new Set(components.map(({ id }) => id));
  const findings = components.flatMap(({ id, dependsOn }, index): Finding[] => {
    const repeated = seen.has(id)
      ? [at(`components.${index}.id`, `more than one component has the id ${id}`)]
      : [];
    seen.add(id);
    const unknown = dependsOn.flatMap((other, place) =>
      ids.has(other)
        ? []
        : [
            at(
              `components.${index}.dependsOn.${place}`,
              `${id} depends on ${other}, which is no component of the unit`,
            ),
          ],
    );
    return [...repeated, ...unknown];
  });
  const cycle = findCycle(components.map(({ id, dependsOn }) => ({ id, after: dependsOn })));
  if (cycle !== undefined) {
    findings.push(at('components', `the components depend on each other in a cycle: ${cycle.join(' -> ')}`));
  }
  return findings;
}

function at(field: string, message: string): Finding {
  return { field, message };
}
