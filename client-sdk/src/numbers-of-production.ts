import type { Numbers } from './numbers.ts';

/** Stands for `#numbers` in what browsers download: numbers were tried in development, and the check weighs 100 bytes. */
export function checkNumbers(_where: string, _given: Numbers): void {}
