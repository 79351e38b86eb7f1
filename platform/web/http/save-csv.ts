import { ROWS_HEADER, type Call, type Input } from "#platform/contract/call.ts";
import { ApiError } from "./api-error.ts";
import { sendRaw } from "./client.ts";
import { saveFile } from "./download.ts";

/** Rows so far, and how many there were at the start; `null`: not known yet. */
export interface RowProgress {
  readonly rows: number;
  readonly total: number | null;
}

interface SaveOptions {
  /** Of the file. */
  readonly name: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RowProgress) => void;
}

/** Saves a list as CSV. Throws `ApiError`, or what the signal or the person who chooses a place aborted with. */
export type SaveCsv = (options: SaveOptions) => Promise<void>;

/**
 * All rows of a list that the input finds. A browser that can write to a file is given one, so that the rows are never
 * together in memory; call it in the handler of a click, as that asks for a place.
 */
export function csvOf<C extends Call>(call: C, input: Input<C>): SaveCsv {
  return async ({ name, signal, onProgress }) => {
    const file = await chooseFile(name);
    const reply = await sendRaw(call, input, { signal, accept: "text/csv", isBesidePage: true });
    const total = Number(reply.headers.get(ROWS_HEADER) ?? NaN);
    const rows = reply.body!.pipeThrough(countRows((count) => onProgress({ rows: count, total: knownOf(total) })));
    if (file) await writeTo(file, rows, signal);
    else saveFile(await collect(rows, signal), name);
  };
}

function knownOf(total: number): number | null {
  return Number.isNaN(total) ? null : total;
}

interface FilePicker {
  showSaveFilePicker?(options: object): Promise<FileSystemFileHandle>;
}

/** `null`: this browser cannot, or may not here. */
async function chooseFile(name: string): Promise<FileSystemFileHandle | null> {
  const types = [{ description: "CSV", accept: { "text/csv": [".csv"] } }];
  try {
    return (await (globalThis as FilePicker).showSaveFilePicker?.({ suggestedName: name, types })) ?? null;
  } catch (error) {
    if ((error as Error).name === "AbortError") throw error; // the person closed the dialog
    return null;
  }
}

type Rows = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Not with `pipeTo`, which no longer stops once everything is read and only being written. */
async function writeTo(file: FileSystemFileHandle, rows: Rows, signal: AbortSignal): Promise<void> {
  const writer = (await file.createWritable()).getWriter();
  const discard = () => void writer.abort().catch(() => undefined);
  signal.addEventListener("abort", discard, { once: true });
  try {
    await readEach(rows, signal, (part) => writer.write(part));
    await writer.close();
  } catch (error) {
    discard();
    throw signal.aborted ? signal.reason : error;
  }
}

async function collect(rows: Rows, signal: AbortSignal): Promise<Blob> {
  const parts: Blob[] = []; // one each: a browser may put those on disk
  await readEach(rows, signal, (part) => void parts.push(new Blob([part])));
  return new Blob(parts, { type: "text/csv;charset=utf-8" });
}

async function readEach(
  rows: Rows,
  signal: AbortSignal,
  take: (part: Uint8Array<ArrayBuffer>) => Promise<void> | void,
): Promise<void> {
  const reader = rows.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw signal.aborted ? signal.reason : new ApiError(0, "NETWORK", { cause }); // it broke off
    });
    signal.throwIfAborted();
    if (done) return;
    await take(value);
  }
}

const QUOTE = 0x22;
const LINE_END = 0x0a;

/** Counts the rows that pass, without the header. A line end between quotes belongs to a cell. */
function countRows(onCount: (rows: number) => void) {
  let lines = 0;
  let isQuoted = false;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, controller) {
      for (const byte of part) {
        if (byte === QUOTE) isQuoted = !isQuoted;
        else if (byte === LINE_END && !isQuoted) lines++;
      }
      onCount(Math.max(0, lines - 1));
      controller.enqueue(part);
    },
  });
}
