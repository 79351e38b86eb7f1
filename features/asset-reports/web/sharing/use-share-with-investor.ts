import { createInvestorCopy, type retrieveAssetReport } from "#features/asset-reports/contract.ts";
import { INVESTOR_SYSTEMS } from "#features/asset-reports/labels.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { type Investor, INVESTORS } from "#features/underwriting/contract.ts";
import { PROGRAM_NAMES } from "#features/underwriting/labels.ts";
import type { ReplyOf } from "#platform/contract/call.ts";
import { confirm } from "#platform/web/confirm.ts";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { useCreateInvestorCopy } from "../api.ts";

type Retrieved = ReplyOf<typeof retrieveAssetReport>;

/** The menu's actions that share the report, none where it can't be shared, and the request they lead to. */
export function useShareWithInvestor(
  borrowerId: string,
  retrieved: Pick<Retrieved, "report" | "parsedReport"> | undefined,
) {
  const create = useCreateInvestorCopy();
  const isAllowed = useDisabledReason(createInvestorCopy) === undefined;
  const isShareable = retrieved?.report.product === "assets" && retrieved.parsedReport.source !== "files";

  async function share(investor: Investor): Promise<void> {
    const name = PROGRAM_NAMES[investor];
    const isSure = await confirm({
      title: `Share this report with ${name}?`,
      text: `Plaid lets ${name} read the bank data of this report. You get a token for ${INVESTOR_SYSTEMS[investor]}, which is also printed on the report's PDF. You can stop sharing at any time.`,
      confirm: "Share report",
    });
    const onSuccess = () => void showToast(`Shared with ${name}`, "The token is on this page.", { autohide: true });
    if (isSure) create.mutate({ borrowerId, investor }, { onSuccess });
  }

  const actions = (isAllowed && isShareable ? INVESTORS : []).map((investor) => ({
    label: `Share with ${PROGRAM_NAMES[investor]}`,
    onPress: () => void share(investor),
  }));
  return { create, actions };
}
