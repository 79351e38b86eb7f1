// One bucket's objects, versions and unfinished uploads, with what S3 refuses.
import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { S3Error, type S3Request } from "./s3-request.ts";

export interface StoredObject {
  versionId: string;
  /** base64; `null`: a delete marker. */
  body: string | null;
  etag: string;
  at: string;
  /** Headers that a read returns: encryption, retention, metadata. */
  headers: Record<string, string>;
}

interface Upload {
  key: string;
  at: string;
  headers: Record<string, string>;
  parts: Record<number, { body: string; etag: string }>;
}

export interface BucketData {
  /** By key; the newest version last. */
  objects: Record<string, StoredObject[]>;
  uploads: Record<string, Upload>;
}

/** S3's smallest part, but for the last. */
const MIN_PART_BYTES = 5 * 1024 * 1024;
const RETURNED = /^x-amz-(?:meta-|server-side-encryption|object-lock-)/;

export function openBucket(data: BucketData, now: () => Date) {
  const newest = (key: string) => {
    const object = data.objects[key]?.at(-1);
    return object && object.body !== null ? object : undefined;
  };

  function add(key: string, body: Buffer | null, etag: string, headers: Record<string, string>): StoredObject {
    const object = {
      ...{ versionId: randomBytes(16).toString("hex"), etag, headers },
      body: body && body.toString("base64"),
      at: now().toISOString(),
    };
    (data.objects[key] ??= []).push(object);
    return object;
  }

  function refuseReplacing(key: string, headers: S3Request["headers"]): void {
    if (headers["if-none-match"] === "*" && newest(key))
      throw new S3Error(412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold");
  }

  function uploadOf(id: string | null): Upload {
    const upload = data.uploads[id ?? ""];
    if (!upload) throw new S3Error(404, "NoSuchUpload", "The specified multipart upload does not exist.");
    return upload;
  }

  return {
    put({ key, body, headers }: S3Request): StoredObject {
      refuseReplacing(key, headers);
      checkChecksum(headers, body);
      return add(key, body, md5(body), returned(headers, now()));
    },

    get(key: string): StoredObject & { body: string } {
      const object = newest(key);
      if (!object) throw new S3Error(404, "NoSuchKey", "The specified key does not exist.");
      return object as StoredObject & { body: string };
    },

    /** Without a version it adds a delete marker, as in every bucket with versions. */
    remove(key: string, versionId: string | null): StoredObject | undefined {
      if (versionId === null) return add(key, null, "", {});
      const versions = data.objects[key] ?? [];
      const version = versions.find((one) => one.versionId === versionId);
      const until = version?.headers["x-amz-object-lock-retain-until-date"];
      if (until !== undefined && Date.parse(until) > now().getTime())
        throw new S3Error(403, "AccessDenied", "Access Denied because object protected by object lock.");
      data.objects[key] = versions.filter((one) => one !== version);
      return version;
    },

    begin({ key, headers }: S3Request): string {
      const id = randomBytes(16).toString("hex");
      data.uploads[id] = { key, at: now().toISOString(), headers: returned(headers, now()), parts: {} };
      return id;
    },

    addPart({ query, headers, body }: S3Request): string {
      const number = Number(query.get("partNumber"));
      if (!(number >= 1 && number <= 10_000))
        throw new S3Error(400, "InvalidArgument", "Part number must be an integer between 1 and 10000, inclusive");
      checkChecksum(headers, body);
      uploadOf(query.get("uploadId")).parts[number] = { body: body.toString("base64"), etag: md5(body) };
      return md5(body);
    },

    complete({ key, query, headers, body }: S3Request): StoredObject {
      const upload = uploadOf(query.get("uploadId"));
      refuseReplacing(key, headers);
      const bodies = partsIn(body.toString()).map(({ number, etag }, index, { length }) => {
        const part = upload.parts[number];
        if (part?.etag !== etag)
          throw new S3Error(400, "InvalidPart", "One or more of the specified parts could not be found.");
        const bytes = Buffer.from(part.body, "base64");
        if (bytes.length < MIN_PART_BYTES && index < length - 1)
          throw new S3Error(400, "EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size");
        return bytes;
      });
      if (bodies.length === 0) throw new S3Error(400, "MalformedXML", "The XML you provided was not well-formed.");
      Reflect.deleteProperty(data.uploads, query.get("uploadId") ?? "");
      const whole = Buffer.concat(bodies);
      return add(key, whole, `${md5(whole)}-${bodies.length}`, upload.headers);
    },

    abort({ query }: S3Request): void {
      uploadOf(query.get("uploadId"));
      Reflect.deleteProperty(data.uploads, query.get("uploadId") ?? "");
    },

    /** In order of their keys and ids, after those given. */
    uploads(prefix: string, [afterKey, afterId]: readonly [string, string]): { id: string; key: string; at: string }[] {
      const isAfter = (key: string, id: string) =>
        key > afterKey || (key === afterKey && afterId !== "" && id > afterId);
      return Object.entries(data.uploads)
        .filter(([id, { key }]) => key.startsWith(prefix) && isAfter(key, id))
        .map(([id, { key, at }]) => ({ id, key, at }))
        .toSorted((one, other) => (one.key + one.id < other.key + other.id ? -1 : 1));
    },

    /** Keys in order, at most `most`, after the given one. */
    list(prefix: string, after: string, most: number): { key: string; object: StoredObject }[] {
      const keys = Object.keys(data.objects).filter((key) => key.startsWith(prefix) && key > after && newest(key));
      return keys
        .toSorted()
        .slice(0, most)
        .map((key) => ({ key, object: newest(key)! }));
    },
  };
}

export type Bucket = ReturnType<typeof openBucket>;

function partsIn(xml: string): { number: number; etag: string }[] {
  return [...xml.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = ""]) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: /<ETag>(?:&quot;|")?([0-9a-f]+)/.exec(part)?.[1] ?? "",
  }));
}

/** S3 wants a checksum with every object under a retention. */
function checkChecksum(headers: S3Request["headers"], body: Buffer): void {
  const given = headers["x-amz-checksum-crc32"];
  const computed = Buffer.alloc(4);
  computed.writeUInt32BE(crc32(body));
  if (given !== undefined && given !== computed.toString("base64"))
    throw new S3Error(400, "BadDigest", "The CRC32 you specified did not match the calculated checksum.");
  if (given === undefined && headers["x-amz-object-lock-mode"] !== undefined)
    throw new S3Error(
      400,
      "InvalidRequest",
      "Content-MD5 OR x-amz-checksum- HTTP header is required for Put Object requests with Object Lock parameters",
    );
}

function returned(headers: S3Request["headers"], now: Date): Record<string, string> {
  const until = headers["x-amz-object-lock-retain-until-date"];
  if ((until === undefined) !== (headers["x-amz-object-lock-mode"] === undefined))
    throw new S3Error(
      400,
      "InvalidArgument",
      "x-amz-object-lock-retain-until-date and x-amz-object-lock-mode must both be supplied",
    );
  if (until !== undefined && !(Date.parse(until) > now.getTime()))
    throw new S3Error(400, "InvalidArgument", "The retain until date must be in the future!");
  const encryption = headers["x-amz-server-side-encryption"] ?? "AES256";
  if (encryption !== "AES256" && encryption !== "aws:kms")
    throw new S3Error(400, "InvalidEncryptionAlgorithmError", "The encryption request you specified is not valid.");
  const given = Object.entries(headers).flatMap(([name, value]) => (RETURNED.test(name) ? [[name, value ?? ""]] : []));
  return { "x-amz-server-side-encryption": encryption, ...(Object.fromEntries(given) as Record<string, string>) };
}

function md5(bytes: Buffer): string {
  return createHash("md5").update(bytes).digest("hex");
}
