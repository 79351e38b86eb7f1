import type { Evidence } from "#features/underwriting/contract.ts";
import { TheirChanges } from "#kit/web/form/TheirChanges.tsx";
import { useOvertaken } from "#kit/web/form/use-overtaken.ts";
import { useQueryClient } from "@tanstack/react-query";
import { codeOf } from "#kit/web/http/api-error.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { evidenceOf, useChangeEvidence } from "./data.ts";
import { EvidenceForm } from "./EvidenceForm.tsx";
import { detailsOf, EVIDENCE_FIELDS, valuesOf, type EvidenceValues, type Subject } from "./evidence-values.ts";

interface EditEvidenceProps {
  /** As stored now; it may change while the form is open. */
  readonly evidence: Evidence;
  readonly subject: Subject;
  readonly onDone: () => void;
}

export function EditEvidence({ evidence, subject, onDone }: EditEvidenceProps) {
  const cache = useQueryClient();
  const update = useChangeEvidence();
  const { isOvertaken, base, theirs, version, error, takeTheirs } = useOvertaken(evidence, {
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
      {isOvertaken && (
        <TheirChanges what="this evidence" fields={EVIDENCE_FIELDS} base={base} theirs={theirs} onMerged={takeTheirs} />
      )}
      {evidence.state !== "proposed" && <Alert tone="info">After you save, it must be reviewed again.</Alert>}
    </EvidenceForm>
  );
}
