/** `urn:dmb:dp:DOMAIN:SYSTEM:MAJOR` and everything below it. */
const SYSTEM = /^urn:dmb:dp:[\w-]+:[\w-]+:(\d+)$/i;
const COMPONENT = /^urn:dmb:cmp:[\w-]+:[\w-]+:(\d+)(:[\w-]+)+$/i;
const VERSION = /^(\d+)\.\d+\..+$/;

/** Major version in the URN of a system or a component; `undefined` for other identifiers. */
export function majorOfUrn(id: string): string | undefined {
  return (SYSTEM.exec(id) ?? COMPONENT.exec(id))?.[1];
}

/** Major of a version such as `1.2.0` or `1.3.0-SNAPSHOT-4`; `undefined` for anything else. */
export function majorOfVersion(version: string): string | undefined {
  return VERSION.exec(version)?.[1];
}

/** URNs are case-insensitive; the ids of infrastructure templates are the exception and are compared unchanged. */
export function sameUrn(a: string, b: string): boolean {
  return urnKey(a) === urnKey(b);
}

/** A canonical form of the URN. */
export function urnKey(urn: string): string {
  return urn.toLowerCase();
}
