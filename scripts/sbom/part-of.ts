/** The members of a CycloneDX document that name packages; others are kept as they are. */
export interface Bom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly Needs[];
}

interface Component {
  readonly 'bom-ref': string;
}

interface Needs {
  readonly ref: string;
  readonly dependsOn: readonly string[];
}

/**
 * The inventory of one package: itself, and everything that it needs at run time.
 * @param whole everything that is installed, for development as well
 * @param ref the reference of the package in the whole inventory, as `name@version`
 * @param runtime names of the runtime dependencies of each package of the repository, by its reference
 * @throws Error when the inventory does not contain the package
 */
export function partOf(whole: Bom, ref: string, runtime: ReadonlyMap<string, ReadonlySet<string>>): Bom {
  const component = whole.components.find((one) => one['bom-ref'] === ref);
  if (component === undefined) throw new Error(`the inventory has no package ${ref}`);
  const dependencies = whole.dependencies.map(({ ref: from, dependsOn }): Needs => {
    const names = runtime.get(from);
    return { ref: from, dependsOn: dependsOn.filter((one) => names?.has(nameOf(one)) !== false) };
  });
  const needs = new Map(dependencies.map((one) => [one.ref, one.dependsOn]));
  const reached = new Set([ref]);
  for (const one of reached) for (const other of needs.get(one) ?? []) reached.add(other);
  return {
    ...whole,
    metadata: { ...whole.metadata, component },
    components: whole.components.filter((one) => one !== component && reached.has(one['bom-ref'])),
    dependencies: dependencies.filter((one) => reached.has(one.ref)),
  };
}

/** The name in a reference such as `@scope/name@1.0.0`. */
function nameOf(ref: string): string {
  return ref.slice(0, ref.lastIndexOf('@'));
}
