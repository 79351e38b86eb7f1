import { formatDate, relativeDate } from "../format/dates.ts";

interface DateTextProps {
  /** A timestamp (ISO 8601) or a day (`YYYY-MM-DD`); `null` is shown as a dash. */
  readonly at: string | null;
  readonly withTime?: boolean;
  /** IANA name; default: the organization's. */
  readonly zone?: string;
}

export function DateText({ at, withTime = false, zone }: DateTextProps) {
  if (at === null) return <span>–</span>;
  return (
    <time dateTime={at} title={relativeDate(at)} className="numbers">
      {formatDate(at, { withTime, zone })}
    </time>
  );
}
