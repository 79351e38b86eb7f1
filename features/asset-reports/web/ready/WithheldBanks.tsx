import { useState } from "react";
import * as z from "zod/mini";
import { removeWithheldBank, type retrieveAssetReport } from "#features/asset-reports/contract.ts";
import { keptHolders, STRANGER, strangerFacts } from "#features/asset-reports/labels.ts";
import { MESSAGES } from "#features/asset-reports/messages.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { confirmFact, DecisionReason, undoDecision } from "#features/underwriting/contract.ts";
import { CONFIRM_LABELS } from "#features/underwriting/labels.ts";
import { MESSAGES as DECISION_MESSAGES } from "#features/underwriting/messages.ts";
import { type ReportItem, withheldItems } from "#features/underwriting/rules/parsed-report.ts";
import { useConfirmFact, useUndoDecision } from "#features/underwriting/web/api.ts";
import { ReviewForm } from "#features/underwriting/web/ReviewForm.tsx";
import type { ReplyOf } from "#platform/contract/call.ts";
import { confirm } from "#platform/web/confirm.ts";
import { UnsavedForms, useAskBeforeClosing } from "#platform/web/form/Form.tsx";
import { TextArea } from "#platform/web/form/TextField.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { useRemoveWithheldBank } from "../api.ts";

type Retrieved = ReplyOf<typeof retrieveAssetReport>;

interface WithheldBanksProps {
  readonly borrowerId: string;
  readonly retrieved: Pick<Retrieved, "parsedReport" | "inputs" | "number" | "printed">;
}

/** Connections none of whose accounts belongs to anyone on the loan: what to decide, and what was decided. */
export function WithheldBanks({ borrowerId, retrieved }: WithheldBanksProps) {
  const { parsedReport, inputs, number, printed } = retrieved;
  return (
    <>
      {withheldItems(parsedReport).map((item) => (
        <WithheldBank
          key={item.id}
          borrowerId={borrowerId}
          item={item}
          people={printed.fullNames}
          evaluationNumber={number}
        />
      ))}
      {keptHolders(parsedReport, inputs).map(({ id, ...fact }) => (
        <KeptBank key={id} id={id} bank={fact.bank} text={STRANGER.verified(fact)} />
      ))}
    </>
  );
}

interface WithheldBankProps {
  readonly borrowerId: string;
  readonly item: ReportItem;
  /** Full names of the people on the loan. */
  readonly people: readonly string[];
  /** The evaluation that the reviewer sees. */
  readonly evaluationNumber: number;
}

function WithheldBank({ borrowerId, item, people, evaluationNumber }: WithheldBankProps) {
  const [isKeeping, setKeeping] = useState(false);
  const remove = useRemoveWithheldBank();
  const keepReason = useDisabledReason(confirmFact);
  const removeReason = useDisabledReason(removeWithheldBank);

  async function disconnect(): Promise<void> {
    const isSure = await confirm({
      title: `Disconnect ${item.institutionName}?`,
      text: "The connection ends now. Its data is deleted, with every report that contains it, and cannot be restored. Generate a new report from the banks that remain.",
      confirm: "Disconnect and delete",
      tone: "danger",
    });
    if (isSure) remove.mutate({ borrowerId, itemId: item.id });
  }

  return (
    <>
      <Alert
        tone="stop"
        title={STRANGER.title(people)}
        action={
          <>
            <Button size="small" disabledReason={keepReason} onClick={() => setKeeping(true)}>
              {CONFIRM_LABELS.holder}
            </Button>
            <Button
              size="small"
              disabledReason={removeReason}
              isBusy={remove.isPending}
              onClick={() => void disconnect()}
            >
              Disconnect and delete
            </Button>
          </>
        }
      >
        {STRANGER.text(strangerFacts(item))}
        {remove.error && ` ${explain(remove.error, MESSAGES.removeWithheld)}`}
      </Alert>
      {isKeeping && (
        <KeepDialog
          borrowerId={borrowerId}
          item={item}
          evaluationNumber={evaluationNumber}
          onClose={() => setKeeping(false)}
        />
      )}
    </>
  );
}

const KeepValues = z.object({ reason: DecisionReason });
type KeepValues = z.infer<typeof KeepValues>;

interface KeepDialogProps extends Omit<WithheldBankProps, "people"> {
  readonly onClose: () => void;
}

function KeepDialog({ borrowerId, item: { id, institutionName }, evaluationNumber, onClose }: KeepDialogProps) {
  const { forms, close } = useAskBeforeClosing(onClose);
  const decide = useConfirmFact();
  return (
    <Dialog
      title={`Keep ${institutionName}?`}
      text="Its transactions are then shown to everyone who may read this report. None of the money counts."
      onClose={close}
    >
      <UnsavedForms value={forms}>
        <ReviewForm<KeepValues>
          schema={KeepValues}
          defaults={{ reason: "" }}
          submit="Keep"
          disabledReason={({ reason }) => (reason.trim().length < 3 ? "Enter a reason first." : undefined)}
          isBusy={decide.isPending}
          error={decide.error}
          explainError={(error) => explain(error, DECISION_MESSAGES.decision)}
          onSubmit={({ reason }) =>
            decide.mutate(
              {
                borrowerId,
                kind: "holder",
                subject: { itemId: id },
                reason,
                documentIds: [],
                loanBalanceCents: null,
                evaluationNumber,
              },
              { onSuccess: onClose },
            )
          }
          onCancel={close}
        >
          <TextArea
            name="reason"
            label="Reason"
            help="Who holds the accounts, how you verified it, and why the loan needs them."
          />
        </ReviewForm>
      </UnsavedForms>
    </Dialog>
  );
}

interface KeptBankProps {
  /** The confirmation's id. */
  readonly id: string;
  readonly bank: string;
  readonly text: string;
}

function KeptBank({ id, bank, text }: KeptBankProps) {
  const undo = useUndoDecision();
  const disabledReason = useDisabledReason(undoDecision);

  async function withhold(): Promise<void> {
    const isSure = await confirm({
      title: `Withhold ${bank} again?`,
      text: "Its transactions are hidden again. Reports that contain them are no longer shared with investors, and their tokens stop working.",
      confirm: "Withhold again",
      tone: "danger",
    });
    if (isSure) undo.mutate({ id });
  }

  return (
    <Alert
      tone="ask"
      title="Accounts of a person who is not on the loan"
      action={
        <Button size="small" disabledReason={disabledReason} isBusy={undo.isPending} onClick={() => void withhold()}>
          Withhold again
        </Button>
      }
    >
      {text}
      {undo.error && ` ${explain(undo.error)}`}
    </Alert>
  );
}
