// npm run copy-files -- FROM TO: copies report files and documents from one storage to another, each a folder or
// s3://bucket/prefix, while the product runs. It may be stopped and run again.
import { resolve } from "node:path";
import { isReportFile } from "#features/asset-reports/server/files/report-files.ts";
import { copyStorage } from "#platform/server/encryption/copy-storage.ts";
import { openLog } from "#platform/server/log.ts";
import { makePrivateFolder } from "#platform/server/private-folder.ts";
import { ConfigError } from "../server/config-reader.ts";
import { environmentWith, readConfig } from "../server/config.ts";
import { openStorage } from "../server/product.ts";
import { runCommand } from "./command.ts";

await runCommand(async () => {
  const [from, to, ...rest] = process.argv.slice(2);
  if (!from || !to || rest.length > 0)
    throw new ConfigError("Usage: npm run copy-files -- FROM TO, each a folder or s3://bucket/prefix");
  const [source, target] = [await openAt(from), await openAt(to)];
  const { copied, present } = await copyStorage(source, target, isReportFile);
  source.close?.();
  target.close?.();
  console.log(`Copied and verified ${copied} files; ${present} were there already.`);
});

/** The settings say how a bucket is reached. */
async function openAt(place: string) {
  const isBucket = place.startsWith("s3://");
  const config = readConfig(
    environmentWith({ FILES_URL: isBucket ? place : "" }),
    resolve(import.meta.dirname, "../.."),
  );
  const filesDir = resolve(place);
  if (!isBucket) makePrivateFolder(filesDir);
  return openStorage({ ...config, filesDir }, openLog(config.logLevel));
}
