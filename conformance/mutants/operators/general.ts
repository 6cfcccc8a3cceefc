/** The requirements that operators find by what they break, in the registers of one kind of contract. */
export interface General {
  readonly status: string;
  readonly schema: string;
  readonly errorSchema: string;
  readonly json: string;
  readonly noBody: string;
  readonly leak: string;
  readonly method: string;
  readonly otherMedia: string;
  readonly malformed: string;
  readonly invalidBody: string;
  readonly invalidQuery: string;
  readonly unknownToken: string;
  readonly token: string;
  readonly tokenKnown: string;
  readonly tokenUnique: string;
  readonly tokenKind: string;
  readonly transitions: string;
  readonly terminal: string;
  readonly final: string;
  readonly kept: string;
  readonly promptStart: string;
  readonly promptPoll: string;
}

/** Registers `every-contract.json` and `tasks.json`. */
export const GENERAL: General = {
  status: 'X-01',
  schema: 'X-02',
  errorSchema: 'X-02',
  json: 'X-03',
  noBody: 'X-04',
  leak: 'X-23',
  method: 'X-19',
  otherMedia: 'CO-08',
  malformed: 'X-11',
  invalidBody: 'X-12',
  invalidQuery: 'X-12',
  unknownToken: 'A-11',
  token: 'A-01',
  tokenKnown: 'A-02',
  tokenUnique: 'A-04',
  tokenKind: 'A-13',
  transitions: 'A-05',
  terminal: 'A-07',
  final: 'A-08',
  kept: 'A-09',
  promptStart: 'A-15',
  promptPoll: 'CO-07',
};

/** Register `platform.json`. */
export const PLATFORM: General = {
  status: 'P-02',
  schema: 'P-03',
  errorSchema: 'P-04',
  json: 'P-05',
  noBody: 'P-06',
  leak: 'P-07',
  method: 'P-16',
  otherMedia: 'P-13',
  malformed: 'P-12',
  invalidBody: 'P-11',
  invalidQuery: 'P-14',
  unknownToken: 'P-15',
  token: 'P-31',
  tokenKnown: 'P-32',
  tokenUnique: 'P-33',
  tokenKind: 'P-65',
  transitions: 'P-34',
  terminal: 'P-35',
  final: 'P-36',
  kept: 'P-36',
  promptStart: 'P-08',
  promptPoll: 'P-08',
};

/** Requirements on the lists and steady answers of one contract; absent where its register has none. */
export interface ListRules {
  readonly overlap?: string;
  readonly past?: string;
  readonly limit?: string;
  readonly byDefault?: string;
  readonly total?: string;
  readonly filter?: string;
  readonly order?: string;
  readonly member?: string;
  readonly steady?: string;
  /** A response that belongs to another request; default: as `steady`. */
  readonly stale?: string;
  readonly prompt?: string;
  readonly promptRefusal?: string;
}

export const LISTS: Readonly<Record<string, ListRules>> = {
  'custom-url-picker': { overlap: 'UP-10', past: 'UP-11', limit: 'UP-06', steady: 'UP-22', prompt: 'UP-23' },
  'perimeter-resolver': {
    overlap: 'PR-12',
    limit: 'PR-06',
    byDefault: 'PR-03',
    steady: 'PR-16',
    promptRefusal: 'PR-17',
  },
  'remote-engine': { steady: 'RE-08', promptRefusal: 'RE-13' },
  'llm-engine': { promptRefusal: 'LE-07' },
  'remote-request-hook': { prompt: 'HK-19' },
  platform: {
    overlap: 'P-20',
    past: 'P-22',
    limit: 'P-21',
    byDefault: 'P-24',
    total: 'P-23',
    filter: 'P-37',
    order: 'P-38',
    member: 'P-39',
    steady: 'P-17',
    stale: 'P-21',
    prompt: 'P-08',
  },
};
