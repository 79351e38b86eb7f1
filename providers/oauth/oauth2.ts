import type * as OpenidClient from "openid-client";
import type * as z from "zod/mini";
import { AppError } from "#platform/contract/errors.ts";
import { type Ask, askWithin, jsonOf, unavailable } from "../http.ts";
import {
  DEADLINE_MS,
  type OauthConfig,
  type OauthProvider,
  type Profile,
  refusedCode,
  USER_AGENT,
} from "./provider.ts";

export interface Oauth2 {
  readonly name: string;
  readonly endpoints: { readonly authorize: string; readonly token: string };
  readonly scope: string;
  readonly usesPKCE: boolean;
  /** Facebook gives its token to a GET. */
  readonly tokenByGet?: boolean;
  /** The provider's own code in an answer of its token endpoint that is no token. */
  readonly errorOf: (answer: unknown) => string | undefined;
  /** Those of its codes by which it means that the person's code is not good. */
  readonly badCodes: readonly string[];
  /** Who it is; `read` throws PROVIDER_UNAVAILABLE unless the answer is a 200 of this form. */
  readonly readProfile: (
    read: <S extends z.ZodMiniType>(url: string, schema: S) => Promise<z.output<S>>,
  ) => Promise<Profile>;
}

/** Loaded with the first sign-in that needs it. */
const loadClient = () => import("openid-client");

export function openOauth2({ clientId, clientSecret }: OauthConfig, provider: Oauth2): OauthProvider {
  const { name, endpoints, scope, usesPKCE } = provider;

  // Made for each act, so that all of its requests share one deadline.
  function configure(client: typeof OpenidClient, ask: Ask): OpenidClient.Configuration {
    const configuration = new client.Configuration(
      { issuer: name, authorization_endpoint: endpoints.authorize, token_endpoint: endpoints.token },
      clientId,
      undefined,
      client.ClientSecretPost(clientSecret),
    );
    // The settings allow http only for this machine.
    if (endpoints.token.startsWith("http:")) client.allowInsecureRequests(configuration);
    configuration[client.customFetch] = async (url, init) =>
      url === endpoints.token ? askForToken(provider, ask, init) : toResponse(await ask(url, init as RequestInit));
    return configuration;
  }

  return {
    async begin({ state, redirectURL }) {
      const client = await loadClient();
      const secret = usesPKCE ? client.randomPKCECodeVerifier() : null;
      const challenge = secret && {
        code_challenge: await client.calculatePKCECodeChallenge(secret),
        code_challenge_method: "S256",
      };
      const values = { redirect_uri: redirectURL, scope, state, ...challenge };
      const { href } = client.buildAuthorizationUrl(configure(client, askWithin(name, DEADLINE_MS)), values);
      return { authorizeURL: href, secret, requestToken: null };
    },

    async profileOf({ code, redirectURL, secret }) {
      const client = await loadClient();
      const configuration = configure(client, askWithin(name, DEADLINE_MS));
      const values = { code, redirect_uri: redirectURL, ...(secret !== null && { code_verifier: secret }) };
      try {
        // The package's own grant leaves the query of the redirect address away, and ours has one.
        const { access_token } = await client.genericGrantRequest(configuration, "authorization_code", values);
        return await provider.readProfile((url, schema) => read(client, configuration, access_token, url, schema));
      } catch (error) {
        throw toFailure(client, provider, error);
      }
    },
  };

  async function read<S extends z.ZodMiniType>(
    client: typeof OpenidClient,
    configuration: OpenidClient.Configuration,
    token: string,
    url: string,
    schema: S,
  ): Promise<z.output<S>> {
    const headers = new Headers({ accept: "application/json", "user-agent": USER_AGENT });
    const answer = await client.fetchProtectedResource(configuration, token, new URL(url), "GET", null, headers);
    if (answer.status !== 200) throw unavailable(name, `HTTP_${answer.status}`);
    const parsed = schema.safeParse(jsonOf(await answer.text()));
    if (!parsed.success) throw unavailable(name, "UNEXPECTED_ANSWER");
    return parsed.data;
  }
}

/** Each provider departs from the standard in its own way. The result is a token or an error as in RFC 6749. */
async function askForToken(
  { name, endpoints, tokenByGet, errorOf }: Oauth2,
  ask: Ask,
  { body }: { body?: unknown },
): Promise<Response> {
  const form = new URLSearchParams(String(body));
  const headers = { accept: "application/json", "user-agent": USER_AGENT };
  if (tokenByGet) form.delete("grant_type");
  const { status, text } = tokenByGet
    ? await ask(`${endpoints.token}?${form.toString()}`, { headers })
    : await ask(endpoints.token, { method: "POST", headers, body: form });
  const answer = jsonOf(text);
  const token = accessTokenOf(answer);
  if (status === 200 && token) return Response.json({ access_token: token, token_type: "bearer" });
  const error = status < 500 && errorOf(answer);
  if (!error) throw unavailable(name, `HTTP_${status}`);
  return Response.json({ error }, { status: 400 });
}

function accessTokenOf(answer: unknown): string | undefined {
  if (typeof answer !== "object" || answer === null || !("access_token" in answer)) return undefined;
  return typeof answer.access_token === "string" && answer.access_token !== "" ? answer.access_token : undefined;
}

function toResponse({ status, text }: { status: number; text: string }): Response {
  const hasNoBody = status === 204 || status === 304;
  return new Response(hasNoBody ? null : text, { status });
}

// The package wraps what our own fetch threw; its errors may hold the answer, so none of them travels on.
function toFailure(client: typeof OpenidClient, { name, badCodes }: Oauth2, error: unknown): AppError {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof AppError) return at;
  if (!(error instanceof client.ResponseBodyError)) return unavailable(name, "UNEXPECTED_ANSWER");
  return badCodes.includes(error.error) ? refusedCode(name, error.error) : unavailable(name, error.error);
}
