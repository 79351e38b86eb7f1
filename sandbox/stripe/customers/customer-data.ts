// Stored customers and their test clocks.

export type Metadata = Record<string, string>;

export interface Address {
  city: string | null;
  country: string | null;
  line1: string | null;
  line2: string | null;
  postal_code: string | null;
  state: string | null;
}

export interface Stored {
  id: string;
  created: number;
  metadata: Metadata;
}

export interface TestClock {
  id: string;
  created: number;
  name: string | null;
  frozen_time: number;
  deletes_after: number;
  status: "ready" | "advancing";
  /** Where an advance is going. */
  target: number | null;
}

export interface Customer extends Stored {
  email: string | null;
  name: string | null;
  phone: string | null;
  description: string | null;
  address: Address | null;
  balance: number;
  currency: string | null;
  delinquent: boolean;
  default_payment_method: string | null;
  invoice_prefix: string;
  next_invoice_sequence: number;
  test_clock: string | null;
  deleted: boolean;
}
