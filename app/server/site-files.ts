import type { FastifyInstance } from "fastify";
import { millisecondsInDay } from "date-fns/constants";

export interface SiteFileOptions {
  readonly publicUrl: string;
  readonly productName: string;
  /** `mailto:` or `https:`; `null` publishes no security.txt, which must name a contact. */
  readonly securityContact: string | null;
  /** Paths of the pages that the sitemap lists for search engines. */
  readonly listed: readonly string[];
  /** When the settings above were read. */
  readonly startedAt: Date;
}

/** RFC 9116 asks for less than a year. An operator looks at the settings at each release. */
const CONTACT_DAYS = 180;

/** The files that browsers, search engines and researchers look for at fixed addresses; the pictures are in public/. */
export function serveSiteFiles(app: FastifyInstance, options: SiteFileOptions): void {
  const serve = (path: string, type: string, text: string) =>
    app.get(path, (_request, reply) => reply.type(type).header("cache-control", "no-cache").send(text));
  serve("/robots.txt", "text/plain; charset=utf-8", robotsText(options));
  serve("/sitemap.xml", "application/xml; charset=utf-8", sitemap(options));
  serve("/site.webmanifest", "application/manifest+json; charset=utf-8", manifest(options));
  const security = securityText(options);
  if (security !== null) serve("/.well-known/security.txt", "text/plain; charset=utf-8", security);
}

/** Private pages say noindex themselves; a page that may not be fetched could not say so. */
function robotsText({ publicUrl }: SiteFileOptions): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

function sitemap({ publicUrl, listed }: SiteFileOptions): string {
  const urls = listed.map((path) => `  <url><loc>${escapeXml(publicUrl + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>\n",
  ].join("\n");
}

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function manifest({ productName }: SiteFileOptions): string {
  const icon = (size: number) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: "image/png" });
  return JSON.stringify({
    name: productName,
    short_name: productName,
    id: "/",
    start_url: "/",
    display: "browser",
    background_color: "#fbfaf7",
    theme_color: "#1d5a41",
    icons: [icon(192), icon(512)],
  });
}

function securityText({ publicUrl, securityContact, startedAt }: SiteFileOptions): string | null {
  if (securityContact === null) return null;
  const expires = new Date(startedAt.getTime() + CONTACT_DAYS * millisecondsInDay).toISOString();
  return [
    `Contact: ${securityContact}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${publicUrl}/.well-known/security.txt\n`,
  ].join("\n");
}
