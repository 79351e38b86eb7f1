export interface RemoteQuery {
  readonly limit: number;
  /** The key that the page before gave; `null` for the first. */
  readonly after: string | null;
  readonly search: string;
  /** `null` leaves the order to the list. */
  readonly sort: string | null;
  readonly direction: "ascending" | "descending";
}

export interface RemoteRows<Row> {
  /** `undefined` until the first page is here. */
  readonly rows: readonly Row[] | undefined;
  /** Opaque key of the next page; `null` at the end. */
  readonly next: string | null;
  readonly isFetching: boolean;
  readonly error: Error | null;
  /** Asks for the same page again. */
  readonly retry: () => void;
}

/** A hook. */
export type UseRemote<Row> = (asked: RemoteQuery) => RemoteRows<Row>;
