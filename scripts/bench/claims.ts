import type { Figure } from './read-figures.ts';

/** A figure that a document states, and how to measure it. */
export interface Claim {
  /** Path of the document, from the root of the repository. */
  readonly document: string;
  /** The words of the document, as they stand there (line ends are spaces). */
  readonly says: string;
  /** The stated number. */
  readonly stated: number;
  /** The same number as measured now; absent if the benchmarks of this run do not give it. */
  measure(figures: readonly Figure[]): number | undefined;
}

const DECISION = 'docs/decisions/0007-own-sender-in-the-client.md';
const CLIENT_PAGE = 'site/content/docs/p4_api/p4_5_automate/p4_5_5_client.md';
const UNDICI = ratio('cpu / tessera on undici / network', 'cpu / bare fetch / network');

/** Every figure that a document of this repository states about its own programs today. */
export const CLAIMS: readonly Claim[] = [
  {
    document: DECISION,
    says: 'A call costs 1.2 times the CPU of a bare `fetch`',
    stated: 1.2,
    measure: ratio('cpu / tessera / network', 'cpu / bare fetch / network'),
  },
  { document: DECISION, says: '0.7 times with undici', stated: 0.7, measure: UNDICI },
  {
    document: DECISION,
    says: 'a call costs 1.4 times the CPU of a bare `fetch`.',
    stated: 1.4,
    measure: ratio('cpu / openapi-fetch / network', 'cpu / bare fetch / network'),
  },
  {
    document: DECISION,
    says: 'the 6,000 bytes of an application',
    stated: 6_000,
    measure: value('size / tessera / gzip'),
  },
  {
    document: CLIENT_PAGE,
    says: 'about 0.7 times the CPU time of `fetch`',
    stated: 0.7,
    measure: UNDICI,
  },
  {
    document: 'conformance/README.md',
    says: 'bundles the command and the library into `dist/`, about 2.6 MB.',
    stated: 2.6,
    measure: value('rows / installed, with everything that it needs / value'),
  },
];

function value(what: string): Claim['measure'] {
  return (figures) => figures.find((figure) => figure.what === what)?.value;
}

function ratio(what: string, toWhat: string): Claim['measure'] {
  return (figures) => {
    const [own, base] = [what, toWhat].map((name) => value(name)(figures));
    return own === undefined || base === undefined ? undefined : own / base;
  };
}
