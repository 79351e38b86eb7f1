import * as z from "zod/mini";
import { PACKET_VERSION, PacketFile } from "#features/asset-reports/contract.ts";

/** On the site's origin. */
export const PACKET_SCHEMA_PATH = `/assets/schemas/governance-packet-${PACKET_VERSION}.json`;

/** As JSON Schema draft-07, which every validator reads. */
export function packetJsonSchema(publicUrl: string): object {
  return {
    $id: publicUrl + PACKET_SCHEMA_PATH,
    title: "Governance packet",
    description: "What is automated for a lender, by which tested rules, and what people decided in a period.",
    ...z.toJSONSchema(PacketFile, { target: "draft-7", io: "input", unrepresentable: "any" }),
  };
}
