import type { BankReport } from "./plaid/report.ts";

declare module "#platform/server/context.ts" {
  interface Providers {
    readonly bankData: BankDataProviders;
  }
}

/** One provider per product that an organization may use. */
export interface BankDataProviders {
  readonly assets: BankDataProvider;
}

export type BankDataProduct = keyof BankDataProviders;

export interface BankPerson {
  /** Our borrower's id; Plaid calls it client_user_id. */
  readonly borrowerId: string;
  /** As on the loan, all of its parts. */
  readonly legalName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

export interface BankConnection {
  readonly accessToken: string;
  readonly providerItemId: string;
}

export interface BankDetails {
  readonly institutionId: string | null;
  readonly institutionName: string;
  readonly accounts: { name: string; mask: string | null; type: string; subtype: string | null }[];
}

export interface ReportOrder {
  readonly reportId: string;
  readonly days: number;
  readonly connections: BankConnection[];
  readonly person: BankPerson;
  /** The token of a report over the same connections, which stays unchanged. */
  readonly earlierToken?: string | undefined;
}

export interface OrderedReport {
  readonly providerReportId: string;
  readonly providerToken: string;
}

/** What the product asks of a source of bank data. Its fields and error codes stop here. */
export interface BankDataProvider {
  /** A token that opens the bank dialog; with `accessToken` it repairs that connection instead of adding one. */
  createSession(session: {
    person: BankPerson;
    accessToken?: string | undefined;
  }): Promise<{ linkToken: string; expiration: string }>;
  exchange(publicToken: string): Promise<BankConnection>;
  describe(accessToken: string): Promise<BankDetails>;
  /** Asks for a report over all connections; it is made in the background and announced by webhook. */
  order(order: ReportOrder): Promise<OrderedReport>;
  /** The report's bytes exactly as sent, or `null` while it is still being made. */
  fetch(providerToken: string): Promise<Buffer | null>;
  /** Throws REPORT_UNREADABLE of the provider for bytes that are no report. */
  read(json: Buffer): BankReport;
  endConnection(accessToken: string): Promise<void>;
  /** Of a report that is gone there already nothing is said. */
  endReport(providerToken: string): Promise<void>;
}
