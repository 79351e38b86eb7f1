// Days as ISO dates (YYYY-MM-DD, UTC): the only form of time that bank history knows.
const DAY_MS = 86_400_000;

export function isoDate(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

export function addDays(date: string, days: number): string {
  return isoDate(new Date(Date.parse(date) + days * DAY_MS));
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** Sunday is 0, as in Date. */
export function weekday(date: string): number {
  return new Date(date).getUTCDay();
}

export function dayOfMonth(date: string): number {
  return Number(date.slice(8, 10));
}

export function monthOf(date: string): number {
  return Number(date.slice(5, 7));
}

export function isLastOfMonth(date: string): boolean {
  return dayOfMonth(addDays(date, 1)) === 1;
}

function isWeekend(date: string): boolean {
  const day = weekday(date);
  return day === 0 || day === 6;
}

/** The first weekday on or after `date`: banks post on weekdays. */
export function nextBankDay(date: string): string {
  return isWeekend(date) ? nextBankDay(addDays(date, 1)) : date;
}

/** The last weekday on or before `date`: employers pay early rather than late. */
export function bankDayBefore(date: string): string {
  return isWeekend(date) ? bankDayBefore(addDays(date, -1)) : date;
}

/** Every day from `first` to `last`, both included. */
export function daysFrom(first: string, last: string): string[] {
  const days: string[] = [];
  for (let time = Date.parse(first); time <= Date.parse(last); time += DAY_MS) days.push(isoDate(new Date(time)));
  return days;
}
