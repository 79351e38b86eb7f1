import type { Memory } from "../shared/state-file.ts";
import type { PlaidConfig } from "./plaid-config.ts";
import type { PlaidData } from "./plaid-data.ts";
import type { ReportBodies } from "./report-bodies.ts";
import type { ReportMaker } from "./report-maker.ts";
import type { Webhooks } from "./webhooks.ts";

export interface PlaidDeps {
  config: PlaidConfig;
  memory: Memory<PlaidData>;
  bodies: ReportBodies;
  maker: ReportMaker;
  webhooks: Webhooks;
}
