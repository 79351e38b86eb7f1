export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Calls that take one get a random one otherwise, the same over retries. */
  readonly idempotencyKey?: string;
}

/** A file of the API, read once. */
export interface Download {
  /** As the server names it. */
  readonly name: string;
  readonly mediaType: string;
  bytes(): Promise<Uint8Array>;
  /** Writes it to this path, folders included; a file cut short leaves nothing there. */
  saveTo(file: string): Promise<void>;
}

/** Awaited: the first page. Iterated with `for await`: every row of all pages. */
export interface Page<Row> extends PromiseLike<Row[]>, AsyncIterable<Row> {}
