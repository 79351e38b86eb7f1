import { join } from "node:path";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { openBorrowerSessions } from "#features/borrower-portal/server/open-session.ts";
import { meetsCondition } from "#features/organizations/server/conditions.ts";
import { authenticate } from "#features/auth/server/sessions/authenticate.ts";
import type { Context } from "#platform/server/context.ts";
import { accountRoutes } from "#features/account/server/routes.ts";
import { CALENDAR_BASE } from "#features/asset-reports/contract.ts";
import { mountCalendar } from "#features/asset-reports/server/calendar/calendar-endpoint.ts";
import { REPORT_SCHEMA_PATH, reportJsonSchema } from "#features/asset-reports/server/files/report-formats.ts";
import { PACKET_SCHEMA_PATH, packetJsonSchema } from "#features/asset-reports/server/governance/packet-schema.ts";
import { assetReportRoutes, sharingRoutes } from "#features/asset-reports/server/routes.ts";
import { billingRoutes, subscriptionRoutes } from "#features/billing/server/routes.ts";
import { borrowerRoutes } from "#features/borrowers/server/routes.ts";
import { authenticateApiKey } from "#features/developers/server/api-keys/authenticate-api-key.ts";
import { mountSamlEndpoints } from "#features/single-sign-on/server/saml-endpoints.ts";
import { mountScimEndpoints, SCIM_BASE } from "#features/single-sign-on/server/scim/scim-endpoints.ts";
import { singleSignOnRoutes } from "#features/single-sign-on/server/routes.ts";
import { developerRoutes } from "#features/developers/server/routes.ts";
import { notificationRoutes } from "#features/notifications/server/routes.ts";
import { underwritingRoutes } from "#features/underwriting/server/routes.ts";
import { groupRoutes, memberRoutes, organizationRoutes } from "#features/organizations/server/routes.ts";
import { identityRoutes, socialRoutes, ssoRoutes } from "#features/auth/server/routes.ts";
import { postRoutes } from "#features/posts/server/routes.ts";
import { siteRoutes } from "#features/site/server/routes.ts";
import { borrowerPortalRoutes } from "#features/borrower-portal/server/routes.ts";
import { API_BASE, type Call } from "#platform/contract/call.ts";
import { claimIdempotencyKey } from "#platform/server/idempotency.ts";
import { COMPRESSION } from "#platform/server/http/reply-schema.ts";
import { createHttpServer } from "#platform/server/http/http-server.ts";
import { mountLiveSocket } from "#platform/server/live/live-socket.ts";
import { mountRoutes, type Route, sendTagged } from "#platform/server/http/serve.ts";
import { readSitePages } from "#platform/server/http/site-pages.ts";
import { serveSite } from "#platform/server/http/site.ts";
import { reportPolicy } from "#features/site/contract.ts";
import type { PagePolicy } from "#platform/server/http/security-headers.ts";
import { describeProduct } from "./api-description.ts";
import { calls } from "./calls.ts";
import type { Product } from "./product.ts";
import { serveSiteFiles } from "./site-files.ts";
import type { Config } from "./config.ts";
import { originsOf, runsProviderScript } from "../page-scripts.ts";

export interface ApiOptions {
  readonly logger: FastifyBaseLogger | false;
  /** Why the product is not ready for use; `null` when it is. /health reports it with 503. */
  readonly notReady?: () => string | null;
  /** `true` once the process is about to stop. */
  readonly isDraining?: () => boolean;
  /** `false` never sheds requests: for tests. */
  readonly shed?: boolean;
}

export async function createApi(
  product: Product,
  { logger, notReady, isDraining = () => false, shed = true }: ApiOptions,
): Promise<FastifyInstance> {
  const { config, ctx } = product;
  const { productName, legal } = config.web;
  const pages = readSitePages(join(config.siteDir, "pages"), { productName, publicUrl: config.publicUrl, ...legal });
  const app = await createHttpServer({
    logger,
    pages,
    origin: config.publicUrl,
    trustedProxies: config.trustedProxies,
    shed,
    isDraining,
    // Pages and files are never refused under load: they cost almost nothing, and half a page is useless.
    isSpared: (route = "") => ![API_BASE, SCIM_BASE].some((base) => route.startsWith(base)) && route !== "/health",
    policy: pagePolicy(config),
  });

  const routes = allRoutes(ctx);
  requireComplete(routes);
  await app.register(
    async (api) => {
      mountRoutes(api, routes, {
        authenticate: (token) => authenticate(ctx, token),
        authenticateApiKey: (secret, address) => authenticateApiKey(ctx, secret, address),
        findBorrowerSession: openBorrowerSessions(ctx),
        meetsCondition: (actor, condition) => meetsCondition(ctx.db, actor, condition),
        claimKey: (actor, request) => claimIdempotencyKey(ctx.db, actor, request),
        limits: config.limits,
        secure: config.publicUrl.startsWith("https:"),
      });
      let description: string | undefined; // takes a moment to make, and few ask for it
      api.get("/openapi.json", { compress: COMPRESSION }, (request, reply) => {
        description ??= JSON.stringify(
          describeProduct({
            title: config.productName,
            version: product.version,
            publicUrl: config.publicUrl,
            server: config.backendUrl + API_BASE,
          }),
        );
        return sendTagged(request, reply.header("cache-control", "no-cache"), description);
      });
    },
    { prefix: API_BASE },
  );

  await app.register(async (saml) => mountSamlEndpoints(saml, ctx, { limits: config.limits }), {
    prefix: "/api/saml",
  });
  await app.register(async (scim) => mountScimEndpoints(scim, ctx, { limits: config.limits }), { prefix: SCIM_BASE });

  await app.register(async (calendar) => mountCalendar(calendar, ctx, { limits: config.limits }), {
    prefix: CALENDAR_BASE,
  });

  mountLiveSocket(app, "/live", {
    hub: product.live,
    authenticate: (token) => authenticate(ctx, token),
    origin: new URL(config.publicUrl).origin,
  });
  app.get("/health", async (_request, reply) => {
    const reason =
      notReady?.() ??
      (await ctx.db.engine.ping().then(
        () => null,
        () => "database",
      ));
    return reason ? reply.code(503).send({ status: "unavailable", waitingFor: reason }) : { status: "ok" };
  });
  for (const [path, schemaOf] of [
    [REPORT_SCHEMA_PATH, reportJsonSchema],
    [PACKET_SCHEMA_PATH, packetJsonSchema],
  ] as const) {
    let schema: string | undefined;
    app.get(path, { compress: COMPRESSION }, (_request, reply) => {
      schema ??= JSON.stringify(schemaOf(config.publicUrl));
      return reply.type("application/schema+json").header("cache-control", "no-cache").send(schema);
    });
  }
  serveSiteFiles(app, {
    publicUrl: config.publicUrl,
    productName,
    securityContact: config.securityContact,
    listed: pages?.listed ?? [],
    startedAt: new Date(),
  });
  await serveSite(app, {
    folder: join(config.siteDir, "web"),
    pages,
    config: config.web,
    version: product.version,
  });
  return app;
}

export function allRoutes(ctx: Context): Route[] {
  return [
    ...identityRoutes(ctx),
    ...socialRoutes(ctx),
    ...ssoRoutes(ctx),
    ...accountRoutes(ctx),
    ...organizationRoutes(ctx),
    ...memberRoutes(ctx),
    ...groupRoutes(ctx),
    ...developerRoutes(ctx),
    ...singleSignOnRoutes(ctx),
    ...postRoutes(ctx),
    ...borrowerRoutes(ctx),
    ...notificationRoutes(ctx),
    ...underwritingRoutes(ctx),
    ...assetReportRoutes(ctx),
    ...sharingRoutes(ctx),
    ...borrowerPortalRoutes(ctx),
    ...subscriptionRoutes(ctx),
    ...billingRoutes(ctx),
    ...siteRoutes(ctx),
  ];
}

/** Every declared call has exactly one route, and every route a declared call. */
export function requireComplete(routes: readonly Route[]): void {
  const mounted = new Set<Call>(routes.map(({ call }) => call));
  const declared = Object.entries<Call>(calls);
  const missing = declared.filter(([, call]) => !mounted.has(call)).map(([name]) => name);
  if (missing.length > 0) throw new Error(`No route answers: ${missing.join(", ")}`);
  if (mounted.size !== routes.length || mounted.size !== declared.length)
    throw new Error("A route is listed twice or answers a call that app/server/calls.ts does not list.");
}

/** Where mailed links lead with a token in the query. */
const MAILED = /^\/(?:borrower\/[^/]+|auth\/(?:invitation|password-reset|confirm-email|sso\/[^/]+))\/?$/;
const hidesAddress = (path: string) => MAILED.test(path);

/** On a local installation any page may talk to any server on any port, so that sandbox providers can be moved. */
const ANYBODY = ["http:", "https:", "ws:", "wss:"];

export function pagePolicy({ environment, backendUrl, web }: Config): PagePolicy {
  const { scripts, frames, connects } = originsOf(web.scripts);
  const backend = [backendUrl, web.websocketURL].map((url) => new URL(url).origin);
  return {
    scriptsFrom: scripts,
    framesFrom: frames,
    connectTo: environment === "local" ? ANYBODY : [...new Set([...backend, ...connects])],
    paymentsBy: [new URL(web.scripts.stripe).origin],
    reportTo: API_BASE + reportPolicy.path,
    runsProviderScript,
    hidesAddress,
  };
}
