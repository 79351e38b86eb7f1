// The state of one sandbox provider: a plain object, stored as a small JSON file when there is a folder for it.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** How long changes collect before they are written, in milliseconds. */
const GATHER_MS = 100;

export interface Memory<T> {
  data: T;
  /** Call after a change to `data`. Several changes are written together, soon after. */
  changed(): void;
  /** Writes pending changes; resolves when they are on disk. */
  flush(): Promise<void>;
}

/** Prints one line for the person who started the sandbox. */
export type Say = (line: string) => void;

/** Opens the state stored in `path`. When `path` is null, the state ends with the process. */
export async function openMemory<T extends object>(path: string | null, empty: () => T, say: Say): Promise<Memory<T>> {
  if (path === null) return { data: empty(), changed: () => undefined, flush: () => Promise.resolve() };
  await mkdir(dirname(path), { recursive: true });
  // Fields that a later version added start empty when the file is older.
  const data = { ...empty(), ...(await readState<T>(path, say)) };
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(() => replaceFile(path, JSON.stringify(memory.data)));
    return writing;
  };
  const memory: Memory<T> = {
    data,
    changed() {
      timer ??= setTimeout(() => {
        write().catch((error: unknown) => {
          say(`The state file ${path} could not be written: ${String(error)}`);
          writing = Promise.resolve();
        });
      }, GATHER_MS);
    },
    flush: () => (timer === undefined ? writing : write()),
  };
  return memory;
}

/** Writes a new file and renames it, so that no reader or crash leaves half a file. */
export async function replaceFile(path: string, content: string): Promise<void> {
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
}

async function readState<T>(path: string, say: Say): Promise<Partial<T>> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return {};
    throw error;
  }
  try {
    return JSON.parse(text) as Partial<T>;
  } catch {
    await rename(path, `${path}.broken`);
    say(`The state file ${path} is not readable; it is renamed ${path}.broken and the sandbox starts empty.`);
    return {};
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
