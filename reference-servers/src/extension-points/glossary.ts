/** A term of a glossary, as a picker offers it. */
export interface Term {
  readonly id: string;
  readonly value: string;
  readonly description: string;
  readonly domain: string;
  readonly [member: string]: unknown;
}

/** What the terms are about, by domain. */
const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  logistics: ['shipment', 'carrier', 'parcel', 'route', 'warehouse', 'delivery', 'vehicle', 'pallet'],
  sales: ['order', 'customer', 'offer', 'discount', 'campaign', 'store'],
  finance: ['invoice', 'payment', 'cost center', 'budget', 'account', 'tax'],
  people: ['employee', 'contract', 'shift', 'training', 'absence'],
};

/** The aspects of a subject. */
const ASPECTS = [
  'number',
  'name',
  'state',
  'type',
  'date',
  'amount',
  'currency',
  'weight',
  'address',
  'country',
  'owner',
  'priority',
  'duration',
  'origin',
  'target',
  'channel',
  'reason',
  'rating',
  'limit',
  'history',
] as const;

/** The meaning: the word before the term, and the end of its description. */
const MEANINGS: Readonly<Record<string, string>> = {
  '': 'as everybody uses it',
  actual: 'as it turned out',
  planned: 'as it was planned',
  expected: 'as it is expected today',
  first: 'when it was first known',
  latest: 'when it was last changed',
  confirmed: 'as a user confirmed it',
  reported: 'as it was reported to authorities',
  average: 'on average over a month',
  total: 'summed up over a year',
  lowest: 'at its lowest',
  highest: 'at its highest',
  internal: 'for use inside the company',
  external: 'for use with partners',
  legal: 'as the law defines it',
  local: 'as the country defines it',
  legacy: 'as the old system had it',
  corrected: 'after corrections',
  estimated: 'as a model estimates it',
  archived: 'as it is kept in the archive',
};

/** Every combination of subject, aspect and meaning: ten thousand terms, always in the same order. */
export function glossaryTerms(): Term[] {
  const subjects = Object.entries(SUBJECTS).flatMap(([domain, names]) =>
    names.map((subject) => ({ domain, subject })),
  );
  const meanings = Object.entries(MEANINGS);
  return subjects
    .flatMap(({ domain, subject }) =>
      meanings.flatMap(([word, meaning]) =>
        ASPECTS.map((aspect) => ({ domain, subject, aspect, word, meaning })),
      ),
    )
    .map(({ domain, subject, aspect, word, meaning }, index) => {
      const name = `${word} ${subject} ${aspect}`.trim();
      return {
        id: `term-${index + 1}`,
        value: name.charAt(0).toUpperCase() + name.slice(1),
        description: `The ${aspect} of ${/^[aeiou]/.test(subject) ? 'an' : 'a'} ${subject}, ${meaning}`,
        domain,
      };
    });
}
