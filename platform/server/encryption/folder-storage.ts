import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileIsCutOff, filePath, isFileName, type FileStorage } from "./file-storage.ts";

const READ_BYTES = 65_536;

/** Files appear under their names once everything is on disk. Ignores `retain`. */
export function openFolderStorage(folder: string): FileStorage {
  const pathOf = (name: string) => join(folder, filePath(name));
  return {
    async put(name, content) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const draft = `${path}.${randomBytes(6).toString("hex")}`;
      const file = await open(draft, "wx", 0o600);
      try {
        await file.writeFile(content); // unlike write, which may write a part only when the disk gets full
        await file.sync();
      } catch (error) {
        await file.close();
        await rm(draft, { force: true });
        throw error;
      }
      await file.close();
      await rename(draft, path);
      await syncFolder(dirname(path));
    },

    async *read(name, range) {
      const file = await open(pathOf(name), "r");
      try {
        const { start, end } = range ?? { start: 0, end: (await file.stat()).size - 1 };
        for (let at = start; at <= end; at += READ_BYTES) {
          const part = Buffer.alloc(Math.min(READ_BYTES, end - at + 1));
          const { bytesRead } = await file.read(part, 0, part.length, at);
          if (bytesRead !== part.length) throw fileIsCutOff(name);
          yield part;
        }
      } finally {
        await file.close();
      }
    },

    remove: (name) => rm(pathOf(name), { force: true }),

    async abortUploads() {}, // drafts are files of their own

    async *untouchedSince(moment, prefix) {
      for (const name of await namesIn(join(folder, prefix))) {
        if (!isFileName(name)) continue;
        const found = await stat(pathOf(name)).catch(nothingThere);
        if (found && found.mtime < moment) yield name;
      }
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(nothingThere)) ?? [];
}

function nothingThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}

// Until the folder is on disk too, a power cut may lose the file's name.
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
