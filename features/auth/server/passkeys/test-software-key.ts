// A security key in software, after WebAuthn Level 3: ES256 keys, no attestation, user verification done.
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type {
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRegistration,
  PasskeyRequest,
} from "#features/auth/contract.ts";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;

/** What a test has the authenticator do wrong. */
interface Faults {
  readonly origin?: string;
  readonly rpId?: string;
  readonly isUnverified?: boolean;
  readonly signCount?: number;
  readonly challenge?: string;
}

/** @param origin of the page that asks */
export function aSoftwareKey(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x, y } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  let signCount = 0;

  const clientData = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(JSON.stringify({ type, challenge: faults.challenge ?? challenge, origin: faults.origin ?? origin }));

  function authenticatorData(rpId: string, flags: number, faults: Faults): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(faults.signCount ?? signCount++);
    const verified = faults.isUnverified ? 0 : USER_VERIFIED;
    const all = flags | USER_PRESENT | verified | BACKUP_ELIGIBLE | BACKED_UP;
    return Buffer.concat([sha256(faults.rpId ?? rpId), Buffer.from([all]), counter]);
  }

  return {
    create({ challenge, rp }: PasskeyCreation, faults: Faults = {}): PasskeyRegistration {
      const key = cbor(
        new Map<number, Cbor>([
          [1, 2], // key type: elliptic curve
          [3, -7], // ES256
          [-1, 1], // P-256
          [-2, Buffer.from(x ?? "", "base64url")],
          [-3, Buffer.from(y ?? "", "base64url")],
        ]),
      );
      const length = Buffer.from([0, id.length]);
      const authData = Buffer.concat([
        authenticatorData(rp.id, HAS_CREDENTIAL, faults),
        Buffer.alloc(16), // no model named
        length,
        id,
        key,
      ]);
      const attestation = cbor(
        new Map<string, Cbor>([
          ["fmt", "none"],
          ["attStmt", new Map<string, Cbor>()],
          ["authData", authData],
        ]),
      );
      return {
        id: id.toString("base64url"),
        type: "public-key",
        response: {
          clientDataJSON: clientData("webauthn.create", challenge, faults).toString("base64url"),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal", "hybrid"],
        },
      };
    },

    get({ challenge, rpId }: PasskeyRequest, faults: Faults = {}): PasskeyAssertion {
      const client = clientData("webauthn.get", challenge, faults);
      const data = authenticatorData(rpId, 0, faults);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id: id.toString("base64url"),
        type: "public-key",
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
        },
      };
    },
  };
}

function sha256(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}

type Cbor = number | string | Buffer | Map<number, Cbor> | Map<string, Cbor>;

/** The part of RFC 8949 that an attestation needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, held]) => [cbor(key), cbor(held)])]);
}

function head(majorType: number, argument: number): Buffer {
  const type = majorType << 5;
  if (argument < 24) return Buffer.from([type | argument]);
  return argument < 256 ? Buffer.from([type | 24, argument]) : Buffer.from([type | 25, argument >> 8, argument & 0xff]);
}
