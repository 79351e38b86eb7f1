import { createHash } from "node:crypto";
import type {
  downloadGovernancePacket,
  GovernancePacket,
  PacketFile,
  PacketFormat,
  PacketStatement,
  SignedPacket,
} from "#features/asset-reports/contract.ts";
import type { Parsed } from "#platform/contract/call.ts";
import { canonicalJson } from "#platform/contract/canonical-json.ts";
import { crossReferencesIn, signatureTrailer } from "#platform/contract/carried-signature.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Context } from "#platform/server/context.ts";
import type { Signer } from "#platform/server/encryption/signing.ts";
import { fileNamePart, type StreamedFile } from "#platform/server/http/file-reply.ts";
import { sha256Hex } from "#platform/text/sha256.ts";
import { hashParts } from "../../rules/packet-parts.ts";
import { findPacket } from "./packet.ts";
import { writePacket } from "./packet-pages.ts";

/** A file that carries its own signature, so that nothing about it is stored. Throws VALIDATION_ERROR, EDITION_NOT_TESTED. */
export async function downloadPacket(
  ctx: Context,
  actor: Actor,
  { format, ...period }: Parsed<typeof downloadGovernancePacket>,
): Promise<StreamedFile> {
  const packet = await findPacket(ctx, actor, period);
  await ctx.db.transaction(actor.scope, (tx) =>
    recordAuditEvent(tx, actor, {
      action: "organization.governance-packet-downloaded",
      objectType: "organization",
      objectId: actor.organizationId,
      detail: { format, periodFrom: period.from, periodTo: period.to, ruleSetVersion: packet.edition.ruleSetVersion },
    }),
  );
  const name = `governance-packet-${fileNamePart(packet.lender, "lender")}-${period.from}-${period.to}.${format}`;
  const verifyUrl = `${ctx.settings.publicUrl}/verify`;
  return format === "pdf"
    ? { name, mediaType: "application/pdf", stream: () => signedPdf(ctx.signer, packet, verifyUrl) }
    : { name, mediaType: "application/json", stream: () => signedJson(ctx.signer, packet) };
}

interface Content {
  readonly format: PacketFormat;
  readonly sha256: string;
  readonly parts: PacketStatement["parts"];
}

function sign(signer: Signer, packet: GovernancePacket, content: Content): SignedPacket {
  const { product, lender, period, edition, madeAt } = packet;
  const statement: PacketStatement = {
    document: "governance-packet",
    ...{ product, lender, from: period.from, to: period.to, edition, madeAt, ...content },
  };
  return { statement, signature: signer.sign(canonicalJson(statement)), publicKey: signer.publicKey };
}

const TAIL_BYTES = 256;

async function* signedPdf(signer: Signer, packet: GovernancePacket, verifyUrl: string): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let tail = Buffer.alloc(0);
  for await (const chunk of writePacket(packet, verifyUrl)) {
    hash.update(chunk);
    tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES);
    yield chunk;
  }
  const signed = sign(signer, packet, { format: "pdf", sha256: hash.digest("hex"), parts: {} });
  yield Buffer.from(signatureTrailer(signed, crossReferencesIn(tail.toString("latin1"))), "latin1");
}

async function* signedJson(signer: Signer, packet: GovernancePacket): AsyncGenerator<string> {
  const sha256 = await sha256Hex(canonicalJson(packet));
  const signed = sign(signer, packet, { format: "json", sha256, parts: await hashParts(packet) });
  const file: PacketFile = { ...packet, ...signed };
  yield `${JSON.stringify(file, null, 2)}\n`;
}
