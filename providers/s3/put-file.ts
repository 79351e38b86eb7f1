import { randomUUID } from "node:crypto";
import type { CompletedPart, CreateMultipartUploadCommandInput } from "@aws-sdk/client-s3";
import { type S3Calls, type S3Library, S3ResponseError, storageUnavailable } from "./calls.ts";
import { chunksOf } from "#platform/server/chunks.ts";

/** Of one part, and of the largest file that is put in one request. At most 10,000 parts: 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;

/** The object's name, encryption and retention. */
type Target = Omit<CreateMultipartUploadCommandInput, "Metadata">;

/** Marks whose write it was, for an attempt whose answer was lost. */
const WRITE_ID = "write-id";

/** Puts a new object, in parts if it is large. Rejects without one. */
export async function putFile(
  s3: S3Library,
  calls: S3Calls,
  content: AsyncIterable<Buffer>,
  target: Target,
): Promise<void> {
  const id = randomUUID();
  const marked = { ...target, Metadata: { [WRITE_ID]: id } };
  const parts = chunksOf(content, PART_BYTES);
  const first = await parts.next();
  const Body = first.done ? Buffer.alloc(0) : first.value;
  const second = await parts.next();
  await acceptOwnWrite(s3, calls, target, id, async () => {
    if (second.done) await calls.send(new s3.PutObjectCommand({ ...marked, Body, IfNoneMatch: "*" }));
    else await putParts(s3, calls, marked, joined([Body, second.value], parts));
  });
}

async function putParts(
  s3: S3Library,
  calls: S3Calls,
  marked: CreateMultipartUploadCommandInput,
  parts: AsyncIterable<Buffer>,
): Promise<void> {
  const { Bucket, Key } = marked;
  const { UploadId } = await calls.send(new s3.CreateMultipartUploadCommand({ ...marked, ChecksumAlgorithm: "CRC32" }));
  const upload = { Bucket, Key, UploadId };
  try {
    const Parts: CompletedPart[] = [];
    for await (const Body of parts) {
      const PartNumber: number = Parts.length + 1;
      const { ETag, ChecksumCRC32 } = await calls.send(
        new s3.UploadPartCommand({ ...upload, PartNumber, Body, ChecksumAlgorithm: "CRC32" }),
      );
      Parts.push({ PartNumber, ETag, ChecksumCRC32 });
    }
    await calls.send(
      new s3.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts }, IfNoneMatch: "*" }),
    );
  } catch (error) {
    // What is left after a crash, the nightly cleanup aborts.
    await calls.send(new s3.AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

/** An attempt may have succeeded although its answer was lost: then the next finds the object, or its upload ended. */
async function acceptOwnWrite(
  { HeadObjectCommand }: S3Library,
  calls: S3Calls,
  { Bucket, Key }: Target,
  id: string,
  put: () => Promise<void>,
): Promise<void> {
  try {
    await put();
  } catch (error) {
    if (!(error instanceof S3ResponseError)) throw error;
    const found = await calls.send(new HeadObjectCommand({ Bucket, Key })).catch((headError: unknown) => {
      if (headError instanceof S3ResponseError) return undefined;
      throw headError;
    });
    if (found?.Metadata?.[WRITE_ID] !== id) throw storageUnavailable(error.code);
  }
}

async function* joined(first: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* first;
  yield* rest;
}
