import { generateKeyPairSync, sign, X509Certificate, createPrivateKey, createPublicKey } from "node:crypto";

export interface KeyAndCertificate {
  /** PEM. */
  readonly key: string;
  readonly certificate: string;
}

const DAY_MS = 86_400_000;
const SEQUENCE = 0x30;

/** A new RSA key with a certificate that it signs itself, valid for ten years. X.509 in DER, RFC 5280. */
export function makeCertificate(name: string, now: Date): KeyAndCertificate {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const publicKey = createPublicKey(createPrivateKey(key)).export({ type: "spki", format: "der" });
  const algorithm = der(SEQUENCE, Buffer.from("06092a864886f70d01010b0500", "hex")); // sha256WithRSAEncryption
  const commonName = der(SEQUENCE, Buffer.from("0603550403", "hex"), der(0x0c, Buffer.from(name)));
  const subject = der(SEQUENCE, der(0x31, commonName));
  const until = new Date(now.getTime() + 3_650 * DAY_MS);
  const body = der(
    SEQUENCE,
    Buffer.from("a003020102", "hex"), // version 3
    der(0x02, Buffer.from([1])),
    algorithm,
    subject,
    der(SEQUENCE, time(new Date(now.getTime() - DAY_MS)), time(until)),
    subject,
    publicKey,
  );
  const signature = sign("sha256", body, key);
  const certificate = der(SEQUENCE, body, algorithm, der(0x03, Buffer.from([0]), signature));
  return { key, certificate: new X509Certificate(certificate).toString() };
}

function time(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/[-:T]|\.\d+/g, ""); // YYYYMMDDHHMMSSZ
  return der(0x17, Buffer.from(digits.slice(2)));
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content]);
  const bytes = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}
