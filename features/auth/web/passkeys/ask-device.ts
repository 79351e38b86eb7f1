// Asks the person's device to make or use a passkey. The library is loaded only then.
import type {
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRegistration,
  PasskeyRequest,
} from "#features/auth/contract.ts";

/** Why the device gave no answer. `canceled` also covers a device without a passkey of ours: browsers do not tell. */
export type PasskeyFailure = "canceled" | "unsupported" | "already-added";

export class PasskeyError extends Error {
  readonly failure: PasskeyFailure;

  constructor(failure: PasskeyFailure, cause?: unknown) {
    super(failure, { cause });
    this.name = "PasskeyError";
    this.failure = failure;
  }
}

/** Throws PasskeyError. */
export async function makePasskey(options: PasskeyCreation): Promise<PasskeyRegistration> {
  const { startRegistration } = await withPasskeys();
  const { id, type, response } = await orFail(startRegistration({ optionsJSON: options })); // the library's lists are mutable
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, type, response: { clientDataJSON, attestationObject, transports } };
}

/** Throws PasskeyError. */
export async function askForPasskey(options: PasskeyRequest): Promise<PasskeyAssertion> {
  const { startAuthentication } = await withPasskeys();
  const { id, type, response } = await orFail(startAuthentication({ optionsJSON: options }));
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, type, response: { clientDataJSON, authenticatorData, signature } };
}

async function withPasskeys() {
  const library = await import("@simplewebauthn/browser");
  if (!library.browserSupportsWebAuthn()) throw new PasskeyError("unsupported");
  return library;
}

async function orFail<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const { name } = error instanceof Error ? error : { name: "" };
    throw new PasskeyError(name === "InvalidStateError" ? "already-added" : "canceled", error);
  }
}
