// Addresses whose shape SAML sets, and which are no calls of our API: a browser posts a form, and a provider reads XML.
import type { FastifyInstance } from "fastify";
import { receiveSamlResponse, ssoAddresses } from "#features/auth/server/sso/attempts.ts";
import { AppError } from "#platform/contract/errors.ts";
import { Id } from "#platform/contract/fields.ts";
import type { Context } from "#platform/server/context.ts";

const FORM = "application/x-www-form-urlencoded";
/** A response in base64, escaped. */
const FORM_BYTES = 500_000;
const PER_MINUTE = 60;

interface Options {
  /** `false` lifts the limit per minute. */
  readonly limits: boolean;
}

/** Mounts `/:organizationId/metadata` and `/:organizationId/acs`. */
export function mountSamlEndpoints(app: FastifyInstance, ctx: Context, { limits }: Options): void {
  app.addContentTypeParser(FORM, { parseAs: "string" }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  const rateLimit = limits ? { max: PER_MINUTE, timeWindow: 60_000 } : (false as const);

  app.get<{ Params: { organizationId: string } }>("/:organizationId/metadata", async ({ params }, reply) => {
    const organizationId = requireId(params.organizationId);
    return reply
      .type("application/samlmetadata+xml")
      .header("cache-control", "no-cache")
      .send(metadataOf(ssoAddresses(ctx, organizationId)));
  });

  app.post<{ Params: { organizationId: string } }>(
    "/:organizationId/acs",
    { bodyLimit: FORM_BYTES, config: { takesBody: true, foreignTypes: [FORM, `${FORM};charset=UTF-8`], rateLimit } },
    async (request, reply) => {
      const organizationId = requireId(request.params.organizationId);
      const { SAMLResponse = "", RelayState = "" } = (request.body ?? {}) as Record<string, string>;
      const back = new URL(ssoAddresses(ctx, organizationId).redirectURL);
      try {
        const code = await receiveSamlResponse(ctx, organizationId, { state: RelayState, response: SAMLResponse });
        back.search = new URLSearchParams({ code, state: RelayState }).toString();
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        request.log.warn({ err: error, organizationId }, "a SAML response was refused");
        back.search = "?error=refused";
      }
      return reply.header("cache-control", "no-store").redirect(back.href, 303);
    },
  );
}

function requireId(text: string): string {
  const id = Id.safeParse(text).data;
  if (id === undefined) throw new AppError("NOT_FOUND");
  return id.toLowerCase();
}

function metadataOf({ metadataURL, acsURL }: { metadataURL: string; acsURL: string }): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${metadataURL}">
  <md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
    <md:AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${acsURL}"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`;
}
