// Files in a bucket of S3, or of a service that speaks its API. The client is loaded only where it is used: it costs an
// idle process 36 MB.
import type { ListMultipartUploadsCommandInput, S3Client } from "@aws-sdk/client-s3";
import { addDays } from "date-fns/addDays";
import { fileIsCutOff, filePath, isFileName, type FileStorage } from "#platform/server/encryption/file-storage.ts";
import { openS3Calls, type S3Calls, type S3Library, S3ResponseError } from "./calls.ts";
import { putFile } from "./put-file.ts";

export interface S3Config {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  /** `null`: the region's own at AWS. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly forcePathStyle: boolean;
  /** `null`: what the bucket does by default. */
  readonly encryption: { readonly type: "AES256" | "aws:kms"; readonly keyId: string | undefined } | null;
  /** How long files that are to be retained cannot be deleted; `null`: they can. */
  readonly objectLock: { readonly mode: "GOVERNANCE" | "COMPLIANCE"; readonly days: number } | null;
  /** `null`: AWS's standard chain, e.g. AWS_ACCESS_KEY_ID, a web identity or the instance's role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

export interface S3Storage extends FileStorage {
  /**
   * What the operator should know about the bucket, a line each. Throws BucketError.
   */
  checkBucket(): Promise<string[]>;
  close(): void;
}

/** Why a start stops: the bucket cannot be reached, or is not set up as the settings say. */
class BucketError extends Error {
  override readonly name = "BucketError";
}

/** Bytes of one read: what a stream holds in memory. */
const BLOCK_BYTES = 1_048_576;

/** Each call has a deadline and is tried again; then it throws OVERLOADED. */
export async function openS3Storage(config: S3Config, deadlineMs?: number): Promise<S3Storage> {
  const s3 = await import("@aws-sdk/client-s3");
  const client = openClient(s3, config);
  const calls = openS3Calls(client, deadlineMs);
  const target = (name: string) => ({ Bucket: config.bucket, Key: config.prefix + filePath(name) });

  return {
    put: (name, content, { retain = false } = {}) =>
      putFile(s3, calls, content, {
        ...target(name),
        ...(config.encryption && {
          ServerSideEncryption: config.encryption.type,
          SSEKMSKeyId: config.encryption.keyId,
        }),
        ...(retain &&
          config.objectLock && {
            ObjectLockMode: config.objectLock.mode,
            ObjectLockRetainUntilDate: addDays(new Date(), config.objectLock.days),
          }),
      }),

    async *read(name, range) {
      const read = (start: number, end?: number) => readBlock(s3, calls, target(name), { name, start, end });
      let [at, end] = [range?.start ?? 0, range?.end];
      if (end === undefined) {
        const { bytes, size } = await read(0);
        yield bytes;
        [at, end] = [bytes.length, size - 1];
      }
      for (; at <= end; at += BLOCK_BYTES) yield (await read(at, Math.min(end, at + BLOCK_BYTES - 1))).bytes;
    },

    async remove(name) {
      await calls.send(new s3.DeleteObjectCommand(target(name)));
    },

    async *untouchedSince(moment, prefix) {
      const Prefix = `${config.prefix}${prefix}/`;
      let ContinuationToken: string | undefined;
      do {
        const query = { Bucket: config.bucket, Prefix, ContinuationToken };
        const page = await calls.send(new s3.ListObjectsV2Command(query));
        for (const { Key = "", LastModified } of page.Contents ?? []) {
          const name = Key.slice(Prefix.length);
          if (isFileName(name) && LastModified && LastModified < moment) yield name;
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },

    async abortUploads(before) {
      let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
      while (markers) {
        const query: ListMultipartUploadsCommandInput = { Bucket: config.bucket, Prefix: config.prefix, ...markers };
        const page = await calls.send(new s3.ListMultipartUploadsCommand(query));
        for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
          if (Initiated && Initiated < before)
            await calls
              .send(new s3.AbortMultipartUploadCommand({ Bucket: config.bucket, Key, UploadId }))
              .catch(isGone);
        markers = page.IsTruncated
          ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
          : undefined;
      }
    },

    checkBucket: () => checkBucket(s3, calls, config),
    close: () => client.destroy(),
  };
}

/** Another process was faster, or the upload was finished. */
function isGone(error: unknown): void {
  if (!(error instanceof S3ResponseError && error.status === 404)) throw error;
}

function openClient({ S3Client: Client }: S3Library, config: S3Config): S3Client {
  const { endpoint, credentials, region, forcePathStyle } = config;
  return new Client({
    ...{ region, forcePathStyle },
    ...(endpoint !== null && { endpoint }),
    ...(credentials && { credentials }),
    maxAttempts: 1, // calls.ts tries again, reads that break included
  });
}

/** Read into memory under the call's deadline, so a slow reader never holds a connection open. */
async function readBlock(
  { GetObjectCommand }: S3Library,
  calls: S3Calls,
  target: { Bucket: string; Key: string },
  { name, start, end }: { name: string; start: number; end: number | undefined },
): Promise<{ bytes: Buffer; size: number }> {
  const command = () => new GetObjectCommand({ ...target, Range: `bytes=${start}-${end ?? start + BLOCK_BYTES - 1}` });
  const { bytes, announced, range } = await calls.run(async (send) => {
    const { Body, ContentLength, ContentRange } = await send(command());
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    return { bytes, announced: ContentLength, range: ContentRange };
  });
  const size = Number(/\/(\d+)$/.exec(range ?? "")?.[1]);
  const expected = end === undefined ? Math.min(size, BLOCK_BYTES) : end - start + 1;
  if (bytes.length !== expected || announced !== expected) throw fileIsCutOff(name);
  return { bytes, size };
}

async function checkBucket(s3: S3Library, { send }: S3Calls, { bucket: Bucket, objectLock }: S3Config) {
  const unusable = ({ message, cause }: Error) => {
    throw new BucketError(
      `The bucket of FILES_URL can't be used (${cause instanceof Error ? cause.message : message}).`,
    );
  };
  const { Status } = await send(new s3.GetBucketVersioningCommand({ Bucket })).catch(unusable);
  if (objectLock) {
    const lock = await send(new s3.GetObjectLockConfigurationCommand({ Bucket })).catch(unusable);
    if (lock.ObjectLockConfiguration?.ObjectLockEnabled !== "Enabled")
      throw new BucketError(`S3_OBJECT_LOCK_DAYS is set, but the bucket ${Bucket} has no Object Lock.`);
  }
  return Status === "Enabled" ? [] : [`the bucket ${Bucket} has no versioning: a file deleted by mistake is lost`];
}
