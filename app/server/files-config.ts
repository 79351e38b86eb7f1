import type { S3Config } from "#providers/s3/s3.ts";
import { ConfigError, isThisMachine, type Reader } from "./config-reader.ts";

/** What the sandbox accepts. */
const S3_SAMPLE = { accessKeyId: "keyturn-local-s3", secretAccessKey: "keyturn-local-s3-secret" };
const BUCKET_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?(.*?)\/?$/;

/** `null`: files are in a folder. Locally the bucket is in the sandbox, unless S3_ENDPOINT says otherwise. */
export function readS3Config(read: Reader, isLocal: boolean, sandboxEndpoint: string): S3Config | null {
  const url = read.text("FILES_URL");
  const endpoint = read.text("S3_ENDPOINT");
  const region = read.text("S3_REGION");
  const isSandbox = isLocal && (!endpoint || (URL.canParse(endpoint) && isThisMachine(endpoint)));
  const hasKeys = Boolean(read.text("AWS_ACCESS_KEY_ID"));
  const config = {
    ...read.orNote(() => bucketIn(url), { bucket: "", prefix: "" }),
    endpoint: endpoint ? read.external("S3_ENDPOINT", "") : isLocal ? sandboxEndpoint : null,
    region: read.orNote(() => regionIn(url, region, isSandbox), ""),
    forcePathStyle: read.flag("S3_FORCE_PATH_STYLE", isSandbox),
    encryption: read.orNote(() => encryptionIn(read), null),
    objectLock: read.orNote(() => objectLockIn(read), null),
    credentials: isSandbox && !hasKeys ? S3_SAMPLE : null,
  };
  return url ? config : null;
}

function bucketIn(url: string | undefined): { bucket: string; prefix: string } {
  const [, bucket = "", prefix = ""] = BUCKET_URL.exec(url || "s3://none") ?? [];
  if (!bucket) throw new ConfigError("FILES_URL must be s3://bucket or s3://bucket/prefix.");
  return { bucket, prefix: prefix && `${prefix}/` };
}

function regionIn(url: string | undefined, region: string | undefined, isSandbox: boolean): string {
  if (region) return region;
  if (url && !isSandbox) throw new ConfigError("S3_REGION is missing.");
  return "us-east-1";
}

function encryptionIn(read: Reader): S3Config["encryption"] {
  const given = read.text("S3_SERVER_SIDE_ENCRYPTION");
  const type = (["AES256", "aws:kms"] as const).find((known) => known === given);
  const keyId = read.text("S3_KMS_KEY_ID") || undefined;
  if (given && !type) throw new ConfigError("S3_SERVER_SIDE_ENCRYPTION must be AES256 or aws:kms.");
  if (keyId && type !== "aws:kms") throw new ConfigError("S3_KMS_KEY_ID needs S3_SERVER_SIDE_ENCRYPTION=aws:kms.");
  return type ? { type, keyId } : null;
}

function objectLockIn(read: Reader): S3Config["objectLock"] {
  const days = read.number("S3_OBJECT_LOCK_DAYS", 0);
  const mode = read.text("S3_OBJECT_LOCK_MODE") || "GOVERNANCE";
  if (mode !== "GOVERNANCE" && mode !== "COMPLIANCE")
    throw new ConfigError("S3_OBJECT_LOCK_MODE must be GOVERNANCE or COMPLIANCE.");
  return days > 0 ? { mode, days } : null;
}
