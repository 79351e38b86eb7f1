import { createPublicKey, randomBytes, verify } from "node:crypto";
import { expect, test } from "vitest";
import { openSigner } from "./signing.ts";

const SPKI_HEAD = Buffer.from("302a300506032b6570032100", "hex");

function holds(text: string, signature: string, publicKey: string): boolean {
  const key = createPublicKey({
    key: Buffer.concat([SPKI_HEAD, Buffer.from(publicKey, "base64")]),
    format: "der",
    type: "spki",
  });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64"));
}

test("it gives the key and the signature of RFC 8032's first example", () => {
  const seed = Buffer.from("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "hex");
  const signer = openSigner(seed.toString("base64"));
  expect(Buffer.from(signer.publicKey, "base64").toString("hex")).toBe(
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
  );
  expect(Buffer.from(signer.sign(""), "base64").toString("hex").slice(0, 32)).toBe("e5564300c360ac729086e2cc806e828a");
});

test("a signature holds for its text, its key and nothing else", () => {
  const [one, other] = [openSigner(randomBytes(32).toString("base64")), openSigner(randomBytes(32).toString("base64"))];
  const signature = one.sign("Łukasz owes nothing");
  expect(holds("Łukasz owes nothing", signature, one.publicKey)).toBe(true);
  expect(holds("Łukasz owes nothing.", signature, one.publicKey)).toBe(false);
  expect(holds("Łukasz owes nothing", signature, other.publicKey)).toBe(false);
});

test.each(["", "short", Buffer.alloc(31).toString("base64"), Buffer.alloc(33).toString("base64"), "x".repeat(44)])(
  "%s is no key, and the message does not repeat it",
  (seed) => {
    expect(() => openSigner(seed)).toThrow("REPORT_SIGNING_KEY must be 32 bytes in base64.");
  },
);
