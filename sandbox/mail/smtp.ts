// Receives email over SMTP from this machine, without sign-in and without TLS.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import type { Mailbox } from "./mailbox.ts";

const LARGEST_BYTES = 25 * 1024 * 1024;

export interface Smtp {
  port: number;
  close(): Promise<void>;
}

/** Listens on `port` (0 = any free one); rejects when it is taken. */
export async function openSmtp(port: number, mailbox: Mailbox): Promise<Smtp> {
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    authOptional: true,
    disableReverseLookup: true,
    size: LARGEST_BYTES,
    onData(stream, session, callback) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      buffer(stream)
        .then((raw) => {
          if (stream.sizeExceeded) throw Object.assign(new Error("The mail is too large"), { responseCode: 552 });
          return mailbox.receive(raw, recipients);
        })
        .then(() => callback(), callback);
    },
  });
  const listener = server.listen(port, "127.0.0.1");
  await once(listener, "listening");
  // A client that disconnects midway must not stop the server.
  server.on("error", () => undefined);
  return {
    port: (listener.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
