export interface Command {
  /** Stays the same from visit to visit: what was used last is remembered by it. */
  readonly id: string;
  readonly label: string;
  /** The heading that lists it. */
  readonly group: string;
  /** More search terms that find it. */
  readonly words?: string;
  /** A quiet word beside the label. */
  readonly hint?: string;
  /** The keys that do the same without the palette: `c`, or `g b` one after the other. */
  readonly keys?: string;
  /** One of very many commands: listed only in search results, or when used recently. */
  readonly isOnlyFound?: boolean;
  readonly run: () => void;
}
