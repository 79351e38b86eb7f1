import { errors, jwtVerify, type JWTVerifyOptions, type JWTVerifyResult } from "jose";

/** Verifies a token under whichever key signed it: while secrets rotate, two are valid. Throws jose's errors. */
export async function verifyJwt(
  token: string,
  [key, ...others]: readonly Uint8Array[],
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, key!, options);
  } catch (error) {
    if (others.length === 0 || !(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    return verifyJwt(token, others, options);
  }
}
