import type { Numbers } from './checks.ts';

/** Nothing is checked in what browsers download in production: development has found such mistakes before. */
export function checkNumbers(_where: string, _given: Numbers): void {}

/** See `checkNumbers`. */
export function checkAddress(_baseUrl: string): void {}

/** See `checkNumbers`. */
export function checkHeader(_name: string, _value: string): void {}
