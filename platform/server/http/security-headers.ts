/** What pages need beyond the site itself, all of it as origins or schemes. */
export interface PagePolicy {
  readonly scriptsFrom: readonly string[];
  readonly framesFrom: readonly string[];
  readonly connectTo: readonly string[];
  /** Who may ask the browser to pay. */
  readonly paymentsBy: readonly string[];
  /** The path to which browsers report violations of the policy. */
  readonly reportTo: string;
  /** Whether a provider's script works in the page at this path, one that may write markup as it likes. */
  runsProviderScript(path: string): boolean;
  /** Whether the page's address may hold a secret. Then no site gets it as a referrer, not even ours. */
  hidesAddress(path: string): boolean;
}

export type ReplyHeaders = Readonly<Record<string, string>>;

const NO_REFERRER: ReplyHeaders = { "referrer-policy": "no-referrer" };

/** Made once. @param isSecure the site is served by https and by nothing else */
export function securityHeaders(policy: PagePolicy, isSecure: boolean): (path: string) => ReplyHeaders {
  const report = `report-uri ${policy.reportTo}`;
  const onlyTrustedText = "require-trusted-types-for 'script'";
  const rules = pageRules(policy, isSecure).join(";");
  const others = otherHeaders(policy, isSecure);
  const enforced: ReplyHeaders = { ...others, "content-security-policy": `${rules};${onlyTrustedText};${report}` };
  const reportOnly: ReplyHeaders = {
    ...others,
    "content-security-policy": `${rules};${report}`,
    "content-security-policy-report-only": `${onlyTrustedText};${report}`,
  };
  const hidden = { ...enforced, ...NO_REFERRER };
  const hiddenReportOnly = { ...reportOnly, ...NO_REFERRER };
  return (path) => {
    const isReported = policy.runsProviderScript(path);
    if (policy.hidesAddress(path)) return isReported ? hiddenReportOnly : hidden;
    return isReported ? reportOnly : enforced;
  };
}

// No list of names for trusted types: the providers' scripts make policies of their own, under names that they change.
// No report-to: browsers that know it would hold a report back for up to a minute and leave report-uri out.
function pageRules({ scriptsFrom, framesFrom, connectTo }: PagePolicy, isSecure: boolean): string[] {
  const from = (name: string, ...sources: string[]) => [name, ...sources].join(" ");
  return [
    "default-src 'none'",
    from("script-src", "'self'", ...scriptsFrom),
    "style-src 'self'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "manifest-src 'self'",
    from("connect-src", "'self'", ...connectTo),
    from("frame-src", ...(framesFrom.length > 0 ? framesFrom : ["'none'"])),
    "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure ? ["upgrade-insecure-requests"] : []),
  ];
}

function otherHeaders({ paymentsBy }: PagePolicy, isSecure: boolean): ReplyHeaders {
  const payments = ["self", ...paymentsBy.map((origin) => `"${origin}"`)].join(" ");
  return {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "permissions-policy": `camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), payment=(${payments})`,
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "x-permitted-cross-domain-policies": "none",
    ...(isSecure && { "strict-transport-security": "max-age=63072000; includeSubDomains" }),
  };
}
