// An authenticator app: shows the code of a secret.
import { Secret, TOTP } from "otpauth";

/** @param steps how many half minutes from now, because each code works once */
export function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}
