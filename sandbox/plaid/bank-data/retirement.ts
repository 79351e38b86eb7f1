// A retirement account: contributions buy one fund whose price changes slightly every day.
import { addDays, daysBetween, isoDate, nextBankDay } from "./calendar.ts";
import { chanceOf } from "./seeded-random.ts";

export interface Holding {
  fund: string;
  ticker: string | null;
  securityId: string;
  /** Plaid's: "equity", "mutual fund", "cash", … */
  securityType: string;
  currency: string;
  priceCents: number;
  priceDate: string;
  /** Thousandths of a share. */
  quantityThousandths: number;
  valueCents: number;
  costCents: number | null;
  vestedThousandths: number | null;
  vestedCents: number | null;
}

export interface RetirementPlan {
  subtype: "401k" | "ira";
  officialName: string;
  holdings: Holding[];
}

const FUNDS = [
  { fund: "Vanguard Target Retirement 2035 Fund", ticker: "VTTHX", startCents: 2140, share: 0.7 },
  { fund: "Fidelity 500 Index Fund", ticker: "FXAIX", startCents: 13_420, share: 0.3 },
];

/** Holdings at the close before `today`. In a 401k, 80 percent of employer money is vested; an IRA is fully vested. */
export function retirementPlan(seed: string, today: string): RetirementPlan {
  const chance = chanceOf(`${seed}/retirement`);
  const subtype = chance.happens(0.6) ? "401k" : "ira";
  const years = daysBetween("2019-01-01", today) / 365;
  const contributedCents = Math.round(chance.whole(1_200_000, 2_000_000) + years * chance.whole(480_000, 900_000));
  const close = lastClose(today);
  const holdings = FUNDS.map(({ fund, ticker, startCents, share }) => {
    const wave = chanceOf(`${ticker}/${close}`).next() * 0.012 - 0.006;
    const priceCents = Math.round(startCents * (1 + 0.045 * years) * (1 + wave));
    const costCents = Math.round(contributedCents * share);
    const quantityThousandths = Math.round((costCents * 1000) / (startCents * (1 + 0.02 * years)));
    const valueOf = (thousandths: number) => Math.round((thousandths * priceCents) / 1000);
    const vestedThousandths = subtype === "401k" ? Math.round(quantityThousandths * 0.8) : quantityThousandths;
    return {
      fund,
      ticker,
      securityId: ticker,
      securityType: "mutual fund",
      currency: "USD",
      priceCents,
      priceDate: close,
      quantityThousandths,
      valueCents: valueOf(quantityThousandths),
      costCents,
      vestedThousandths,
      vestedCents: valueOf(vestedThousandths),
    };
  });
  const officialName = subtype === "401k" ? "401(k) Retirement Plan" : "Individual Retirement Account";
  return { subtype, officialName, holdings };
}

function lastClose(today: string): string {
  const yesterday = addDays(today, -1);
  return nextBankDay(yesterday) === yesterday ? yesterday : lastClose(isoDate(new Date(yesterday)));
}
