import { installHttp } from "./http/client.ts";
import { makeHttp } from "./http/http.ts";
import type { WebConfig } from "#platform/contract/web-config.ts";
import { loadConfig } from "./config.ts";

export interface TestRequest {
  /** `GET /account/borrower` */
  readonly call: string;
  /** JSON read, a form as it is. */
  readonly body: unknown;
  readonly headers: Headers;
}

/** A reply's data, or what makes it; `refusal` makes one that fails. */
export type Answer = object | ((request: TestRequest, query: URLSearchParams) => object | Promise<object>);

class Refusal {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    this.status = status;
    this.code = code;
  }
}

export function refusal(status: number, code: string): object {
  return new Refusal(status, code);
}

/** Answers from now on; what has no answer is a 404. Gives the requests made, the pages that errors led to, and what answers, for a client of one's own. */
export function answerHttp(answers: Readonly<Record<string, Answer>>) {
  const requests: TestRequest[] = [];
  const visited: string[] = [];

  async function fetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(url instanceof Request ? url.url : url);
    const path = decodeURIComponent(pathname.replace("/api/latest", ""));
    const sent = init?.body ?? null;
    const body: unknown = typeof sent === "string" ? JSON.parse(sent) : sent;
    const headers = new Headers(init?.headers);
    // Not counted among its fields: a test that compares requests says what was asked, and not how.
    const request = Object.defineProperty({ call: `${init?.method} ${path}`, body, headers }, "headers", {
      enumerable: false,
    });
    requests.push(request);
    const answer = answers[request.call] ?? new Refusal(404, "NOT_FOUND");
    const reply = typeof answer === "function" ? await answer(request, searchParams) : answer;
    if (reply instanceof Refusal) return Response.json({ message: reply.code }, { status: reply.status });
    return reply instanceof Response ? reply : Response.json(reply);
  }

  installHttp(
    makeHttp({
      backendURL: "http://test",
      origin: "http://site",
      testHost: "",
      log: { error: () => undefined },
      token: () => "token",
      membershipId: () => null,
      pagePath: () => "/",
      dropToken: () => undefined,
      hideOverlay: () => undefined,
      goTo: (path) => visited.push(path),
      fetch,
    }),
  );
  return {
    requests,
    visited,
    fetch,
    count: (call: string) => requests.filter((request) => request.call === call).length,
  };
}

export function readTestConfig(overrides: Partial<WebConfig> = {}): Promise<WebConfig> {
  const config: WebConfig = {
    environment: "local",
    productName: "Keyturn",
    backendURL: "http://test",
    websocketURL: "ws://test",
    recaptchaSiteKey: "site-key",
    stripePublishableKey: "pk_test",
    facebookClientID: "",
    githubClientID: "",
    googleClientID: "",
    twitterClientID: "",
    testHost: "",
    captchaTestToken: "{secret}",
    bannerEnabled: false,
    providerMode: "live",
    legal: {
      entity: "Keyturn Test, Inc.",
      address: "1 Test Street, Springfield, IL 62701",
      contactEmail: "contact@keyturn.example",
      effectiveDate: "November 26, 2026",
      hostingProvider: "Test Hosting, LLC",
      emailProvider: "Test Email, LLC",
    },
    scripts: {
      recaptcha: "https://check.example/recaptcha.js",
      stripe: "https://card.example/v3",
      plaidLink: "https://bank.example/link.js",
      markdownEditor: "/assets/editor.js",
      markdownRenderer: "/assets/renderer.js",
    },
    ...overrides,
  };
  return loadConfig(async () => Response.json(config));
}
