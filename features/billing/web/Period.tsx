// Owns how a period is seen: its first day to its last.
import { DateText } from "#kit/web/parts/DateText.tsx";
import { lastDay } from "./billing-words.ts";

interface PeriodProps {
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly timeZone: string;
}

export function Period({ periodStart, periodEnd, timeZone }: PeriodProps) {
  return (
    <>
      <DateText at={periodStart} zone={timeZone} /> to <DateText at={lastDay(periodEnd)} zone={timeZone} />
    </>
  );
}
