/** Says that a thing changed, never what: pages read it again under their own rights. */
export interface LiveEvent {
  /** `noun.verb`; the names are the features' own. */
  readonly type: string;
  readonly id: string;
  readonly version: number;
}

/** Close code of a socket whose token or rights do not count; any other close is met by a new connection. */
export const LIVE_REFUSED = 4401;
