import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** The row that a secret belongs to; the same bytes elsewhere do not open. */
export interface SecretLocation {
  readonly table: string;
  readonly row: string;
  readonly organizationId: string;
}

export interface Cipher {
  encrypt(secret: Buffer | string, place: SecretLocation): Buffer;
  /** Throws DecryptionError when the bytes, the place or the key do not fit. */
  decrypt(encrypted: Buffer, place: SecretLocation): Buffer;
  /** The same secret with its data key wrapped by the newest key; `null` when it already is. */
  rotateKey(encrypted: Buffer, place: SecretLocation): Buffer | null;
  /** What every value encrypted under the newest key begins with, to find those that are not. */
  readonly newestPrefix: Buffer;
}

export class DecryptionError extends Error {
  constructor(place: SecretLocation, cause?: unknown) {
    super(`An encrypted value of ${place.table} ${place.row} cannot be decrypted.`, { cause });
    this.name = "DecryptionError";
  }
}

export class KeysUnusable extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`SECRETS_KEYS ${reason}. It is a list of id:base64 pairs, newest first, each key 32 bytes.`, { cause });
    this.name = "KeysUnusable";
  }
}

// Layout: version, key id length, key id | wrap nonce, wrapped data key, tag | nonce, tag | ciphertext.
const VERSION = 1;
const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const WRAPPED_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES;

/** Keys as `id:base64,id:base64`, newest first. Encrypts with the first, decrypts with any. */
export function createCipher(secretsKeys: string): Cipher {
  const keys = parseKeys(secretsKeys);
  const [newestId, newestKey] = keys.entries().next().value!; // parseKeys never returns an empty map
  const newestPrefix = prefixOf(newestId);

  function unwrap(encrypted: Buffer, place: SecretLocation): { dataKey: Buffer; keyId: string; bodyAt: number } {
    const idEnd = 2 + (encrypted[1] ?? 0);
    const keyId = encrypted.subarray(2, idEnd).toString("ascii");
    const key = keys.get(keyId);
    if (encrypted[0] !== VERSION || !key) throw new DecryptionError(place);
    const bodyAt = idEnd + WRAPPED_BYTES;
    const wrapped = encrypted.subarray(idEnd, bodyAt);
    return { dataKey: decrypt(key, wrapped, contextOf(place, "key")), keyId, bodyAt };
  }

  return {
    newestPrefix,
    encrypt(secret, place) {
      const dataKey = randomBytes(KEY_BYTES);
      return Buffer.concat([
        newestPrefix,
        encrypt(newestKey, dataKey, contextOf(place, "key")),
        encrypt(dataKey, Buffer.from(secret), contextOf(place, "value")),
      ]);
    },
    decrypt(encrypted, place) {
      try {
        const { dataKey, bodyAt } = unwrap(encrypted, place);
        return decrypt(dataKey, encrypted.subarray(bodyAt), contextOf(place, "value"));
      } catch (error) {
        throw error instanceof DecryptionError ? error : new DecryptionError(place, error);
      }
    },
    rotateKey(encrypted, place) {
      const { dataKey, keyId, bodyAt } = unwrap(encrypted, place);
      if (keyId === newestId) return null;
      return Buffer.concat([
        newestPrefix,
        encrypt(newestKey, dataKey, contextOf(place, "key")),
        encrypted.subarray(bodyAt),
      ]);
    },
  };
}

function parseKeys(secretsKeys: string): Map<string, Buffer> {
  const keys = new Map<string, Buffer>();
  for (const pair of secretsKeys.split(",").map((part) => part.trim())) {
    const [id = "", base64] = pair.split(":");
    // Without a colon the text may be the key itself, so the error does not repeat it.
    if (base64 === undefined || !/^[\w-]{1,40}$/.test(id)) throw new KeysUnusable("has a key without a plain id");
    const key = Buffer.from(base64, "base64");
    if (key.length !== KEY_BYTES) throw new KeysUnusable(`has a key that is not 32 bytes (${id})`);
    if (keys.has(id)) throw new KeysUnusable(`names ${id} twice`);
    keys.set(id, key);
  }
  return keys;
}

function prefixOf(keyId: string): Buffer {
  return Buffer.concat([Buffer.from([VERSION, keyId.length]), Buffer.from(keyId, "ascii")]);
}

function contextOf(place: SecretLocation, part: "key" | "value"): Buffer {
  return Buffer.from(JSON.stringify(["keyturn", VERSION, part, place.table, place.row, place.organizationId]));
}

function encrypt(key: Buffer, plain: Buffer, context: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(context);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]);
}

function decrypt(key: Buffer, encrypted: Buffer, context: Buffer): Buffer {
  const nonce = encrypted.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(context);
  decipher.setAuthTag(encrypted.subarray(encrypted.length - TAG_BYTES));
  return Buffer.concat([
    decipher.update(encrypted.subarray(NONCE_BYTES, encrypted.length - TAG_BYTES)),
    decipher.final(),
  ]);
}
