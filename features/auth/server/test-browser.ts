import type { Reply } from "#testing/http.ts";
import type { Call, Input, ReplyOf } from "#platform/contract/call.ts";
import { anonymous } from "#testing/lender.ts";
import type { TestProduct } from "#testing/product.ts";

export interface TestBrowser {
  send<C extends Call>(call: C, input?: Input<C>, token?: string): Promise<Reply<ReplyOf<C>>>;
  /** The cookie it would send, as `name=value`. Empty before the server set one. */
  cookie(): string;
}

export function aBrowser(test: TestProduct): TestBrowser {
  let cookie = "";
  return {
    async send(call, input, token) {
      const headers = { ...(cookie && { cookie }), ...(token && { authorization: `bearer ${token}` }) };
      const reply = await anonymous(test, headers).send(call, input);
      cookie = reply.headers.get("set-cookie")?.split(";")[0] ?? cookie;
      return reply;
    },
    cookie: () => cookie,
  };
}
