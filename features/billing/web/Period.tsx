import { DateText } from "#platform/web/parts/DateText.tsx";
import { lastDay } from "./billing-labels.ts";

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
