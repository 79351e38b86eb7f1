import { Readable } from "node:stream";
import { ZipFile } from "yazl";

export interface ZipEntry {
  /** A file name without folders. */
  readonly name: string;
  readonly bytes: number;
  readonly at: Date;
  read(): AsyncIterable<Buffer>;
}

/**
 * A ZIP archive whose length is known before it is read, because it stores its files as they are: PDFs and pictures are
 * compressed already. Each reading makes it again, file by file, from the same bytes.
 */
export function zipOf(entries: readonly ZipEntry[]) {
  return {
    bytes: lengthOf(entries),
    /** Bytes from `start` to `end`, both included. */
    read: ({ start, end }: { start: number; end: number }) => slice(pack(entries), start, end),
  };
}

const optionsOf = ({ bytes, at }: ZipEntry) => ({ size: bytes, mtime: at, compress: false });

function lengthOf(entries: readonly ZipEntry[]): number {
  let length = 0;
  const zip = new ZipFile();
  for (const entry of entries) zip.addReadStreamLazy(entry.name, optionsOf(entry), () => {}); // nothing is read
  // At once, and with a number: every size is given. Its types leave out the number.
  zip.end(undefined, (total = 0) => {
    length = total;
  });
  return length;
}

async function* pack(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const opened: Readable[] = [];
  const fail = (error: Error) => output.destroy(error);
  zip.on("error", fail); // a file of another length than announced
  for (const entry of entries)
    zip.addReadStreamLazy(entry.name, optionsOf(entry), (give) => {
      const file = Readable.from(entry.read());
      file.on("error", fail);
      opened.push(file);
      give(null, file);
    });
  zip.end();
  try {
    yield* output as AsyncIterable<Buffer>;
  } finally {
    for (const file of opened) file.destroy(); // the reader may have left in the middle of one
  }
}

async function* slice(parts: AsyncIterable<Buffer>, start: number, end: number): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const part of parts) {
    const wanted = part.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    at += part.length;
    if (wanted.length > 0) yield wanted;
    if (at > end) return;
  }
}
