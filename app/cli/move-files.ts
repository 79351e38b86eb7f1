// npm run move-files: copies the files of FILES_DIR into the bucket of FILES_URL and compares each with its original.
// What is there already is only compared, so it may be run again.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pino } from "pino";
import { filePath, type FileStorage, isDraft, isFileName } from "#platform/server/encryption/file-storage.ts";
import { S3Refusal } from "#providers/s3/calls.ts";
import { ConfigError } from "../server/config-reader.ts";
import { readProcessConfig } from "../server/config.ts";
import { openStorage } from "../server/product.ts";
import { runCommand } from "./command.ts";

await runCommand(async () => {
  const config = readProcessConfig();
  if (!config.s3) throw new ConfigError("FILES_URL is missing: the bucket to copy to, s3://bucket/prefix.");
  const bucket = await openStorage(config, pino({ level: "warn" }));
  const counts = { copied: 0, present: 0 };
  const names = (await readdir(config.filesDir, { recursive: true })).map((path) => basename(path));
  for (const name of names.filter((each) => isFileName(each) && !isDraft(each)))
    counts[await copy(bucket, name, join(config.filesDir, filePath(name)))] += 1;
  bucket.close?.();
  console.log(`${counts.copied} files copied, ${counts.present} were in the bucket already. All are identical.`);
});

async function copy(bucket: FileStorage, name: string, path: string): Promise<"copied" | "present"> {
  const { size } = await stat(path);
  const original = await hashOf(createReadStream(path));
  const range = { start: 0, end: size - 1 };
  const found = await hashOf(bucket.read(name, range)).catch((error: unknown) => {
    if (error instanceof S3Refusal && error.status === 404) return undefined;
    throw error;
  });
  if (found === undefined) await bucket.put(name, createReadStream(path));
  if ((found ?? (await hashOf(bucket.read(name, range)))) !== original)
    throw new ConfigError(`${name} in the bucket differs from the one in FILES_DIR. Nothing was removed.`);
  return found === undefined ? "copied" : "present";
}

async function hashOf(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of content) hash.update(part);
  return hash.digest("hex");
}
