import { randomBytes } from "node:crypto";
import type * as NodeSaml from "@node-saml/node-saml";
import { SaxesParser } from "saxes";
import { Email } from "#platform/contract/fields.ts";
import { type IdentityProvider, refusedAnswer, type SsoProfile } from "./provider.ts";

export interface SamlConnection {
  /** The provider's entity id. */
  readonly issuer: string;
  readonly ssoURL: string;
  /** PEM. The only key whose signatures count, whatever a response says. */
  readonly certificate: string;
  /** Our entity id. */
  readonly audience: string;
  /** Where the provider sends its responses. */
  readonly acsURL: string;
}

/** Decoded. A response with a signed assertion is about 10 kB. */
const LARGEST_RESPONSE = 200_000;
/** How far the provider's clock may be off. */
const CLOCK_SKEW_MS = 60_000;
/** How long after the request an answer counts. */
const REQUEST_LIFE_MS = 600_000;

const ALGORITHMS = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmldsig-more#sha384",
  "http://www.w3.org/2001/04/xmlenc#sha512",
]);

const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";

const EMAIL_ATTRIBUTES = [
  "email",
  "mail",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
  "urn:oid:0.9.2342.19200300.100.1.3",
];
const FIRST_NAME_ATTRIBUTES = [
  "firstName",
  "givenName",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname",
  "urn:oid:2.5.4.42",
];
const LAST_NAME_ATTRIBUTES = [
  "lastName",
  "surname",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname",
  "urn:oid:2.5.4.4",
];

/** Loaded with the first sign-in that needs it. */
const loadSaml = () => import("@node-saml/node-saml");

export function openSaml(): IdentityProvider<SamlConnection> {
  return {
    async begin(connection, state) {
      const { SAML, ValidateInResponseTo } = await loadSaml();
      const requestId = `_${randomBytes(20).toString("hex")}`;
      const saml = new SAML({
        ...optionsOf(connection, requestId, ValidateInResponseTo),
        generateUniqueId: () => requestId,
      });
      return { authorizeURL: await saml.getAuthorizeUrlAsync(state, undefined, {}), secret: requestId };
    },

    async profileOf(connection, { secret: requestId, answer }) {
      const xml = decode(answer);
      inspect(xml, connection.acsURL);
      const { SAML, ValidateInResponseTo } = await loadSaml();
      const saml = new SAML(optionsOf(connection, requestId, ValidateInResponseTo));
      try {
        const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: answer });
        if (!profile) throw new Error("no assertion");
        requireMeant(profile, connection, requestId);
        return toProfile(profile);
      } catch (error) {
        throw refusedAnswer(`saml: ${(error as Error).message.slice(0, 200)}`);
      }
    },
  };
}

function optionsOf(
  { issuer, ssoURL, certificate, audience, acsURL }: SamlConnection,
  requestId: string,
  { always }: typeof NodeSaml.ValidateInResponseTo,
): NodeSaml.SamlConfig {
  const asked = new Date().toISOString();
  return {
    idpCert: certificate,
    idpIssuer: issuer,
    entryPoint: ssoURL,
    issuer: audience,
    audience,
    callbackUrl: acsURL,
    identifierFormat: null, // as the provider is set up
    disableRequestedAuthnContext: true, // how people sign in is the provider's to decide
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    validateInResponseTo: always,
    requestIdExpirationPeriodMs: REQUEST_LIFE_MS,
    // The one request that this response may answer. The attempt in the database is used once.
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => (id === requestId ? asked : null),
      removeAsync: async () => null,
    },
  };
}

function decode(answer: string): string {
  if (!/^[A-Za-z0-9+/=\s]+$/.test(answer) || answer.length > LARGEST_RESPONSE * 1.5) throw refusedAnswer("saml: size");
  const xml = Buffer.from(answer, "base64").toString("utf8");
  if (xml.length > LARGEST_RESPONSE) throw refusedAnswer("saml: size");
  return xml;
}

/**
 * What the package does not check: no document type, comment or processing instruction, with which two parsers may read
 * two texts; no weak algorithm; no repeated id; sent to us.
 */
function inspect(xml: string, acsURL: string): void {
  const ids = new Set<string>();
  let problem: string | undefined;
  let isRoot = true;
  const parser = new SaxesParser();
  const refuse = (reason: string) => () => void (problem ??= reason);
  parser.on("doctype", refuse("document type"));
  parser.on("comment", refuse("comment"));
  parser.on("cdata", refuse("character data section"));
  parser.on("processinginstruction", refuse("processing instruction"));
  parser.on("error", refuse("not well-formed"));
  parser.on("opentag", ({ name, attributes }) => {
    const local = name.split(":").at(-1) ?? "";
    if (isRoot && local !== "Response") problem ??= "no response";
    if (isRoot && attributes["Destination"] !== acsURL) problem ??= "destination";
    isRoot = false;
    const isOfSignature = local === "SignatureMethod" || local === "DigestMethod";
    if (isOfSignature && !ALGORITHMS.has(attributes["Algorithm"] ?? "")) problem ??= "algorithm";
    const id = attributes["ID"];
    if (id !== undefined && ids.has(id)) problem ??= "repeated id";
    if (id !== undefined) ids.add(id);
  });
  try {
    parser.write(xml).close();
  } catch {
    problem ??= "not well-formed";
  }
  if (problem) throw refusedAnswer(`saml: ${problem}`);
}

interface ParsedAssertion {
  readonly Assertion?: {
    readonly Subject?: readonly {
      readonly SubjectConfirmation?: readonly {
        readonly $?: Readonly<Record<string, string>>;
        readonly SubjectConfirmationData?: readonly { readonly $?: Readonly<Record<string, string>> }[];
      }[];
    }[];
  };
}

/** By the signed assertion itself: from this provider, to us, for this request, and not for long. */
function requireMeant(
  profile: NodeSaml.Profile,
  { issuer, acsURL }: Pick<SamlConnection, "issuer" | "acsURL">,
  requestId: string,
): void {
  if (profile.issuer !== issuer) throw new Error("issuer");
  const { Assertion } = (profile.getAssertion?.() ?? {}) as ParsedAssertion;
  const confirmations = Assertion?.Subject?.[0]?.SubjectConfirmation ?? [];
  const isMeant = confirmations.some(({ $, SubjectConfirmationData }) => {
    const { Recipient, InResponseTo, NotOnOrAfter } = SubjectConfirmationData?.[0]?.$ ?? {};
    const endsAt = Date.parse(NotOnOrAfter ?? "");
    return (
      $?.["Method"] === BEARER &&
      Recipient === acsURL &&
      InResponseTo === requestId &&
      Date.now() - CLOCK_SKEW_MS < endsAt
    );
  });
  if (!isMeant) throw new Error("subject confirmation");
}

function toProfile(profile: NodeSaml.Profile): SsoProfile {
  const attributes = (profile["attributes"] ?? {}) as Readonly<Record<string, unknown>>;
  const find = (names: readonly string[]) =>
    names.map((name) => attributes[name]).find((value): value is string => typeof value === "string") ?? "";
  const email = Email.safeParse(find(EMAIL_ATTRIBUTES) || profile.nameID).data;
  if (!profile.nameID || !email) throw new Error("no email");
  return {
    subject: profile.nameID,
    email,
    firstName: find(FIRST_NAME_ATTRIBUTES),
    lastName: find(LAST_NAME_ATTRIBUTES),
  };
}
