import type { BankReport } from "./plaid/report.ts";

declare module "#platform/server/context.ts" {
  interface Providers {
    readonly bankData: BankDataProviders;
  }
  interface Settings {
    /** The product of new organizations. */
    readonly bankDataProduct: BankDataProduct;
  }
}

/** One provider per product that an organization may use. */
export interface BankDataProviders {
  readonly assets: BankDataProvider & InvestorCopiesAtProvider;
  readonly consumer_report: BankDataProvider & PeopleAtProvider;
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

/** What a consumer reporting agency needs to know a person by; passed on and never stored. */
export interface PersonIdentity {
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string;
  /** E.164, of the United States. */
  readonly phone: string;
  readonly street: string;
  readonly city: string;
  /** Two letters. */
  readonly state: string;
  readonly zip: string;
}

export interface BankConnection {
  readonly accessToken: string;
  readonly providerItemId: string;
}

/** A connection that a report covers. */
export interface CoveredConnection extends BankConnection {
  /** Whose connection it is, for a product that knows people. */
  readonly providerUserId: string | null;
  /** `null`: no longer on the loan. */
  readonly holder: BankPerson | null;
}

export interface BankDetails {
  /** The product it was connected for, where the provider says so. */
  readonly product: BankDataProduct | undefined;
  readonly institutionId: string | null;
  readonly institutionName: string;
  readonly accounts: { name: string; mask: string | null; type: string; subtype: string | null }[];
}

export interface ReportOrder {
  readonly reportId: string;
  readonly days: number;
  readonly connections: readonly CoveredConnection[];
  readonly person: BankPerson;
  /** The token of a report over the same connections, which stays unchanged. */
  readonly earlierToken?: string | undefined;
}

export interface OrderedReport {
  /** `null`: not known before the report is ready. */
  readonly providerReportId: string | null;
  readonly providerToken: string;
}

/** What the product asks of a source of bank data. Its fields and error codes stop here. */
export interface BankDataProvider {
  /** A token that opens the bank dialog; with `accessToken` it repairs that connection instead of adding one. */
  createSession(session: {
    person: BankPerson;
    /** Days of history that a report will ask for. */
    days: number;
    providerUserId?: string | undefined;
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

/** A buyer of mortgages that reads a report at the provider. */
export type Investor = "fannie" | "freddie";

/** What a product adds whose reports can be shared with an investor after they are made. */
export interface InvestorCopiesAtProvider {
  /**
   * Returns the token by which the investor reads the report. Each call makes another copy. Throws NOT_SHAREABLE for a
   * report that is gone there, REPORT_NOT_READY.
   */
  createInvestorCopy(providerToken: string, investor: Investor): Promise<string>;
  /** Of a copy that is gone there already nothing is said. */
  endInvestorCopy(copyToken: string): Promise<void>;
}

/** What a product adds that reports on a person rather than on connections. */
export interface PeopleAtProvider {
  /** The same person again gives the same id. */
  createUser(person: BankPerson & { readonly id: string }, identity: PersonIdentity): Promise<string>;
  /** Corrects what the provider knows: name and email as on the loan, and the rest if it is given. */
  updateUser(providerUserId: string, person: BankPerson, identity?: PersonIdentity): Promise<void>;
  /** Removes the person that `createUser` made under our id, if its answer was lost. */
  endUserOf(id: string): Promise<void>;
  /** Removes the person with their connections and reports. Of one who is gone there already nothing is said. */
  endUser(providerUserId: string): Promise<void>;
}
