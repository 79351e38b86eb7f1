// Owns what the command palette can do: a name, the words it is found by, what happens.

export interface Command {
  /** Stays the same from visit to visit: what was used last is remembered by it. */
  readonly id: string;
  readonly label: string;
  /** The heading it stands under. */
  readonly group: string;
  /** Other words that find it. */
  readonly words?: string;
  /** A quiet word beside the label. */
  readonly hint?: string;
  /** The keys that do the same without the palette: `c`, or `g b` one after the other. */
  readonly keys?: string;
  /** One of very many: listed when it is searched for, or was used of late. */
  readonly isOnlyFound?: boolean;
  readonly run: () => void;
}
