// A process that takes and releases the lock of a folder as it is asked to, one line each: node test-lock.ts FOLDER.
import { createInterface } from "node:readline";
import { FolderInUse, lockFolder } from "./private-folder.ts";

const answer = (text: string) => process.stdout.write(`${text}\n`);
const folder = process.argv[2] ?? "";
let lock: ReturnType<typeof lockFolder> | undefined;

for await (const line of createInterface({ input: process.stdin })) {
  if (line === "release") {
    lock?.release();
    answer("released");
    continue;
  }
  try {
    lock = lockFolder(folder);
    answer("held");
  } catch (error) {
    answer(error instanceof FolderInUse ? "refused" : String(error));
  }
}
