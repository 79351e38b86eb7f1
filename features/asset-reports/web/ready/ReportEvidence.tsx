import { useRef } from "react";
import type { EvidenceSummaryProps } from "#features/underwriting/web/EvidenceSummary.tsx";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Skeleton } from "#kit/web/parts/Skeleton.tsx";
import { useNear } from "#kit/web/use-near.ts";
import { usePart } from "#kit/web/use-part.ts";

const loadSummary = () => import("#features/underwriting/web/EvidenceSummary.tsx");

export function ReportEvidence(props: EvidenceSummaryProps) {
  const place = useRef<HTMLDivElement>(null);
  const { value, isMissing } = usePart(loadSummary, useNear(place));
  if (value !== undefined) return <value.EvidenceSummary {...props} />;
  if (isMissing)
    return (
      <Alert tone="stop" title="The evidence did not load">
        Reload the page to see it.
      </Alert>
    );
  return (
    <div ref={place}>
      <Skeleton lines={2} />
    </div>
  );
}
