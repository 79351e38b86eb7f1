import { execFileSync } from "node:child_process";
import { join } from "node:path";

export interface Certificate {
  /** Paths of PEM files. */
  readonly key: string;
  readonly certificate: string;
}

/** Writes a self-signed certificate for a host, valid for two days, and its key to a folder. Needs openssl. */
export function writeCertificate(folder: string, host: string): Certificate {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const names = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`];
  const files = ["-days", "2", "-keyout", key, "-out", certificate];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...names, ...files], { stdio: "ignore" });
  return { key, certificate };
}
