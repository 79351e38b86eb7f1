// Owns a browser as tests need one: it keeps the cookie that the product gave it.
import type { Call, Input, ReplyOf } from "#kit/contract/call.ts";
import { nobody, type Reply } from "#app/test-lender.ts";
import type { TestProduct } from "#app/test-product.ts";

export interface TestBrowser {
  send<C extends Call>(call: C, input?: Input<C>, token?: string): Promise<Reply<ReplyOf<C>>>;
  /** What it would send along, `name=value`; empty before the product gave it one. */
  cookie(): string;
}

export function aBrowser(test: TestProduct): TestBrowser {
  let cookie = "";
  return {
    async send(call, input, token) {
      const headers = { ...(cookie && { cookie }), ...(token && { authorization: `bearer ${token}` }) };
      const reply = await nobody(test, headers).send(call, input);
      cookie = reply.headers.get("set-cookie")?.split(";")[0] ?? cookie;
      return reply;
    },
    cookie: () => cookie,
  };
}
