// The text of each finished report, written once and never changed: beside the state file, or in memory.
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "../shared/state-file.ts";

export interface ReportBodies {
  /** Stores a finished report's JSON text. */
  save(reportId: string, text: string): Promise<void>;
  /** The text, or undefined when it was removed. */
  read(reportId: string): Promise<string | undefined>;
  remove(reportId: string): Promise<void>;
}

/** With `folder` null the texts stay in memory. */
export async function openReportBodies(folder: string | null): Promise<ReportBodies> {
  if (folder === null) {
    const texts = new Map<string, string>();
    return {
      save: async (id, text) => void texts.set(id, text),
      read: async (id) => texts.get(id),
      remove: async (id) => void texts.delete(id),
    };
  }
  await mkdir(folder, { recursive: true });
  const fileOf = (id: string) => join(folder, `${id}.json`);
  return {
    save: (id, text) => replaceFile(fileOf(id), text),
    read: (id) => readFile(fileOf(id), "utf8").catch(() => undefined),
    remove: (id) => rm(fileOf(id), { force: true }),
  };
}
