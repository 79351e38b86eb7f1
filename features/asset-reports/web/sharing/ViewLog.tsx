import type { AuditCopy } from "#features/asset-reports/contract.ts";
import { DateText } from "#platform/web/parts/DateText.tsx";
import styles from "./ViewLog.module.css";

const ACTS: Readonly<Record<AuditCopy["views"][number]["act"], string>> = {
  opened: "Opened",
  downloaded: "Downloaded",
  refused: "Refused",
};

export function ViewLog({ views }: { readonly views: AuditCopy["views"] }) {
  const [newest] = views;
  if (!newest) return <p>Not opened yet.</p>;
  return (
    <details className={styles.log}>
      <summary>
        {views.length === 1 ? "Viewed once" : `${views.length} looks`}, the last on <DateText at={newest.at} withTime />
      </summary>
      <ol role="list">
        {views.map(({ at, act, format, address }) => (
          <li key={`${at} ${act} ${format}`}>
            <DateText at={at} withTime /> {ACTS[act]}
            {format !== null && ` (${format.toUpperCase()})`} from {address}
          </li>
        ))}
      </ol>
    </details>
  );
}
