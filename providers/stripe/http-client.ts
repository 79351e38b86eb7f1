// How the card provider's package sends its requests: by node:http, which takes half of the CPU of fetch.
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { Stripe as StripePackage } from "stripe";
import { observeProvider } from "#platform/server/observability/operations.ts";
import { AnswerTooLarge, LARGEST_ANSWER } from "../http.ts";

type HttpClient = InstanceType<typeof StripePackage.HttpClient>;
type HttpAnswer = Awaited<ReturnType<HttpClient["makeRequest"]>>;

/** Keeps connections open, follows no redirect, and ends head and body together at the package's timeout. */
export function createStripeHttpClient({ HttpClient }: typeof StripePackage): HttpClient {
  const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };

  return {
    getClientName: () => "node",
    makeRequest: (host, port, path, method, headers, body, protocol, timeout) =>
      observeProvider("stripe", async (report) => {
        const isPlain = protocol === "http";
        const options = { host, port, path, method, headers, agent: isPlain ? agents.http : agents.https };
        const request = (isPlain ? http : https).request(options as http.RequestOptions); // undefined headers are none
        let isLate = false;
        const deadline = setTimeout(() => {
          isLate = true;
          request.destroy(HttpClient.makeTimeoutError());
        }, timeout);
        request.on("close", () => clearTimeout(deadline));
        const reply = await new Promise<IncomingMessage>((resolve, reject) => {
          request.on("response", resolve).on("error", reject).end(body);
        });
        const status = reply.statusCode ?? 0;
        report(status);
        const text = textOf(reply).catch((error: unknown) => {
          throw HttpClient.makeResponseBodyError(isLate ? HttpClient.makeTimeoutError() : error);
        });
        text.catch(() => {}); // the package does not read an answer before it tries again
        return answerOf(status, reply, text);
      }),
  };
}

function answerOf(status: number, { headers }: IncomingMessage, text: Promise<string>): HttpAnswer {
  return {
    getStatusCode: () => status,
    getHeaders: () => headers as ReturnType<HttpAnswer["getHeaders"]>, // the package reads those that come once
    getRawResponse: () => ({}),
    toStream() {
      throw new Error("answers of the card provider are read whole");
    },
    toJSON: async () => JSON.parse(await text) as unknown,
  };
}

async function textOf(reply: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of reply as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > LARGEST_ANSWER) throw new AnswerTooLarge(); // which closes the connection
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
