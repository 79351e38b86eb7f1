import { createHmac, generateKeyPairSync, sign } from "node:crypto";

type Json = Record<string, unknown>;

const HEADER = { alg: "HS256", typ: "JWT" };

/** A token by hand, so that it may say anything. */
export function mint(secret: string, payload: Json, header: Json = HEADER, hash = "sha256"): string {
  const text = `${part(header)}.${part(payload)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest("base64url")}`;
}

/** Claims of a live token of this person, minted outside. */
export function claimsOf(userId: string, more: Json = {}): Json {
  const now = Math.floor(Date.now() / 1000);
  return { id: userId, firstName: "Out", lastName: "Side", iat: now, exp: now + 600, ...more };
}

/** Tokens that must all be refused with INVALID_JWT, by what is wrong with each. */
export function badTokens(secret: string, userId: string): Record<string, string> {
  const good = claimsOf(userId);
  const now = Number(good["iat"]);
  const text = (header: Json) => `${part(header)}.${part(good)}`;
  const [head, , signature] = mint(secret, good).split(".");
  const { iat: _iat, ...withoutIat } = good;
  const { exp: _exp, ...withoutExp } = good;
  const byAnother = (header: Json) => mint("a key that is not ours at all, but long", good, { ...HEADER, ...header });
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = publicKey.export({ format: "jwk" });
  const es256 = text({ alg: "ES256", typ: "JWT", jwk });

  return {
    "alg none": `${text({ alg: "none", typ: "JWT" })}.`,
    "alg None with a signature": `${text({ alg: "None", typ: "JWT" })}.${signature}`,
    "an empty signature": `${text(HEADER)}.`,
    "two dots": "..",
    "RS256 claimed over our key": mint(secret, good, { ...HEADER, alg: "RS256" }),
    "HS512 by our key": mint(secret, good, { ...HEADER, alg: "HS512" }, "sha512"),
    "another key": byAnother({}),
    "ES256 with its own key inside": `${es256}.${sign("sha256", Buffer.from(es256), { key: privateKey, dsaEncoding: "ieee-p1363" }).toString("base64url")}`,
    "a kid that is a path": byAnother({ kid: "../../../../dev/null" }),
    "a kid that is SQL": byAnother({ kid: "x' union select 'key" }),
    "a jku": byAnother({ jku: "https://evil.example/jwks.json" }),
    "an x5u": byAnother({ x5u: "https://evil.example/cert.pem" }),
    "a token made for something else": mint(secret, claimsOf(userId, { typ: "borrower-visit" })),
    "a header of another type": mint(secret, good, { ...HEADER, typ: "borrower-visit" }),
    "another issuer": mint(secret, { ...good, iss: "https://evil.example" }),
    "another audience": mint(secret, { ...good, aud: ["other"] }),
    "an edited payload": `${head}.${part({ ...good, memberships: [{ role: { name: "root" } }] })}.${signature}`,
    "expired a second ago": mint(secret, { ...good, iat: now - 600, exp: now - 1 }),
    "not valid before an hour from now": mint(secret, { ...good, nbf: now + 3_600 }),
    "issued in the future": mint(secret, { ...good, iat: now + 3_600, exp: now + 7_200 }),
    "no end": mint(secret, withoutExp),
    "no beginning": mint(secret, withoutIat),
    "an end in the year 33658": mint(secret, { ...good, exp: 1e12 }),
    "no id": mint(secret, { ...good, id: undefined }),
    "an id that is none": mint(secret, { ...good, id: "1 or 1=1" }),
    "not three parts": "token",
  };
}

function part(value: Json): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
