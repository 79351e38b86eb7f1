// A process that puts one file into a bucket, for a test that kills it: node test-upload.ts CONFIG NAME MEGABYTES.
import { randomBytes } from "node:crypto";
import { openS3Storage, type S3Config } from "./s3.ts";

const [config = "", name = "", megabytes = ""] = process.argv.slice(2);
const storage = await openS3Storage(JSON.parse(config) as S3Config);

async function* content(): AsyncGenerator<Buffer> {
  for (let count = 0; count < Number(megabytes); count++) yield randomBytes(1_048_576);
}

await storage.put(name, content());
storage.close();
