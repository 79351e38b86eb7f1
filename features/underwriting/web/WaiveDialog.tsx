import { useState } from "react";
import * as z from "zod/mini";
import { DecisionReason, type Decision } from "#features/underwriting/contract.ts";
import { MESSAGES } from "#features/underwriting/messages.ts";
import { explain } from "#platform/web/http/explain.ts";
import type { Finding, Program, UnderwritingPolicy } from "#features/underwriting/rules/evaluation.ts";
import { answerProgram } from "#features/underwriting/labels.ts";
import { CheckboxGroup } from "#platform/web/form/ChoiceGroup.tsx";
import { FocusOn } from "#platform/web/form/Field.tsx";
import { TextArea } from "#platform/web/form/TextField.tsx";
import { UnsavedForms, useAskBeforeClosing } from "#platform/web/form/Form.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { useWaiveFinding } from "./api.ts";
import { ReviewForm } from "./ReviewForm.tsx";
import styles from "./ExplainDepositPanel.module.css";

interface WaiveDialogProps {
  readonly borrowerId: string;
  readonly finding: Finding;
  /** The one under which it was asked. */
  readonly program: Program;
  readonly evaluationNumber: number;
  readonly overlay: UnderwritingPolicy["overlay"];
  readonly onDone: (decision: Decision) => void;
  readonly onClose: () => void;
}

const Values = z.object({ reason: DecisionReason });
type Values = z.infer<typeof Values>;

export function WaiveDialog({
  borrowerId,
  finding,
  program,
  evaluationNumber,
  overlay,
  onDone,
  onClose,
}: WaiveDialogProps) {
  const { forms, close } = useAskBeforeClosing(onClose);
  const waive = useWaiveFinding();
  const open = finding.programs.filter((one) => !finding.waivedPrograms.includes(one));
  const [programs, setPrograms] = useState<readonly string[]>([program]);
  return (
    <Dialog title="Waive this finding" text={finding.text} onClose={close}>
      <div className={styles.bench}>
        <UnsavedForms value={forms}>
          <ReviewForm<Values>
            schema={Values}
            defaults={{ reason: "" }}
            submit="Waive"
            disabledReason={({ reason }) => {
              if (programs.length === 0) return "Choose at least one program.";
              return reason.trim().length < 3 ? "Enter a reason first." : undefined;
            }}
            isBusy={waive.isPending}
            error={waive.error}
            explainError={(error) => explain(error, MESSAGES.decision)}
            onSubmit={({ reason }) =>
              waive.mutate(
                {
                  borrowerId,
                  findingKey: finding.key,
                  programs: open.filter((one) => programs.includes(one)),
                  reason,
                  evaluationNumber,
                },
                { onSuccess: onDone },
              )
            }
            onCancel={close}
          >
            <FocusOn field="reason" />
            <p>A waiver changes no figure. If the facts change, the finding opens again.</p>
            {open.length > 1 && (
              <CheckboxGroup
                legend="Programs"
                options={open.map((id) => ({ id, name: answerProgram(id, overlay) }))}
                chosen={programs}
                onToggle={(id, isChosen) =>
                  setPrograms(isChosen ? [...programs, id] : programs.filter((one) => one !== id))
                }
              />
            )}
            <TextArea
              name="reason"
              label="Reason"
              rows={3}
              help="Recorded with your name, your role and the time, and printed in the report."
              errorTexts={{ REQUIRED: "Enter a reason", TOO_SMALL: "Enter a reason" }}
            />
          </ReviewForm>
        </UnsavedForms>
      </div>
    </Dialog>
  );
}
