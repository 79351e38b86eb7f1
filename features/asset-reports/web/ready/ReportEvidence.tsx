import { useRef } from "react";
import type { EvidenceSummaryProps } from "#features/underwriting/web/EvidenceSummary.tsx";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Skeleton } from "#platform/web/parts/Skeleton.tsx";
import { useInView } from "#platform/web/use-in-view.ts";
import { usePart } from "#platform/web/use-part.ts";

const loadSummary = () => import("#features/underwriting/web/EvidenceSummary.tsx");

export function ReportEvidence(props: EvidenceSummaryProps) {
  const place = useRef<HTMLDivElement>(null);
  const { value, isMissing } = usePart(loadSummary, useInView(place));
  if (value !== undefined) return <value.EvidenceSummary {...props} />;
  if (isMissing)
    return (
      <Alert tone="stop" title="We couldn't load the evidence">
        Reload the page to see it.
      </Alert>
    );
  return (
    <div ref={place}>
      <Skeleton lines={2} />
    </div>
  );
}
