import ical, { ICalCalendarMethod } from "ical-generator";
import { CALENDAR_TEXTS } from "#features/asset-reports/labels.ts";
import { LOAN_PROGRAMS } from "#features/borrowers/contract.ts";
import { LOAN_PROGRAM_NAMES } from "#features/borrowers/labels.ts";
import type { ExpiringBorrower } from "./calendar-feed-queries.ts";

interface Product {
  readonly productName: string;
  readonly publicUrl: string;
}

/** How often a calendar program should read it again. */
const READ_AGAIN_SECONDS = 3_600;

/**
 * An iCalendar file of all-day events. It is stored by other companies, so an event has the loan's number and nothing of
 * a person: no name, no bank, no amount. An event keeps its UID when its day moves.
 */
export function writeCalendar(borrowers: readonly ExpiringBorrower[], { productName, publicUrl }: Product): string {
  const { host } = new URL(publicUrl);
  const calendar = ical({
    name: CALENDAR_TEXTS.name(productName),
    prodId: { company: productName, product: "Expirations", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: READ_AGAIN_SECONDS,
  });
  for (const { id, loanNumber, program, updatedAt, ...days } of borrowers) {
    const known = LOAN_PROGRAMS.find((one) => one === program);
    const loan = { loanNumber, program: known === undefined ? null : LOAN_PROGRAM_NAMES[known] };
    const events = {
      data: [days.freshUntil, CALENDAR_TEXTS.data(loan)],
      refresh: [days.plannedRefreshOn, CALENDAR_TEXTS.refresh(loan)],
      access: [days.accessEndsOn, CALENDAR_TEXTS.access(loan)],
    } as const;
    for (const [kind, [day, summary]] of Object.entries(events))
      if (day !== null)
        calendar.createEvent({
          id: `${kind}-${id}@${host}`,
          stamp: updatedAt, // the time of the reading would change the file each time
          start: `${day}T00:00:00.000Z`,
          allDay: true,
          summary,
          url: `${publicUrl}/borrower/asset-report/${id}`,
        });
  }
  return calendar.toString();
}
