/** A page that explains something of the contracts. */
export interface Guide {
  readonly title: string;
  readonly href: string;
}

/** Guides by the anchor of an operation or a webhook, or by the id of an API. */
export type Guides = ReadonlyMap<string, readonly Guide[]>;
