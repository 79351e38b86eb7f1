import CircleAlert from "lucide-react/icons/circle-alert";
import Info from "lucide-react/icons/info";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { Severity } from "#features/underwriting/rules/evaluation.ts";

const ICONS = { blocker: CircleAlert, review: TriangleAlert, info: Info } as const;

interface SeverityIconProps {
  readonly severity: Severity;
  readonly className?: string | undefined;
}

export function SeverityIcon({ severity, className }: SeverityIconProps) {
  const Icon = ICONS[severity];
  return <Icon aria-hidden="true" className={className} />;
}
