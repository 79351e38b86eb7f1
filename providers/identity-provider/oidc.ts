import type * as OpenidClient from "openid-client";
import { AppError } from "#platform/contract/errors.ts";
import { Email } from "#platform/contract/fields.ts";
import { observeProvider } from "#platform/server/observability/operations.ts";
import { unavailable } from "../http.ts";
import { fetchPublic } from "../public-fetch.ts";
import { type IdentityProvider, type IdentityProviderOptions, refusedAnswer, type SsoProfile } from "./provider.ts";

export interface OidcConnection {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectURL: string;
}

/** Each of the three requests of a sign-in: discovery, token and keys. */
const TIMEOUT_MS = 4_500;

interface Secret {
  readonly verifier: string;
  readonly nonce: string;
}

const loadClient = () => import("openid-client");

export function openOidc({ allowsPrivate }: IdentityProviderOptions): IdentityProvider<OidcConnection> {
  async function discover(
    client: typeof OpenidClient,
    { issuer, clientId, clientSecret }: OidcConnection,
  ): Promise<OpenidClient.Configuration> {
    const configuration = await client.discovery(
      new URL(issuer),
      clientId,
      undefined,
      client.ClientSecretPost(clientSecret),
      {
        timeout: TIMEOUT_MS / 1000,
        // The fetch below refuses what is not https, unless the settings allow it.
        ...(allowsPrivate && { execute: [client.allowInsecureRequests] }),
        [client.customFetch]: (url, init) =>
          observeProvider("identity-provider", async (report) => {
            const body = init.body instanceof URLSearchParams ? init.body.toString() : null;
            const answer = await fetchPublic(
              url,
              { method: init.method, headers: init.headers, body },
              { allowsPrivate, timeoutMs: TIMEOUT_MS },
            );
            report(answer.status);
            return answer;
          }),
      },
    );
    // The signature is checked too, although the token comes over TLS: RS256 or what the provider announces, never none.
    client.enableNonRepudiationChecks(configuration);
    return configuration;
  }

  return {
    async begin(connection, state) {
      const client = await loadClient();
      try {
        const configuration = await discover(client, connection);
        const secret: Secret = { verifier: client.randomPKCECodeVerifier(), nonce: client.randomNonce() };
        const { href } = client.buildAuthorizationUrl(configuration, {
          redirect_uri: connection.redirectURL,
          scope: "openid email profile",
          state,
          nonce: secret.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(secret.verifier),
          code_challenge_method: "S256",
        });
        return { authorizeURL: href, secret: JSON.stringify(secret) };
      } catch (error) {
        throw unavailable("identity-provider", reasonOf(error));
      }
    },

    async profileOf(connection, { state, secret, answer, issuer }) {
      const client = await loadClient();
      const { verifier, nonce } = JSON.parse(secret) as Secret;
      let configuration: OpenidClient.Configuration;
      try {
        configuration = await discover(client, connection);
      } catch (error) {
        throw unavailable("identity-provider", reasonOf(error));
      }
      const url = new URL(connection.redirectURL);
      url.search = new URLSearchParams({
        code: answer,
        state,
        ...(issuer !== undefined && { iss: issuer }),
      }).toString();
      try {
        const tokens = await client.authorizationCodeGrant(configuration, url, {
          pkceCodeVerifier: verifier,
          expectedNonce: nonce,
          expectedState: state,
          idTokenExpected: true,
        });
        return toProfile(tokens.claims());
      } catch (error) {
        throw toFailure(client, error);
      }
    },
  };
}

function toProfile(claims: OpenidClient.IDToken | undefined): SsoProfile {
  const email = Email.safeParse(claims?.["email"]).data;
  if (!claims || !email) throw refusedAnswer("oidc: no email");
  // Many providers do not say; one that says no has not seen that the address is theirs.
  if (claims["email_verified"] === false) throw refusedAnswer("oidc: email not verified");
  return {
    subject: claims.sub,
    email,
    firstName: textOf(claims["given_name"]),
    lastName: textOf(claims["family_name"]),
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function toFailure(client: typeof OpenidClient, error: unknown): AppError {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof AppError) return at;
  if (error instanceof client.ResponseBodyError)
    return error.status < 500 ? refusedAnswer(`oidc: ${error.error}`) : unavailable("identity-provider", error.error);
  // A claim, a signature or the form of the answer is wrong, or there was no answer.
  const code = reasonOf(error);
  return code.startsWith("OAUTH_") ? refusedAnswer(`oidc: ${code}`) : unavailable("identity-provider", code);
}

/** A code where there is one: messages may repeat what was sent. */
function reasonOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause)
    if ("code" in at && typeof at.code === "string") return at.code;
  return error instanceof Error && /^[A-Z_]+$/.test(error.message) ? error.message : "UNEXPECTED_ANSWER";
}
