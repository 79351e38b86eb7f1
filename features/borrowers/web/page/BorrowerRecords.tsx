import { useNavigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import * as z from "zod/mini";
import { deleteBorrower, fullName, isNameOf, setLegalHold, type Borrower } from "#features/borrowers/contract.ts";
import { MESSAGES } from "#features/borrowers/messages.ts";
import { useDisabledReason, useMembership } from "#features/auth/web/session/session.ts";
import { admits } from "#platform/contract/who.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { TextArea, TextField } from "#platform/web/form/TextField.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import { DateText } from "#platform/web/parts/Values.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { useDeleteBorrower, useSetLegalHold } from "../api.ts";
import { FORMER } from "#features/borrowers/columns.ts";
import { useOwners } from "../use-owners.ts";
import styles from "./BorrowerPage.module.css";

interface BorrowerRecordsProps {
  readonly borrower: Borrower;
  /** More that can be done with everything stored about the borrower. */
  readonly actions?: ReactNode;
}

/** Export, legal hold and deletion, for those who may. */
export function BorrowerRecords({ borrower, actions }: BorrowerRecordsProps) {
  const role = useMembership()?.role.name ?? null;
  const mayHold = admits(setLegalHold.who, role);
  const mayDelete = admits(deleteBorrower.who, role);
  const [open, setOpen] = useState<"hold" | "delete" | null>(null);
  const holdReason = useDisabledReason(setLegalHold);
  const deleteReason = useDisabledReason(deleteBorrower);
  const { legalHold } = borrower;
  if (!mayDelete) return null;
  return (
    <Section title="Records">
      <div className={styles.records}>
        {actions}
        {mayHold && (
          <Button disabledReason={holdReason} onClick={() => setOpen("hold")}>
            {legalHold ? "Lift legal hold" : "Set legal hold"}
          </Button>
        )}
        <Button
          variant="danger"
          disabledReason={deleteReason ?? (legalHold ? MESSAGES.delete.LEGAL_HOLD : undefined)}
          onClick={() => setOpen("delete")}
        >
          Delete borrower
        </Button>
      </div>
      {open === "hold" && <LegalHoldDialog borrower={borrower} onClose={() => setOpen(null)} />}
      {open === "delete" && <DeleteDialog borrower={borrower} onClose={() => setOpen(null)} />}
    </Section>
  );
}

/** Shown to everyone who sees the borrower. */
export function LegalHoldNotice({ borrower: { legalHold } }: Pick<BorrowerRecordsProps, "borrower">) {
  const owners = useOwners();
  if (!legalHold) return null;
  const { at, by, reason } = legalHold;
  return (
    <Alert tone="info" title="Legal hold">
      Nothing of this borrower can be deleted. {owners?.names ? (owners.names.get(by) ?? FORMER) : "An admin"} set it on{" "}
      <DateText at={at} />: {reason}
    </Alert>
  );
}

interface DialogProps {
  readonly borrower: Borrower;
  readonly onClose: () => void;
}

const HoldValues = z.pick(setLegalHold.body, { reason: true });
const REASON_ERRORS = { REQUIRED: "Enter a reason", TOO_SMALL: "Enter a reason" };

function LegalHoldDialog({ borrower: { id, legalHold }, onClose }: DialogProps) {
  const hold = useSetLegalHold();
  const isOn = legalHold === null;
  return (
    <Dialog
      title={isOn ? "Set a legal hold?" : "Lift the legal hold?"}
      text={
        isOn
          ? "Until an admin lifts it, no one can delete this borrower, and the retention policy deletes nothing."
          : "Records that are past the retention policy are deleted within a day."
      }
      onClose={onClose}
    >
      <Form
        schema={HoldValues}
        defaults={{ reason: "" }}
        submit={isOn ? "Set legal hold" : "Lift legal hold"}
        loading={hold.isPending}
        error={hold.error}
        asksBeforeLeaving={false}
        cancel={onClose}
        onSubmit={({ reason }) => hold.mutate({ id, isOn, reason }, { onSuccess: onClose })}
      >
        <TextArea
          name="reason"
          label="Reason"
          rows={2}
          help="Such as a case number. It stays in the activity log for good, so leave out personal details."
          errorTexts={REASON_ERRORS}
        />
      </Form>
    </Dialog>
  );
}

function DeleteDialog({ borrower, onClose }: DialogProps) {
  const navigate = useNavigate();
  const remove = useDeleteBorrower(() => {
    showToast("Borrower deleted", "Charges and the activity log stay, without the name.", {
      autohide: true,
      closeOnClick: true,
    });
    void navigate({ to: "/account/borrowers/all" });
  });
  const name = fullName(borrower);
  const [schema] = useState(() =>
    z.object({ name: z.string().check(z.refine((typed) => isNameOf(borrower, typed), "INVALID_VALUE")) }),
  );
  return (
    <Dialog
      title={`Delete ${name}?`}
      text="Personal details, bank data, reports, documents, evidence, consents and links are deleted now, and bank connections end. Charges and the activity log stay, without the name. This can't be undone."
      onClose={onClose}
    >
      <Form
        schema={schema}
        defaults={{ name: "" }}
        submit="Delete borrower"
        submitVariant="danger"
        loading={remove.isPending}
        error={remove.error}
        explainError={(error) => explain(error, MESSAGES.delete)}
        asksBeforeLeaving={false}
        cancel={onClose}
        onSubmit={(values) => remove.mutate({ id: borrower.id, ...values })}
      >
        <TextField
          name="name"
          label={`Type “${name}” to confirm`}
          autoComplete="off"
          errorTexts={{ INVALID_VALUE: "This isn't the borrower's name", REQUIRED: "Type the name to confirm" }}
        />
      </Form>
    </Dialog>
  );
}
