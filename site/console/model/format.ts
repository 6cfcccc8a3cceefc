const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });
const MOMENT = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});
const TIME = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** A point in time for display. */
export function formatDate(text: string): string {
  return DATE.format(new Date(text));
}

/** Without the year, where there is little room. */
export function formatMoment(text: string): string {
  return MOMENT.format(new Date(text));
}

/** The time of day alone. */
export function formatTime(text: string): string {
  return TIME.format(new Date(text));
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago something was; the date when that is more than a day. */
export function formatAgo(text: string, now: number): string {
  const ago = now - Date.parse(text);
  if (ago < MINUTE_MS) return 'just now';
  if (ago < HOUR_MS) return `${Math.floor(ago / MINUTE_MS)} min ago`;
  return ago < DAY_MS ? `${Math.floor(ago / HOUR_MS)} h ago` : formatDate(text);
}

/** How long something took. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** How long something took, or has taken until now; undefined before it started. */
export function durationBetween(
  start: string | undefined,
  stop: string | undefined,
  now: number,
): number | undefined {
  if (start === undefined) return undefined;
  return Math.max(0, (stop === undefined ? now : Date.parse(stop)) - Date.parse(start));
}

/** `PARTIALLY_DEPLOYED` or `completedWithError` as words. */
export function inWords(constant: string): string {
  const words = constant
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The last part of a URN, which distinguishes the components of one unit. */
export function shortName(urn: string): string {
  return urn.split(':').at(-1) ?? urn;
}

/** A number with its noun. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
