// The sandbox of an organization's identity provider: OpenID Connect and SAML 2.0, each with a page that asks who signs in.
import { createHash, createPublicKey, randomBytes } from "node:crypto";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createPrivateKey } from "node:crypto";
import { exportJWK, SignJWT } from "jose";
import { html, type Html, sendPage, table } from "../shared/page.ts";
import { type SandboxProvider, SteeringError } from "../shared/sandbox-provider.ts";
import { type Memory, openMemory } from "../shared/state-file.ts";
import { type KeyAndCertificate, makeCertificate } from "./certificate.ts";
import { samlResponse } from "./saml-response.ts";

const NAME = "idp";
const KEY_ID = "sandbox";
const MODES = ["ok", "down"] as const;

export interface IdentityProviderConfig {
  clientId: string;
  clientSecret: string;
  folder: string | null;
  now: () => Date;
  say: (line: string) => void;
}

export interface IdentityProvider extends SandboxProvider {
  /** The key that signs, and the certificate that a customer enters. */
  keys(): KeyAndCertificate;
}

interface Person {
  email: string;
  firstName: string;
  lastName: string;
}

interface Grant extends Person {
  redirectURI: string;
  challenge: string;
  nonce: string;
}

interface IdpData {
  keys: KeyAndCertificate | null;
  signIns: (Person & { at: string; protocol: string })[];
}

interface Deps {
  readonly config: IdentityProviderConfig;
  readonly memory: Memory<IdpData>;
  readonly grants: Map<string, Grant>;
  readonly fault: { mode: (typeof MODES)[number] };
  keys(): KeyAndCertificate;
}

export async function openIdentityProvider(config: IdentityProviderConfig): Promise<IdentityProvider> {
  const path = config.folder === null ? null : join(config.folder, `${NAME}.json`);
  const memory = await openMemory<IdpData>(path, () => ({ keys: null, signIns: [] }), config.say);
  const deps: Deps = {
    config,
    memory,
    grants: new Map(),
    fault: { mode: "ok" },
    // Made when first needed, because it takes a moment and most runs need none.
    keys() {
      memory.data.keys ??= makeCertificate("Sandbox identity provider", config.now());
      memory.changed();
      return memory.data.keys;
    },
  };
  return {
    name: NAME,
    keys: deps.keys,
    routes(app) {
      app.addHook("onRequest", async (request, reply) => {
        if (deps.fault.mode !== "down") return;
        reply.hijack();
        request.raw.socket.destroy();
      });
      serveOidc(app, deps);
      serveSaml(app, deps);
    },
    show: () => show(deps),
    find: (kind) => (kind === "sign-ins" ? memory.data.signIns : undefined),
    steer({ mode }) {
      const known = MODES.find((one) => one === mode);
      if (known === undefined) throw new SteeringError(`mode must be one of ${MODES.join(", ")}`);
      deps.fault.mode = known;
    },
    reset() {
      deps.fault.mode = "ok";
    },
    close: () => memory.flush(),
  };
}

const issuerOf = ({ headers }: FastifyRequest) => `http://${headers.host ?? "localhost"}/${NAME}`;

function serveOidc(app: FastifyInstance, deps: Deps): void {
  app.get("/.well-known/openid-configuration", (request) => {
    const issuer = issuerOf(request);
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      code_challenge_methods_supported: ["S256"],
    };
  });
  app.get("/jwks", async () => {
    const jwk = await exportJWK(createPublicKey(deps.keys().certificate));
    return { keys: [{ ...jwk, kid: KEY_ID, alg: "RS256", use: "sig" }] };
  });
  app.get<{ Querystring: Record<string, string> }>("/authorize", ({ query }, reply) => {
    const problem = problemWith(query, deps.config);
    if (problem)
      return sendPage(reply, "Sign in", html`<main class="narrow"><p>${problem}</p></main>`, { status: 400 });
    return askWho(reply, new URL(query["redirect_uri"]!).origin);
  });
  app.post<{ Querystring: Record<string, string>; Body: Record<string, string> }>(
    "/authorize",
    ({ query, body }, reply) => {
      const problem = problemWith(query, deps.config);
      if (problem) return reply.code(400).send({ message: problem });
      const person = personIn(body);
      note(deps, person, "OpenID");
      const code = randomBytes(20).toString("base64url");
      const { redirect_uri: redirectURI = "", code_challenge: challenge = "", nonce = "", state = "" } = query;
      deps.grants.set(code, { ...person, redirectURI, challenge, nonce });
      const back = new URL(redirectURI);
      back.search = new URLSearchParams({ code, state }).toString();
      return reply.redirect(back.href, 303);
    },
  );
  app.post<{ Body: Record<string, string> }>("/token", async (request, reply) => {
    const { client_id, client_secret, code = "", redirect_uri, code_verifier = "" } = request.body;
    if (client_id !== deps.config.clientId || client_secret !== deps.config.clientSecret)
      return reply.code(401).send({ error: "invalid_client" });
    const grant = deps.grants.get(code);
    deps.grants.delete(code); // a code counts once
    const challenge = createHash("sha256").update(code_verifier).digest("base64url");
    if (grant?.redirectURI !== redirect_uri || grant?.challenge !== challenge)
      return reply.code(400).send({ error: "invalid_grant" });
    const { email, firstName, lastName, nonce } = grant;
    const now = Math.floor(deps.config.now().getTime() / 1000);
    const claims = { sub: email.toLowerCase(), email, given_name: firstName, family_name: lastName, nonce };
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid: KEY_ID })
      .setIssuer(issuerOf(request))
      .setAudience(deps.config.clientId)
      .setIssuedAt(now)
      .setExpirationTime(now + 3600)
      .sign(createPrivateKey(deps.keys().key));
    return {
      access_token: randomBytes(20).toString("base64url"),
      token_type: "Bearer",
      expires_in: 3600,
      id_token: idToken,
    };
  });
}

function problemWith(query: Record<string, string>, { clientId }: IdentityProviderConfig): string | undefined {
  if (query["client_id"] !== clientId) return "The client id is not one of a registered application.";
  if (!URL.canParse(query["redirect_uri"] ?? "")) return "The redirect address is missing.";
  if (query["response_type"] !== "code" || query["code_challenge_method"] !== "S256" || !query["nonce"])
    return "The request must ask for a code, with a challenge and a nonce.";
  return undefined;
}

interface AuthnRequest {
  readonly requestId: string;
  readonly audience: string;
  readonly acsURL: string;
}

function serveSaml(app: FastifyInstance, deps: Deps): void {
  app.get("/saml/certificate", (_request, reply) => reply.type("application/x-pem-file").send(deps.keys().certificate));
  app.get<{ Querystring: Record<string, string> }>("/saml", ({ query }, reply) => {
    readRequest(query["SAMLRequest"]); // a broken one is refused before anyone types
    return askWho(reply);
  });
  app.post<{ Querystring: Record<string, string>; Body: Record<string, string> }>("/saml", (request, reply) => {
    const { requestId, audience, acsURL } = readRequest(request.query["SAMLRequest"]);
    const person = personIn(request.body);
    note(deps, person, "SAML");
    const xml = samlResponse(
      {
        ...person,
        nameId: person.email,
        issuer: issuerOf(request),
        audience,
        acsURL,
        requestId,
        now: deps.config.now(),
      },
      deps.keys().key,
    );
    return sendPage(
      reply,
      "Signed in",
      html`<main class="narrow">
        <h1>Signed in</h1>
        <form class="card" method="post" action="${acsURL}">
          <input type="hidden" name="SAMLResponse" value="${Buffer.from(xml).toString("base64")}" />
          <input type="hidden" name="RelayState" value="${request.query["RelayState"] ?? ""}" />
          <p>You are ${person.email}.</p>
          <p class="acts"><button class="main">Continue</button></p>
        </form>
      </main>`,
      { formsLeadTo: new URL(acsURL).origin },
    );
  });
}

/** Of the redirect binding: base64 of the raw deflated XML. */
function readRequest(encoded = ""): AuthnRequest {
  const xml = inflateRawSync(Buffer.from(encoded, "base64")).toString("utf8");
  const find = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? "";
  return {
    requestId: find(/\sID="([^"]+)"/),
    audience: find(/<saml:Issuer[^>]*>([^<]+)</),
    acsURL: find(/AssertionConsumerServiceURL="([^"]+)"/),
  };
}

function personIn({ email = "", firstName = "", lastName = "" }: Record<string, string>): Person {
  return { email, firstName, lastName };
}

function note({ memory, config }: Deps, person: Person, protocol: string): void {
  memory.data.signIns = [...memory.data.signIns, { ...person, protocol, at: config.now().toISOString() }].slice(-20);
  memory.changed();
}

function askWho(reply: FastifyReply, formsLeadTo = ""): FastifyReply {
  return sendPage(
    reply,
    "Sign in",
    html`<main class="narrow">
      <h1>Sign in to your company</h1>
      <p class="quiet">The sandbox identity provider believes whatever you enter.</p>
      <form class="card" method="post">
        <label>Email<input name="email" type="email" autocomplete="off" required /></label>
        <label>First name<input name="firstName" autocomplete="off" maxlength="100" /></label>
        <label>Last name<input name="lastName" autocomplete="off" maxlength="100" /></label>
        <p class="acts"><button class="main">Sign in</button></p>
      </form>
    </main>`,
    { formsLeadTo },
  );
}

function show({ config, memory, fault }: Deps): Html {
  return html`<section aria-labelledby="idp">
    <h2 id="idp">Identity provider: single sign-on</h2>
    <p>
      OpenID issuer: this site's <code>/${NAME}</code>, with client id <code>${config.clientId}</code> and secret
      <code>${config.clientSecret}</code>. SAML: entity id <code>/${NAME}</code>, sign-in at <code>/${NAME}/saml</code>,
      <a href="/${NAME}/saml/certificate">certificate</a>.
    </p>
    <form class="acts" method="post" action="/_steer/${NAME}">
      ${MODES.map(
        (mode) =>
          html`<button name="mode" value="${mode}" aria-pressed="${String(mode === fault.mode)}">${mode}</button>`,
      )}
    </form>
    ${table(
      ["Email", "Protocol"],
      memory.data.signIns.toReversed().map(
        ({ email, protocol }) =>
          html`<tr>
            <td>${email}</td>
            <td>${protocol}</td>
          </tr>`,
      ),
      "No one has signed in yet.",
    )}
  </section>`;
}
