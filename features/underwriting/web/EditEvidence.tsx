import type { Evidence } from "#features/underwriting/contract.ts";
import { ConflictNotice } from "#platform/web/form/ConflictNotice.tsx";
import { useEditConflict } from "#platform/web/form/use-edit-conflict.ts";
import { useQueryClient } from "@tanstack/react-query";
import { codeOf } from "#platform/web/http/api-error.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { evidenceOf, useChangeEvidence } from "./data.ts";
import { EvidenceForm } from "./EvidenceForm.tsx";
import { detailsOf, EVIDENCE_FIELDS, valuesOf, type EvidenceValues, type Subject } from "./evidence-values.ts";

interface EditEvidenceProps {
  /** The stored evidence. It may change while the form is open. */
  readonly evidence: Evidence;
  readonly subject: Subject;
  readonly onDone: () => void;
}

export function EditEvidence({ evidence, subject, onDone }: EditEvidenceProps) {
  const cache = useQueryClient();
  const update = useChangeEvidence();
  const { hasEditConflict, base, theirs, version, error, takeTheirs } = useEditConflict(evidence, {
    fields: EVIDENCE_FIELDS,
    valuesOf,
    update,
  });

  function submit(values: EvidenceValues): void {
    update.mutate(
      { ...detailsOf(values, subject), id: evidence.id, version },
      {
        onSuccess: onDone,
        onError: (refused) => {
          if (codeOf(refused) === "STALE") void cache.invalidateQueries({ queryKey: evidenceOf.key });
        },
      },
    );
  }

  return (
    <EvidenceForm
      defaults={base}
      subject={subject}
      submit="Save"
      takesFocus
      loading={update.isPending}
      error={error}
      onSubmit={submit}
      onCancel={onDone}
    >
      {hasEditConflict && (
        <ConflictNotice
          what="this evidence"
          fields={EVIDENCE_FIELDS}
          base={base}
          theirs={theirs}
          onMerged={takeTheirs}
        />
      )}
      {evidence.state !== "proposed" && <Alert tone="info">After you save, it must be reviewed again.</Alert>}
    </EvidenceForm>
  );
}
