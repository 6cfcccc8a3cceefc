/** How a change affects one party. `additive`: it may do or gets more and need not act. `none`: it cannot notice. */
export type Verdict = 'none' | 'additive' | 'breaking';

/** The parties that serve a contract, and those that call it. */
export type Party = 'implementers' | 'callers';

/** The roles of the two parties where a change happens. */
export type Role = Party | 'sender' | 'receiver' | 'producer' | 'consumer';

/** One row: a verdict for each affected role, and the reason. */
export type Row = { readonly [role in Role]?: Verdict } & { readonly why: string };

const NARROWED = { producer: 'breaking', consumer: 'none' } as const;
const WIDENED = { producer: 'additive', consumer: 'breaking' } as const;
const BOTH_ENDS = { producer: 'breaking', consumer: 'breaking' } as const;
const BOTH = { implementers: 'breaking', callers: 'breaking' } as const;
const NO_EFFECT = { implementers: 'none', callers: 'none' } as const;

/**
 * Whom a change breaks: one row per kind of change.
 * - `producer`, `consumer`: who writes and who reads the data. In a request the callers produce, in a response the
 *   implementers do; in a callback and its response it is the other way round.
 * - `sender`, `receiver`: who makes the call and who answers it.
 * - `implementers`, `callers`: in either direction.
 *
 * Allowing less affects the writer, allowing more affects the reader. Objects are open, so a member that a reader does
 * not know affects no party.
 */
export const POLICY = {
  // Members of objects
  'member-added': { producer: 'additive', consumer: 'additive', why: 'objects are open' },
  'member-added-to-closed': { ...WIDENED, why: 'readers of a closed object refuse what they do not know' },
  'required-member-added': {
    producer: 'breaking',
    consumer: 'additive',
    why: 'producers do not send it yet',
  },
  'request-member-removed': {
    producer: 'breaking',
    consumer: 'none',
    why: 'what it asked for is not heeded',
  },
  'answer-member-removed': { producer: 'none', consumer: 'breaking', why: 'readers wait for it in vain' },
  'member-became-required': { ...NARROWED, why: 'producers may leave it out' },
  'member-became-optional': { ...WIDENED, why: 'readers count on it' },
  'read-only-set': { sender: 'breaking', receiver: 'none', why: 'may no longer be sent' },
  'read-only-lifted': {
    sender: 'additive',
    receiver: 'breaking',
    why: 'may be sent now, and has to be heeded',
  },
  'write-only-set': { producer: 'none', consumer: 'breaking', why: 'is no longer answered' },
  'write-only-lifted': { producer: 'additive', consumer: 'additive', why: 'a member more in an open object' },
  'object-closed': { ...NARROWED, why: 'producers may send undescribed fields' },
  'object-opened': { ...WIDENED, why: 'readers refuse members that they do not know' },

  // Values
  'value-added': { ...WIDENED, why: 'readers who tell all values apart meet one more' },
  'value-removed': { ...NARROWED, why: 'producers may send it' },
  'values-listed': { ...NARROWED, why: 'producers may send any other value' },
  'values-freed': { ...WIDENED, why: 'readers expect the listed values only' },
  'state-added': { ...WIDENED, why: 'a reader takes a state that it does not know for an end' },
  'end-state-added': {
    producer: 'additive',
    consumer: 'additive',
    why: 'readers have to take a state that they do not know for an end, and so they do',
  },
  'type-changed': { ...BOTH_ENDS, why: 'neither end can go on as it did' },
  'type-widened': { ...WIDENED, why: 'readers meet values of another type' },
  'type-narrowed': { ...NARROWED, why: 'producers may send values of the type that went' },
  'null-admitted': { ...WIDENED, why: 'readers meet null' },
  'null-refused': { ...NARROWED, why: 'producers may send null' },
  'bound-tightened': { ...NARROWED, why: 'producers may send values beyond it' },
  'bound-loosened': { ...WIDENED, why: 'readers count on the old bound' },
  'pattern-set': { ...NARROWED, why: 'producers may send values that do not fit' },
  'pattern-lifted': { ...WIDENED, why: 'readers count on the pattern' },
  'pattern-changed': { ...BOTH_ENDS, why: 'the removed and added values are unknown' },
  'format-set': { ...NARROWED, why: 'producers may send values that do not fit' },
  'format-lifted': { ...WIDENED, why: 'readers parse by the format' },
  'format-widened': { ...WIDENED, why: 'readers have less room' },
  'format-narrowed': { ...NARROWED, why: 'producers send more than fits' },
  'format-changed': { ...BOTH_ENDS, why: 'neither end can go on as it did' },
  'default-set': { sender: 'additive', receiver: 'breaking', why: 'leaving it out now says something' },
  'default-changed': { ...BOTH, why: 'leaving it out says something else' },
  'default-removed': { ...BOTH, why: 'leaving it out no longer says anything' },
  'tuple-changed': { ...BOTH_ENDS, why: 'places mean something else' },

  // Combined schemas
  'constraint-added': { ...NARROWED, why: 'producers may send what it forbids' },
  'constraint-removed': { ...WIDENED, why: 'readers count on it' },
  'constraint-changed': { ...BOTH_ENDS, why: 'the removed and added values are unknown' },
  'alternative-added': { ...WIDENED, why: 'readers do not know the alternative' },
  'alternative-removed': { ...NARROWED, why: 'producers may choose it' },
  'discriminator-changed': { ...BOTH_ENDS, why: 'alternatives are distinguished differently' },
  'discriminator-value-added': { ...WIDENED, why: 'readers do not know the value' },
  'discriminator-value-removed': { ...NARROWED, why: 'producers may send the value' },

  // Parameters and bodies
  'parameter-added': { sender: 'additive', receiver: 'additive', why: 'need not be sent' },
  'required-parameter-added': { sender: 'breaking', receiver: 'additive', why: 'is not sent yet' },
  'parameter-removed': { sender: 'breaking', receiver: 'none', why: 'what it asked for is not heeded' },
  'required-parameter-removed': { ...BOTH, why: 'was always sent, and counted on' },
  'parameter-became-required': { ...NARROWED, why: 'may be left out' },
  'parameter-became-optional': { ...WIDENED, why: 'is counted on' },
  'parameter-rewritten': { ...BOTH, why: 'stands on the wire in another form' },
  'path-parameter-renamed': { ...BOTH, why: 'programs on both ends name it' },
  'request-body-added': { sender: 'additive', receiver: 'additive', why: 'need not be sent' },
  'required-request-body-added': { sender: 'breaking', receiver: 'additive', why: 'is not sent yet' },
  'request-body-removed': { sender: 'breaking', receiver: 'none', why: 'what it asked for is not heeded' },
  'required-request-body-removed': { ...BOTH, why: 'was always sent, and counted on' },
  'request-body-became-required': { ...NARROWED, why: 'may be left out' },
  'request-body-became-optional': { ...WIDENED, why: 'is counted on' },
  'request-media-type-added': { ...WIDENED, why: 'receivers cannot read it yet' },
  'request-media-type-removed': { ...NARROWED, why: 'may be sent' },
  'encoding-changed': { ...BOTH, why: 'stands on the wire in another form' },

  // Answers
  'success-added': { ...WIDENED, why: 'readers take it for something unexpected' },
  'success-removed': { ...BOTH_ENDS, why: 'is answered, and waited for' },
  'error-status-added': {
    producer: 'additive',
    consumer: 'additive',
    why: 'readers take an error that they do not know for its class (RFC 9110, 15)',
  },
  'error-status-removed': { ...BOTH_ENDS, why: 'is answered, and told apart by it' },
  'answer-body-added': { producer: 'breaking', consumer: 'additive', why: 'is not sent yet' },
  'answer-body-removed': { producer: 'none', consumer: 'breaking', why: 'readers wait for it in vain' },
  'answer-media-type-added': { ...WIDENED, why: 'readers who accept anything get it' },
  'answer-media-type-removed': { ...BOTH_ENDS, why: 'is answered, and asked for' },
  'header-added': { producer: 'additive', consumer: 'additive', why: 'need not be sent' },
  'required-header-added': { producer: 'breaking', consumer: 'additive', why: 'is not sent yet' },
  'header-removed': { producer: 'none', consumer: 'breaking', why: 'readers wait for it in vain' },
  'header-became-required': { ...NARROWED, why: 'may be left out' },
  'header-became-optional': { ...WIDENED, why: 'is counted on' },
  'link-added': { sender: 'additive', receiver: 'none', why: 'says where the answer leads' },
  'link-removed': { sender: 'breaking', receiver: 'none', why: 'is followed' },
  'link-changed': { sender: 'breaking', receiver: 'none', why: 'is followed' },

  // Operations
  'contract-added': { implementers: 'additive', callers: 'additive', why: 'implementing it is optional' },
  'contract-removed': { implementers: 'none', callers: 'breaking', why: 'no server must serve it' },
  'operation-added': { sender: 'additive', receiver: 'breaking', why: 'receivers do not serve it yet' },
  'optional-operation-added': { sender: 'additive', receiver: 'additive', why: 'receivers may do without' },
  'operation-removed': { sender: 'breaking', receiver: 'none', why: 'no server must serve it' },
  'operation-id-changed': { ...BOTH, why: 'handlers, clients and links go by it' },
  'call-back-added': { sender: 'additive', receiver: 'breaking', why: 'receivers do not serve it yet' },
  'call-back-removed': { ...BOTH, why: 'no sender calls it, and receivers wait in vain' },
  'address-changed': { ...BOTH, why: 'operations are somewhere else' },
  'security-required': { ...BOTH, why: 'callers send no credentials and implementers check none' },
  'security-lifted': {
    sender: 'additive',
    receiver: 'breaking',
    why: 'receivers refuse calls without credentials',
  },
  'security-choice-added': {
    sender: 'additive',
    receiver: 'breaking',
    why: 'receivers do not take them yet',
  },
  'security-choice-removed': { sender: 'breaking', receiver: 'none', why: 'may be sent' },
  'security-scheme-changed': { ...BOTH, why: 'credentials are sent differently' },

  // The x-dp- keys
  'move-added-by-server': { implementers: 'additive', callers: 'additive', why: 'need not be made' },
  'move-added-by-operation': { implementers: 'breaking', callers: 'additive', why: 'servers refuse it' },
  'move-removed-by-server': { implementers: 'breaking', callers: 'none', why: 'servers make it' },
  'move-removed-by-operation': { implementers: 'none', callers: 'breaking', why: 'callers ask for it' },
  'move-cause-changed': { ...BOTH, why: 'happens by itself no longer, or at a call no longer' },
  'end-lifted': { implementers: 'additive', callers: 'breaking', why: 'callers stop asking there' },
  'end-set': { implementers: 'breaking', callers: 'none', why: 'servers go on from there' },
  'initial-state-changed': { ...BOTH, why: 'things begin in another state' },
  'lifecycle-specified': { implementers: 'breaking', callers: 'additive', why: 'servers may move otherwise' },
  'lifecycle-unspecified': {
    implementers: 'additive',
    callers: 'breaking',
    why: 'callers count on the moves',
  },
  'error-code-added': {
    implementers: 'additive',
    callers: 'additive',
    why: 'readers tolerate a code that they do not know',
  },
  'error-code-removed': { ...BOTH, why: 'is answered, and told apart by it' },
  'error-changed': { ...BOTH, why: 'stands on the wire in another form' },
  'capability-made-mandatory': { implementers: 'breaking', callers: 'additive', why: 'servers do without' },
  'capability-made-optional': { implementers: 'additive', callers: 'breaking', why: 'callers count on it' },
  'capability-changed': { ...BOTH, why: 'is declared or recognized differently' },
  'long-running-set': { implementers: 'none', callers: 'additive', why: 'says how to wait' },
  'long-running-lifted': { implementers: 'none', callers: 'breaking', why: 'callers wait by it' },
  'long-running-state-moved': { ...BOTH, why: 'the state stands somewhere else' },
  'safe-set': { implementers: 'breaking', callers: 'additive', why: 'servers may change something' },
  'safe-lifted': {
    implementers: 'additive',
    callers: 'breaking',
    why: 'callers ask where nothing may change',
  },
  'pagination-set': { implementers: 'none', callers: 'additive', why: 'says how to turn pages' },
  'pagination-lifted': { implementers: 'none', callers: 'breaking', why: 'callers turn pages by it' },
  'pagination-changed': { ...BOTH, why: 'pages are turned differently' },
  'meaning-told': { implementers: 'none', callers: 'additive', why: 'says what it has meant before' },
  'meaning-lifted': { implementers: 'none', callers: 'breaking', why: 'callers go by it' },
  'meaning-changed': { ...BOTH, why: 'names or selects something else' },
  'mark-set': { implementers: 'breaking', callers: 'additive', why: 'servers may not hold it yet' },
  'mark-lifted': { implementers: 'none', callers: 'breaking', why: 'callers go by it' },
  'mark-changed': { ...BOTH, why: 'something else is always so' },
  'rule-added': { ...BOTH, why: 'servers do not hold it yet, and callers break it' },
  'rule-removed': { implementers: 'breaking', callers: 'additive', why: 'servers still hold it' },
  'rule-changed': { ...BOTH, why: 'judges differently' },
  'since-earlier': {
    implementers: 'breaking',
    callers: 'additive',
    why: 'servers of that contract version lack it',
  },
  'since-later': {
    implementers: 'additive',
    callers: 'breaking',
    why: 'callers of that contract version rely on it',
  },

  // Names and words
  'schema-added': { ...NO_EFFECT, why: 'a name more' },
  'schema-removed': { ...BOTH, why: 'its type is exported under that name' },
  'words-changed': { ...NO_EFFECT, why: 'only people read it' },
  'unknown-key-changed': { ...BOTH, why: 'its meaning is unknown' },
  'only-redocly': { ...BOTH, why: 'Redocly calls it major and nothing here says otherwise' },
} as const satisfies Record<string, Row>;

/** The name of a row of the policy. */
export type Kind = keyof typeof POLICY;

/**
 * The parties whose breakage needs a new major version. Integrators implement extension points at their pace, so both
 * parties count there. The platform is the only implementer of its APIs and is released together with them: a new
 * operation means work for it, but breaks no other party.
 */
export const PROTECTED: { readonly [area: string]: readonly Party[] } = {
  'extension-points': ['implementers', 'callers'],
  platform: ['callers'],
};
