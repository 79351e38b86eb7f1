/** A picture inside an email, so that a reader loads nothing from elsewhere. */
export interface InlineImage {
  /** The HTML names it as `cid:` and this id. */
  readonly id: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** Whom an email is from, where it is not the product itself. */
export interface EmailSender {
  readonly name: string;
  /** Replaces the name at the top. */
  readonly logo: Omit<InlineImage, "id"> | null;
  /** Lines at the bottom, below the name. */
  readonly details: readonly string[];
}

export interface EmailContent {
  readonly product: string;
  readonly sender?: EmailSender | undefined;
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** After the paragraphs. */
  readonly list?: readonly string[] | undefined;
  /** Paragraphs after the list. */
  readonly after?: readonly string[] | undefined;
  /** A link as a button. */
  readonly action?: { readonly label: string; readonly url: string } | undefined;
  readonly closing: string;
}

export interface RenderedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly images: readonly InlineImage[];
}

const LOGO_ID = "logo";

// Readers that know dark mode take these; others keep the light colors of the elements themselves.
const DARK =
  "@media (prefers-color-scheme:dark){.ground{background:#161513!important;color:#f1efe9!important}" +
  ".card{background:#211f1c!important;border-color:#3a3732!important;border-top-color:#3c9b74!important}" +
  ".line{border-color:#3a3732!important}.soft{color:#b9b4a9!important}}";

export function renderEmail(content: EmailContent): RenderedEmail {
  const { product, sender, subject, greeting, paragraphs, list = [], after = [], action, closing } = content;
  const footer = sender ? [sender.name, ...sender.details, `Sent with ${product}`] : [product];
  const listed = list.length === 0 ? [] : [list.map((item) => `- ${item}`).join("\n")];
  const link = action ? [`${action.label}:\n${action.url}`] : [];
  const text = [greeting, ...paragraphs, ...listed, ...after, ...link, closing, footer.join("\n")].join("\n\n");
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title>
<style>${DARK}</style></head>
<body class="ground" style="margin:0;background:#f7f5f0;color:#1d1c1a;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere">
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
<div class="card" style="border:1px solid #e4e0d6;border-top:4px solid #1f5c43;border-radius:8px;background:#fff">
<div class="line" style="padding:16px 20px;border-bottom:1px solid #e4e0d6">${header(content)}</div>
<div style="padding:20px">
<p style="margin:0 0 16px">${escapeHtml(greeting)}</p>
${[...paragraphs.map(paragraphOf), ...listOf(list), ...after.map(paragraphOf), ...buttonOf(action)].join("\n")}
<p class="soft" style="margin:0;color:#5c5850;font-size:14px">${escapeHtml(closing)}</p>
</div>
</div>
<p class="soft" style="margin:16px 4px 0;color:#5c5850;font-size:13px">${footer.map(escapeHtml).join("<br>\n")}</p>
</div>
</body>
</html>`;
  return { subject, text, html, images: sender?.logo ? [{ ...sender.logo, id: LOGO_ID }] : [] };
}

function buttonOf(action: EmailContent["action"]): string[] {
  if (!action) return [];
  return [
    `<p style="margin:28px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#1f5c43;color:#fff;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>`,
  ];
}

function paragraphOf(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
}

function listOf(items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const rows = items.map((item) => `<li style="margin:0 0 4px">${escapeHtml(item)}</li>`).join("\n");
  return [`<ul style="margin:0 0 16px;padding-left:20px">\n${rows}\n</ul>`];
}

function header({ product, sender }: EmailContent): string {
  const name = escapeHtml(sender?.name ?? product);
  if (!sender?.logo) return `<strong style="font-size:18px">${name}</strong>`;
  // On white in dark mode too: a logo may be black on nothing.
  return `<img src="cid:${LOGO_ID}" alt="${name}" height="48" style="display:block;height:48px;max-width:100%;padding:4px;border-radius:4px;background:#fff;color:#1d1c1a;object-fit:contain;object-position:left;font-size:18px;font-weight:600">`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** A name that strangers typed, unless it would say more than a name does: mail readers make links of addresses. */
export function sanitizeDisplayName(name: string): string | null {
  const isPlain = /^[\p{L}\p{M}\p{N} .,'’&()-]{1,80}$/u.test(name) && !/\.\p{L}/u.test(name);
  const isNumber = /\p{N}{5}/u.test(name.replaceAll(/[^\p{L}\p{N}]/gu, "")); // to call, or to pay to
  return isPlain && !isNumber ? name : null;
}
