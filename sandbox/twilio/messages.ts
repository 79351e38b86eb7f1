// Twilio's Message resource, from its page "Messages resource" and its OpenAPI document (twilio_api_v2010).
import { randomBytes } from "node:crypto";
import { Ajv } from "ajv";

export interface Text {
  to: string;
  from: string;
  body: string;
}

export interface Message extends Text {
  sid: string;
  /** RFC 2822. */
  date_created: string;
}

const NONE = { type: "null" };

function object(properties: Record<string, object>) {
  return { type: "object", required: Object.keys(properties), properties, additionalProperties: false };
}

function matching(pattern: string) {
  return { type: "string", pattern };
}

const NUMBER = matching(String.raw`^\+[1-9]\d{6,14}$`);
const DATE = matching(String.raw`^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0000$`);
const ADDRESS = matching("^/2010-04-01/Accounts/.+[.]json$");

/** A message that was just accepted: nothing is known yet of its delivery and price. */
const isMessage = new Ajv().compile(
  object({
    sid: matching("^SM[0-9a-f]{32}$"),
    account_sid: matching("^AC"),
    messaging_service_sid: NONE,
    to: NUMBER,
    from: NUMBER,
    body: { type: "string", minLength: 1, maxLength: 1600 },
    num_segments: matching(String.raw`^\d+$`),
    num_media: { const: "0" },
    direction: { const: "outbound-api" },
    status: { const: "queued" },
    error_code: NONE,
    error_message: NONE,
    price: NONE,
    price_unit: { const: "USD" },
    date_created: DATE,
    date_updated: DATE,
    date_sent: NONE,
    api_version: { const: "2010-04-01" },
    uri: ADDRESS,
    subresource_uris: object({ media: ADDRESS }),
  }),
);
const isError = new Ajv().compile(
  object({
    code: { type: "integer" },
    message: matching("."),
    more_info: matching("^https://www[.]twilio[.]com/docs/errors/"),
    status: { type: "integer", minimum: 400 },
  }),
);

/** How a reply differs from Twilio's format; null when it does not. */
export function findReplyError(status: number, body: unknown): string | null {
  const check = status === 201 ? isMessage : isError;
  return check(body) ? null : new Ajv().errorsText(check.errors);
}

export function newMessage(accountSid: string, text: Text, at: Date) {
  const sid = `SM${randomBytes(16).toString("hex")}`;
  const date = at.toUTCString().replace("GMT", "+0000");
  const address = `/2010-04-01/Accounts/${accountSid}/Messages/${sid}`;
  return {
    sid,
    account_sid: accountSid,
    messaging_service_sid: null,
    ...text,
    num_segments: String(segments(text.body)),
    num_media: "0",
    direction: "outbound-api",
    status: "queued",
    error_code: null,
    error_message: null,
    price: null,
    price_unit: "USD",
    date_created: date,
    date_updated: date,
    date_sent: null,
    api_version: "2010-04-01",
    uri: `${address}.json`,
    subresource_uris: { media: `${address}/Media.json` },
  };
}

/** Plain text has 160 characters in one segment and 153 in each of several, any other 70 and 67. */
function segments(body: string): number {
  const [alone, each] = /^[\n\r -~]*$/.test(body) ? [160, 153] : [70, 67];
  return body.length <= alone ? 1 : Math.ceil(body.length / each);
}
