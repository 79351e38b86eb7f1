export interface EmailContent {
  readonly product: string;
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly url: string };
  readonly closing: string;
}

export function renderEmail({ product, subject, greeting, paragraphs, action, closing }: EmailContent) {
  const text = [greeting, ...paragraphs, `${action.label}:\n${action.url}`, closing, product].join("\n\n");
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f7f5f0;color:#1d1c1a;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 20px">
<p style="font-weight:600">${escapeHtml(product)}</p>
<p>${escapeHtml(greeting)}</p>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("\n")}
<p style="margin:28px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#1f5c43;color:#fff;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>
<p style="color:#5c5850">${escapeHtml(closing)}</p>
</div>
</body>
</html>`;
  return { subject, text, html };
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
