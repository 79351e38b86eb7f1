import { currentOrigin, observeProvider } from "#platform/server/observability/operations.ts";

declare module "#platform/server/context.ts" {
  interface Providers {
    readonly mailer: Mailer;
  }
}

export interface MailConfig {
  /** `smtp://host:port`, with user and password where the server wants them. */
  readonly smtpUrl: string;
  /** The sender, as `Name <address>`. */
  readonly from: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Pictures that the HTML names as `cid:` and their id. */
  readonly images?: readonly { readonly id: string; readonly mediaType: string; readonly bytes: Buffer }[];
  /** Where answers go, if not to the sender. */
  readonly replyTo?: string;
  /** Shown as the sender instead of the configured name; the address stays. */
  readonly fromName?: string;
}

export interface Mailer {
  /** Rejects when the server cannot be reached or refuses; the job that sends it tries again. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** For all of one mail's delivery, the wait for a connection included. */
const DEADLINE_MS = 30_000;

/** No vacation reply is sent to these (RFC 3834; the second is Exchange's). */
const HEADERS = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" } as const;

/** Waits `deadlineMs` for a delivery. */
export function openMailer({ smtpUrl, from }: MailConfig, deadlineMs = DEADLINE_MS): Mailer {
  let opened: ReturnType<typeof openTransport> | undefined;
  return {
    async send({ to, subject, text, html, images = [], replyTo, fromName }) {
      // An object, never a joined string: a comma or line break in an address cannot add a recipient.
      const answers = replyTo && { replyTo: { name: "", address: replyTo } };
      // The timeouts above limit only silence: a server that sends a byte now and then would never end.
      const signal = AbortSignal.timeout(deadlineMs);
      const sender = fromName === undefined ? from : { name: fromName, address: addressIn(from) };
      const recipient = { name: "", address: to };
      const requestId = currentOrigin()?.requestId;
      const mail = {
        from: sender,
        to: recipient,
        subject,
        text,
        html,
        attachments: images.map(({ id, mediaType, bytes }) => ({
          cid: id,
          filename: `${id}.${mediaType.slice("image/".length)}`,
          contentType: mediaType,
          contentDisposition: "inline" as const,
          content: bytes,
        })),
        ...answers,
        headers: { ...HEADERS, ...(requestId && { "X-Request-Id": requestId }) },
        signal,
      };
      opened ??= openTransport(smtpUrl);
      const transport = await opened;
      await observeProvider("smtp", () => transport.sendMail(mail));
    },
    close: () => void opened?.then((transport) => transport.close()),
  };
}

/** Its package is loaded with the first mail. */
async function openTransport(url: string) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    pool: true,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Of `Name <address>`, or of an address alone. */
function addressIn(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}
