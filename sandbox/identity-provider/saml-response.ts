import { randomBytes } from "node:crypto";
import { SignedXml } from "xml-crypto";
import { escapeHtml } from "../shared/page.ts";

/** What a response says. Tests change single values to forge one. */
export interface Response {
  readonly issuer: string;
  readonly audience: string;
  readonly acsURL: string;
  readonly requestId: string;
  /** The name of the person: markup, so that tests can put some in it. */
  readonly nameId: string;
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly now: Date;
  readonly lifeMs?: number;
  /** Where the subject may be confirmed; the ACS by default. */
  readonly recipient?: string;
  readonly destination?: string;
  /** What is signed; both by default. */
  readonly signs?: readonly ("assertion" | "response")[];
  readonly algorithm?: "sha1" | "sha256";
}

const ALGORITHMS = {
  sha1: { signature: "http://www.w3.org/2000/09/xmldsig#rsa-sha1", digest: "http://www.w3.org/2000/09/xmldsig#sha1" },
  sha256: {
    signature: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    digest: "http://www.w3.org/2001/04/xmlenc#sha256",
  },
};
const CANONICAL = "http://www.w3.org/2001/10/xml-exc-c14n#";

const newId = () => `_${randomBytes(16).toString("hex")}`;

/** The XML of a response, signed with this key. */
export function samlResponse(response: Response, key: string): string {
  const { signs = ["assertion", "response"], algorithm = "sha256" } = response;
  let xml = unsignedResponse(response);
  for (const part of ["assertion", "response"] as const)
    if (signs.includes(part)) xml = signPart(xml, part === "assertion" ? "Assertion" : "Response", key, algorithm);
  return xml;
}

function unsignedResponse(response: Response): string {
  const { issuer, audience, acsURL, requestId, nameId, now, lifeMs = 300_000 } = response;
  const { recipient = acsURL, destination = acsURL } = response;
  const at = now.toISOString();
  const until = new Date(now.getTime() + lifeMs).toISOString();
  const attributes = (["email", "firstName", "lastName"] as const).flatMap((name) => {
    const value = response[name];
    return value === undefined
      ? []
      : `<saml:Attribute Name="${name}"><saml:AttributeValue>${escapeHtml(value)}</saml:AttributeValue></saml:Attribute>`;
  });
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"`,
    ` ID="${newId()}" Version="2.0" IssueInstant="${at}" Destination="${destination}" InResponseTo="${requestId}">`,
    `<saml:Issuer>${issuer}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>`,
    `<saml:Assertion ID="${newId()}" Version="2.0" IssueInstant="${at}"><saml:Issuer>${issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${nameId}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">`,
    `<saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${recipient}" InResponseTo="${requestId}"/>`,
    `</saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${at}" NotOnOrAfter="${until}">`,
    `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${at}" SessionIndex="${newId()}"><saml:AuthnContext><saml:AuthnContextClassRef>`,
    `urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    attributes.length > 0 ? `<saml:AttributeStatement>${attributes.join("")}</saml:AttributeStatement>` : "",
    `</saml:Assertion></samlp:Response>`,
  ].join("");
}

function signPart(xml: string, part: string, key: string, algorithm: keyof typeof ALGORITHMS): string {
  const { signature, digest } = ALGORITHMS[algorithm];
  const xpath = `//*[local-name(.)='${part}']`;
  const signer = new SignedXml({
    privateKey: key,
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: CANONICAL,
  });
  signer.addReference({
    xpath,
    digestAlgorithm: digest,
    transforms: ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", CANONICAL],
  });
  signer.computeSignature(xml, { location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: "after" } });
  return signer.getSignedXml();
}
