/** Both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface PutOptions {
  /** Whether the storage refuses to delete it for a while, where it is set up to. */
  readonly retain?: boolean;
}

/** Where the bytes of encrypted files are: a folder or a bucket. Names are random and no file ever changes. */
export interface FileStorage {
  /** Whole or not at all: once it resolves, the file survives a crash; if it rejects, there is none under that name. */
  put(name: string, content: AsyncIterable<Buffer>, options?: PutOptions): Promise<void>;
  /** The range or all, in pieces of any size. Throws when the file is missing or ends before the range does. */
  read(name: string, range?: ByteRange): AsyncIterable<Buffer>;
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>;
  /** Names that begin with these two characters and lie unchanged since before that moment, drafts included. */
  untouchedSince(moment: Date, prefix: string): AsyncIterable<string>;
  /** Ends what began to be put before that moment and is not listed: the parts that a killed process left in a bucket. */
  abortUploads(before: Date): Promise<void>;
}

/** What names begin with, as they are random: 00 to ff. */
export const FILE_PREFIXES = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, "0"));

/** The last ending is a draft's. */
const FILE_NAME = /^[\w-]{2}[\w-]*\.[a-z]+(?:\.gz)?(?:\.[0-9a-f]{12})?$/;

export function isFileName(name: string): boolean {
  return FILE_NAME.test(name);
}

/** Whether a file is still being written, or was when its process was killed. */
export function isDraft(name: string): boolean {
  return /\.[0-9a-f]{12}$/.test(name);
}

/** `ab/abcd.pdf`, the same in every storage. Throws for a name that would leave it. */
export function filePath(name: string): string {
  if (!isFileName(name)) throw new Error(`Not a file name: ${name}`);
  return `${name.slice(0, 2)}/${name}`;
}

/** Why a file cannot be read to the end of a range. */
export function fileIsCutOff(name: string): Error {
  return new Error(`The encrypted file ${name} is cut off.`);
}
