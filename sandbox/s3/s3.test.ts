import { lookup } from "node:dns";
import { Agent } from "node:http";
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openS3, type S3 } from "./s3.ts";

const KEYS = { accessKeyId: "key", secretAccessKey: "secret" };
const Bucket = "files";

let s3: S3;
let late = 0;
beforeAll(async () => {
  s3 = await openS3({
    ...KEYS,
    ...{ region: "us-east-1", bucket: Bucket, port: 0, folder: null },
    now: () => new Date(Date.now() + late),
    say: () => undefined,
  });
});
afterEach(() => {
  late = 0;
  s3.reset();
});
afterAll(() => s3.close());

interface Sent {
  headers: Record<string, string>;
  path: string;
  body?: unknown;
}

/** AWS's own client; `change` is what happens to a request, before it is signed or on the way. */
function aClient(
  config: S3ClientConfig = {},
  change?: (sent: Sent) => void,
  step: "build" | "finalizeRequest" = "finalizeRequest",
) {
  const client = new S3Client({
    ...{ region: "us-east-1", endpoint: `http://localhost:${s3.port}`, forcePathStyle: true },
    ...{ credentials: KEYS, maxAttempts: 1, ...config },
  });
  client.middlewareStack.add(
    (next) => (args) => {
      change?.(args.request as Sent);
      return next(args);
    },
    { step: step as "finalizeRequest", priority: "low" },
  );
  return client;
}

const put = (client: S3Client, more = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key: "a/one.pdf", Body: Buffer.from("one"), ...more }));

test("an object comes back whole or in part, by path and by host", async () => {
  const agent = new Agent({ lookup: (_host, options, done) => lookup("localhost", options, done) });
  for (const client of [aClient(), aClient({ forcePathStyle: false, requestHandler: { httpAgent: agent } })]) {
    expect((await put(client)).ETag).toMatch(/^"[0-9a-f]{32}"$/);
    const target = { Bucket, Key: "a/one.pdf" };
    expect(await (await client.send(new GetObjectCommand(target))).Body?.transformToString()).toBe("one");
    const part = await client.send(new GetObjectCommand({ ...target, Range: "bytes=1-9" }));
    expect([await part.Body?.transformToString(), part.ContentRange]).toEqual(["ne", "bytes 1-2/3"]);
    expect(await client.send(new HeadObjectCommand(target))).toMatchObject({ ContentLength: 3 });
  }
});

test.each<[string, S3ClientConfig, ((sent: Sent) => void) | undefined, string]>([
  ["another secret", { credentials: { ...KEYS, secretAccessKey: "other" } }, undefined, "SignatureDoesNotMatch"],
  ["another key", { credentials: { ...KEYS, accessKeyId: "other" } }, undefined, "InvalidAccessKeyId"],
  ["another region", { region: "us-west-2" }, undefined, "AuthorizationHeaderMalformed"],
  ["another path than was signed", {}, (sent) => (sent.path += "x"), "SignatureDoesNotMatch"],
  ["another body than was signed", {}, (sent) => (sent.body = Buffer.from("two")), "XAmzContentSHA256Mismatch"],
  ["a header that was not signed", {}, (sent) => (sent.headers["x-amz-acl"] = "private"), "AccessDenied"],
  ["no signature", {}, (sent) => delete sent.headers["authorization"], "AccessDenied"],
])("a request with %s is refused", async (_what, config, change, name) => {
  await expect(put(aClient(config, change))).rejects.toMatchObject({ name });
});

test("a signature that is older than 15 minutes is refused", async () => {
  late = 16 * 60_000;
  await expect(put(aClient())).rejects.toMatchObject({ name: "RequestTimeTooSkewed" });
});

test("a retention needs a checksum and a date in the future, and holds a version until then", async () => {
  const retention = { ObjectLockMode: "COMPLIANCE", ObjectLockRetainUntilDate: new Date(Date.now() + 60_000) } as const;
  const bare = aClient({}, ({ headers }) => delete headers["x-amz-checksum-crc32"], "build");
  await expect(put(bare, retention)).rejects.toMatchObject({ name: "InvalidRequest" });
  await expect(put(aClient(), { ...retention, ObjectLockRetainUntilDate: new Date(0) })).rejects.toMatchObject({
    name: "InvalidArgument",
  });
  const { VersionId } = await put(aClient(), { ...retention, Key: "b/two.pdf" });
  const target = { Bucket, Key: "b/two.pdf" };
  await expect(aClient().send(new DeleteObjectCommand({ ...target, VersionId }))).rejects.toMatchObject({
    name: "AccessDenied",
  });
  await aClient().send(new DeleteObjectCommand(target));
  await expect(aClient().send(new GetObjectCommand(target))).rejects.toMatchObject({ name: "NoSuchKey" });
});

test("parts make an object if each but the last has 5 MiB", async () => {
  const client = aClient();
  const upload = async (sizes: readonly number[], Key: string) => {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const Parts = [];
    for (const [index, size] of sizes.entries()) {
      const part = { Bucket, Key, UploadId, PartNumber: index + 1 };
      const { ETag } = await client.send(new UploadPartCommand({ ...part, Body: Buffer.alloc(size) }));
      Parts.push({ ETag, PartNumber: index + 1 });
    }
    return client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
  };
  expect((await upload([5_242_880, 1], "c/large.pdf")).ETag).toMatch(/-2"$/);
  await expect(upload([5_242_879, 1], "c/small.pdf")).rejects.toMatchObject({ name: "EntityTooSmall" });
  await expect(upload([], "c/none.pdf")).rejects.toMatchObject({ name: "MalformedXML" });
});

test("a list is in pages, and a late one leaves out what is new", async () => {
  const client = aClient();
  for (const Key of ["d/one.pdf", "d/two.pdf"]) await put(client, { Key });
  const first = await client.send(new ListObjectsV2Command({ Bucket, Prefix: "d/", MaxKeys: 1 }));
  expect([first.Contents?.map(({ Key }) => Key), first.IsTruncated]).toEqual([["d/one.pdf"], true]);
  const query = { Bucket, Prefix: "d/", ContinuationToken: first.NextContinuationToken };
  expect((await client.send(new ListObjectsV2Command(query))).Contents?.map(({ Key }) => Key)).toEqual(["d/two.pdf"]);
  await s3.steer({ list: "late" });
  expect((await client.send(new ListObjectsV2Command({ Bucket, Prefix: "d/" }))).Contents).toBeUndefined();
});

test("unfinished uploads are listed, a page at a time", async () => {
  const client = aClient();
  for (const Key of ["u/one.pdf", "u/one.pdf", "u/two.pdf"])
    await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  const query = { Bucket, Prefix: "u/", MaxUploads: 2 };
  const first = await client.send(new ListMultipartUploadsCommand(query));
  expect(first).toMatchObject({ IsTruncated: true, Uploads: [{ Key: "u/one.pdf" }, { Key: "u/one.pdf" }] });
  const markers = { KeyMarker: first.NextKeyMarker, UploadIdMarker: first.NextUploadIdMarker };
  const second = await client.send(new ListMultipartUploadsCommand({ ...query, ...markers }));
  expect(second).toMatchObject({ IsTruncated: false, Uploads: [{ Key: "u/two.pdf", Initiated: expect.any(Date) }] });
});

test("another bucket and what is not played are refused", async () => {
  const other = aClient().send(new GetObjectCommand({ Bucket: "other", Key: "a" }));
  await expect(other).rejects.toMatchObject({ name: "NoSuchBucket" });
  const versions = aClient().send(new ListObjectVersionsCommand({ Bucket }));
  await expect(versions).rejects.toMatchObject({ name: "NotImplemented" });
});
