// Signature Version 4 in the Authorization header, as S3 checks it:
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { S3Error, type S3Request } from "./s3-request.ts";

export interface S3Keys {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

const MAX_SKEW_MS = 15 * 60_000;
const FORM =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** Throws the S3Error of what is wrong with the signature, its date, or the hash of the body. */
export function checkSignature(request: S3Request, keys: S3Keys, now: Date): void {
  const { headers } = request;
  const form = FORM.exec(headers["authorization"] ?? "");
  if (!form) throw new S3Error(403, "AccessDenied", "Access Denied");
  const [, keyId = "", day = "", region = "", signedNames = "", signature = ""] = form;
  if (keyId !== keys.accessKeyId)
    throw new S3Error(403, "InvalidAccessKeyId", "The AWS Access Key Id you provided does not exist in our records.");
  if (region !== keys.region)
    throw new S3Error(
      400,
      "AuthorizationHeaderMalformed",
      `The region '${region}' is wrong; expecting '${keys.region}'`,
    );
  checkDate(headers["x-amz-date"] ?? "", day, now);
  const names = signedNames.split(";");
  const unsigned = Object.keys(headers).find((name) => name.startsWith("x-amz-") && !names.includes(name));
  if (unsigned !== undefined || !names.includes("host"))
    throw new S3Error(403, "AccessDenied", "There were headers present in the request which were not signed");
  const wanted = sign(canonicalRequest(request, names), keys, headers["x-amz-date"] ?? "", day);
  if (!timingSafeEqual(Buffer.from(wanted), Buffer.from(signature)))
    throw new S3Error(
      403,
      "SignatureDoesNotMatch",
      "The request signature we calculated does not match the signature you provided.",
    );
  checkBody(request);
}

function checkDate(stamp: string, day: string, now: Date): void {
  const at = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!stamp.startsWith(day) || Number.isNaN(at))
    throw new S3Error(403, "AccessDenied", "AWS authentication requires a valid Date or x-amz-date header");
  if (Math.abs(at - now.getTime()) > MAX_SKEW_MS)
    throw new S3Error(
      403,
      "RequestTimeTooSkewed",
      "The difference between the request time and the current time is too large.",
    );
}

function checkBody({ headers, body }: S3Request): void {
  const given = headers["x-amz-content-sha256"];
  if (given === undefined) throw new S3Error(400, "InvalidRequest", "Missing required header: x-amz-content-sha256");
  if (given !== sha256(body))
    throw new S3Error(
      400,
      "XAmzContentSHA256Mismatch",
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    );
}

function canonicalRequest({ method, path, query, headers }: S3Request, names: readonly string[]): string {
  const pairs = [...query].map(([name, value]) => `${escape(name)}=${escape(value)}`).toSorted();
  const lines = names.map((name) => `${name}:${(headers[name] ?? "").trim().replace(/ +/g, " ")}\n`).join("");
  return [method, path, pairs.join("&"), lines, names.join(";"), headers["x-amz-content-sha256"] ?? ""].join("\n");
}

function sign(canonical: string, { secretAccessKey, region }: S3Keys, stamp: string, day: string): string {
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  return hmac(key, `AWS4-HMAC-SHA256\n${stamp}\n${scope}\n${sha256(canonical)}`).toString("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

/** As RFC 3986 has it, unlike encodeURIComponent. */
function escape(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
