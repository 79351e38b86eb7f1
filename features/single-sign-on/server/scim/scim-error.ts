import type { AppError, ErrorCode } from "#platform/contract/errors.ts";

type ScimType = "invalidFilter" | "uniqueness" | "invalidSyntax" | "invalidPath" | "noTarget" | "invalidValue";

/** A refusal as SCIM words it (RFC 7644, section 3.12). */
export class ScimError extends Error {
  override readonly name = "ScimError";
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: 400 | 404 | 409, scimType: ScimType | undefined, detail: string) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

const DETAILS: Partial<Record<ErrorCode, string>> = {
  INVALID_API_KEY: "The token is no API key, or it was revoked or has expired.",
  SCOPE_MISSING: "The API key lacks the scope for user provisioning.",
  ADDRESS_NOT_ALLOWED: "The API key doesn't work from this address.",
  LAST_ADMIN: "This is the organization's last admin. Make someone else an admin first.",
  BREAK_GLASS_REQUIRED: "This is the last admin who can log in without single sign-on. Choose another one first.",
  LIMIT_REACHED: "A limit was reached.",
  NOT_FOUND: "There is no such resource.",
  PAYLOAD_TOO_LARGE: "The body is larger than 1 MB.",
  VALIDATION_ERROR: "The body is no valid JSON object.",
};

export function scimBodyOf(error: AppError | ScimError): object {
  const isOurs = error instanceof ScimError;
  const scimType = isOurs ? error.scimType : error.status === 400 ? "invalidSyntax" : undefined;
  return {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
    status: String(error.status),
    ...(scimType && { scimType }),
    detail: isOurs ? error.message : (DETAILS[error.code] ?? error.code),
  };
}
