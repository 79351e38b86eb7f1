import { addDays, utcToday } from "#platform/dates/days.ts";
import type { StatementFileInput } from "#features/asset-reports/contract.ts";
import { type Bank, type ExportedStatement, toOfx } from "#providers/statement-files/test-statement-files.ts";

/** As the browser sends it. */
export function sent(name: string, text: string, more: Partial<StatementFileInput> = {}): StatementFileInput {
  return { name, content: Buffer.from(text).toString("base64"), ...more };
}

/** Ninety days of one account, up to yesterday. */
export function ninetyDays(): ExportedStatement {
  const from = addDays(utcToday(), -90);
  return {
    from,
    to: addDays(from, 89),
    openingCents: 40_000_00,
    lines: [10, 24, 38, 52, 66, 80].map((day) => ({
      date: addDays(from, day),
      cents: 2_500_00,
      description: "LARKMEAD FOODS DES:PAYROLL",
    })),
  };
}

/** An OFX file with everything that the format lacks. */
export function aStatementFile(exported = ninetyDays(), bank?: Bank): StatementFileInput {
  const { openingCents } = exported;
  return sent("statement.ofx", toOfx(exported, bank), { holders: ["Nora Whitfield"], openingCents });
}
