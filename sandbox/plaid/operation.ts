// One of Plaid's calls: a path and the function that answers it.
import type { PlaidDeps } from "./plaid-deps.ts";

/** A reply that is sent unchanged, not as an object with a request id. */
export class WholeReply {
  readonly type: string;
  readonly content: string | Uint8Array;
  constructor(type: string, content: string | Uint8Array) {
    this.type = type;
    this.content = content;
  }
}

export interface Operation {
  path: string;
  answer: (deps: PlaidDeps, body: unknown) => object | Promise<object>;
}

/** `Body` names the fields that `answer` reads. The body is already checked against Plaid's schema of `path`. */
export function operation<Body>(
  path: string,
  answer: (deps: PlaidDeps, body: Body) => object | Promise<object>,
): Operation {
  return { path, answer: (deps, body) => answer(deps, body as Body) };
}
