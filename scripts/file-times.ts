import { relative, sep } from 'node:path';

/** How long the tests of one file ran, in milliseconds. */
export interface FileTime {
  /** Path from the root of the repository. */
  path: string;
  ms: number;
}

interface Report {
  testResults: { name: string; startTime?: number; endTime?: number }[];
}

/** How many files are listed one by one. */
const LISTED = 10;

/** Reads the time of each file, longest first, from the JSON report of vitest. */
export function readFileTimes(report: string, root: string): FileTime[] {
  const { testResults }: Report = JSON.parse(report);
  return testResults
    .map(({ name, startTime = 0, endTime = 0 }) => ({
      path: relative(root, name).replaceAll(sep, '/'),
      ms: Math.max(0, endTime - startTime),
    }))
    .toSorted((a, b) => b.ms - a.ms);
}

/** Lines with the share of each room and the longest files. Files run side by side, so the sum exceeds the wall time. */
export function describeTimes(times: readonly FileTime[]): string[] {
  const total = times.reduce((sum, { ms }) => sum + ms, 0);
  if (total === 0) return [];
  const rooms = new Map<string, number>();
  for (const { path, ms } of times) {
    const room = path.split('/', 1)[0] ?? path;
    rooms.set(room, (rooms.get(room) ?? 0) + ms);
  }
  const byRoom = [...rooms].toSorted(([, a], [, b]) => b - a);
  return [
    'time of the test files, by room:',
    ...byRoom.map(
      ([room, ms]) => `  ${inSeconds(ms)}  ${String(Math.round((100 * ms) / total)).padStart(3)} %  ${room}`,
    ),
    'longest files:',
    ...times.slice(0, LISTED).map(({ path, ms }) => `  ${inSeconds(ms)}  ${path}`),
  ];
}

function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`.padStart(9);
}
