import { isPersonAt, isRelative } from "./names.ts";
import type { PayeeRole } from "./classes.ts";
import { matchPayeeAt, payeeOfCompanyId, payeeOfWholeName, type PayeeEntry } from "./payees.ts";
import { matchPhraseAt, senseIndex, SENSES, type Sense } from "./vocabulary.ts";
import { FIELD, hasDigit, normalize, splitFields, type Fields } from "./words.ts";

export type PeerService = "zelle" | "venmo" | "cash_app" | "apple_cash" | "paypal" | "remittance" | "other";

export interface Category {
  readonly primary: string;
  readonly detailed: string;
}

const PEER_WORDS = new Map<string, PeerService>([
  ["ZELLE", "zelle"],
  ["ZEL", "zelle"],
  ["ZELLEPAY", "zelle"],
  ["QUICKPAY", "zelle"],
  ["VENMO", "venmo"],
  ["CASHAPP", "cash_app"],
  ["PAYPAL", "paypal"],
  ["P2P", "other"],
  ["POPMONEY", "other"],
  ["REMITLY", "remittance"],
  ["XOOM", "remittance"],
  ["MONEYGRAM", "remittance"],
  ["WORLDREMIT", "remittance"],
  ["SENDWAVE", "remittance"],
  ["TRANSFERWISE", "remittance"],
]);
const PEER_PAIRS = new Map<string, PeerService>([
  ["CASH APP", "cash_app"],
  ["SQUARE CASH", "cash_app"],
  ["APPLE CASH", "apple_cash"],
  ["FACEBOOK PAY", "other"],
  ["META PAY", "other"],
  ["WESTERN UNION", "remittance"],
  ["RIA MONEY", "remittance"],
  ["BOSS REVOLUTION", "remittance"],
  ["WISE US", "remittance"],
  ["WISE INC", "remittance"],
]);
const PAIR_STARTS = new Set([...PEER_PAIRS.keys()].map((pair) => pair.split(" ")[0]));

const DIRECTIONS = new Set(["FROM", "TO", "FRM"]);
const BEFORE_NAME = new Set<string | undefined>(
  "PAYMENT PMT PYMT PAY TRANSFER XFER INSTANT CREDIT DEBIT SENT RECEIVED RECD MONEY RECURRING SCHEDULED STANDARD SEND ONLINE BANKING DES OUT IN TYPE P2P QUICKPAY WITH VIA APP CASH INST REAL TIME ACH EXTERNAL DEPOSIT WITHDRAWAL PAYMENTS USA MONEYTRANSFER OUTGOING INCOMING".split(
    " ",
  ),
);
const AFTER_NAME = new Set(
  "ON REF REFERENCE CONF CONFIRMATION TRACE FOR MEMO DATE RENT NOVEMBER DECEMBER JANUARY FEBRUARY OCTOBER SEPTEMBER JULY AUGUST MARCH VIA ID TRANSACTION NOTE CONFIRM AT PPD WEB TXN CA TX NY USA PAYMENT ALIMONY CHILD".split(
    " ",
  ),
);
const NOT_A_NAME = new Set<string | undefined>(
  "BANK REVERSED REVERSAL RETURNED RETURN REFUND REFUNDED CANCELLED CANCELED REJECTED FEE BITCOIN CRYPTO CASHOUT BORROW LOAN CARD ADD TRANSFER INSTALLMENT INST CREDIT SAVINGS VISA DEBIT TOPUP BTC WORKING".split(
    " ",
  ),
);
const ACCOUNT_WORDS = new Set<string | undefined>(
  "CHK CHECKING SAV SAVINGS ACCT ACCOUNT MMA ENDING DDA LINE".split(" "),
);
const BEFORE_NUMBER = new Set<string | undefined>(["ENDING", "IN", "NO", "NUM", "NUMBER"]);
const CARD_WORDS = new Set<string | undefined>("CARD CRD VISA MASTERCARD AMEX".split(" "));
/** A number after these words is of no account. */
const REFERENCE_WORDS = new Set<string | undefined>(
  "REF REFERENCE CONF CONFIRMATION TRACE TRANSACTION TXN SEQ ID AUTH".split(" "),
);
const NONE: readonly never[] = [];
const FEE = senseIndex("fee");
const MAX_NAME_WORDS = 6;
const CREDITOR_ROLES = new Set<PayeeRole>(["lender", "bnpl", "card_issuer", "servicer"]);
const PAYEE_FIELDS = [FIELD.payee, FIELD.party, FIELD.purpose] as const;

/** All that the words of one line say, before any decision. */
export class Reading {
  readonly words: readonly string[];
  readonly fields: readonly number[];
  readonly hasEntry: boolean;
  readonly category: Category;
  /** For each sense, the fields in which it was found. */
  readonly #senses = new Uint8Array(SENSES.length);
  /** For each word: 0 unknown, 1 a payee's name, 2 a known phrase or a peer's name. */
  readonly #use: Uint8Array;
  entry: PayeeEntry | null = null;
  /** Another payee named after the first: the bank behind a transfer, the shop behind PayPal. */
  second: PayeeEntry | null = null;
  /** Creditors of all banks and brokerages named, each once: a bank's brokerage is the bank. */
  banks: readonly string[] = NONE;
  peer: PeerService | null = null;
  peerName: readonly string[] = [];
  isPersonNamed = false;
  /** The line begins with the name of an overdraft or returned item fee. */
  startsWithFee = false;
  /** Last four digits of all accounts named, each once. */
  masks: readonly string[] = NONE;
  /** Words with letters that are neither a payee nor a known phrase. */
  unknownWords = 0;

  constructor(description: string, merchantName: string | null, category: Category) {
    const read: Fields = splitFields(normalize(description));
    this.words = read.words;
    this.fields = read.fields;
    this.hasEntry = read.hasEntry;
    this.category = category;
    this.#use = new Uint8Array(read.words.length);
    this.#findPeer();
    this.#findPayees(read.companyId);
    if (this.entry === null && merchantName !== null && this.peer === null) this.#findMerchant(merchantName);
    this.#findPhrases();
    this.#findPerson();
    this.#findMasks(read.masked);
  }

  /** Whether the line says this anywhere. */
  has(sense: Sense): boolean {
    return this.#senses[senseIndex(sense)] !== 0;
  }

  /** Whether the purpose says this: the description of an ACH entry, or the whole line when it has none. */
  says(sense: Sense): boolean {
    const fields = this.#senses[senseIndex(sense)]!; // one for each sense
    return this.hasEntry ? (fields & FIELD.purpose) !== 0 : fields !== 0;
  }

  hasAny(...senses: Sense[]): boolean {
    for (const sense of senses) if (this.has(sense)) return true;
    return false;
  }

  saysAny(...senses: Sense[]): boolean {
    for (const sense of senses) if (this.says(sense)) return true;
    return false;
  }

  is(role: PayeeRole): boolean {
    return this.entry !== null && this.entry.roles.includes(role);
  }

  isAny(...roles: PayeeRole[]): boolean {
    if (this.entry === null) return false;
    for (const role of roles) if (this.entry.roles.includes(role)) return true;
    return false;
  }

  /** A payment between people or a payment app's own account, not a shop or lender behind one. */
  isPeer(): boolean {
    if (this.peer === null) return false;
    return (
      this.peerName.length > 0 || this.entry === null || this.is("p2p") || (this.peer === "zelle" && this.is("bank"))
    );
  }

  /** The payee or any other one named has this role. */
  names(role: PayeeRole): boolean {
    return this.is(role) || (this.second !== null && this.second.roles.includes(role));
  }

  /** The other party of a wire or transfer: words of its name after FROM, TO or B/O. */
  partyWords(): string[] {
    const start = this.fields.indexOf(FIELD.party);
    if (start !== -1) {
      let end = start;
      while (this.fields[end] === FIELD.party && !hasDigit(this.words[end]!) && end - start < MAX_NAME_WORDS) end++; // each word has a field
      return this.words.slice(start, end);
    }
    const at = this.words.findIndex((word, i) => DIRECTIONS.has(word) || (word === "O" && this.words[i - 1] === "B"));
    if (at === -1) return [];
    const found: string[] = [];
    for (let i = at + 1; i < this.words.length && found.length < MAX_NAME_WORDS; i++) {
      const word = this.words[i]!; // within its length
      if (hasDigit(word) || AFTER_NAME.has(word)) break;
      found.push(word);
    }
    return found;
  }

  /** The payee as written, without numbers and without the words of the purpose. */
  partyText(): string {
    if (this.peerName.length > 0) return this.peerName.join(" ");
    const found: string[] = [];
    for (let i = 0; i < this.words.length; i++) {
      const word = this.words[i]!; // within its length
      if (hasDigit(word) && this.#use[i] !== 1) continue;
      if (this.hasEntry ? this.fields[i] === FIELD.payee : this.#use[i] === 1 || this.#use[i] === 0) found.push(word);
    }
    return found.join(" ");
  }

  #findPeer(): void {
    const { words } = this;
    for (let i = 0; i < words.length; i++) {
      const word = words[i]!; // within its length
      let service = PEER_WORDS.get(word);
      let after = i + 1;
      if (service === undefined && PAIR_STARTS.has(word)) {
        service = PEER_PAIRS.get(`${word} ${words[i + 1] ?? ""}`);
        after = i + 2;
      }
      if (service === undefined || (word === "P2P" && this.hasEntry)) continue;
      // "PayPal Credit" and the like are known payees of their own.
      const known = matchPayeeAt(words, i, words.length);
      if (known !== null && !known.entry.roles.includes("p2p")) continue;
      this.peer = service;
      if (service !== "paypal") this.#readPeerName(i, after);
      return;
    }
  }

  #readPeerName(at: number, after: number): void {
    const { words } = this;
    let start = words.findIndex((word, i) => i !== at && DIRECTIONS.has(word));
    if (start === -1 || start === at - 1) {
      start = after;
      while (BEFORE_NAME.has(words[start])) start++;
      // Bank of America: "Zelle Transfer Conf# ab12cd; QUIST, NORA".
      if (words[start] === "CONF") start += 2;
      if (NOT_A_NAME.has(words[start])) return;
    } else start++;
    let end = start;
    while (end < words.length && end - start < MAX_NAME_WORDS) {
      const word = words[end]!; // within its length
      if (
        end === at ||
        hasDigit(word) ||
        AFTER_NAME.has(word) ||
        (this.hasEntry && this.fields[end] !== this.fields[start])
      )
        break;
      end++;
    }
    this.peerName = words.slice(start, end);
    this.#use.fill(2, start, end);
  }

  #findPayees(companyId: string | null): void {
    const { words, fields } = this;
    if (this.hasEntry && this.peer === null) {
      const payee = words.filter((_, i) => fields[i] === FIELD.payee);
      const whole = payeeOfWholeName(payee);
      if (whole !== null) {
        this.entry = whole;
        this.#addBank(whole);
        for (const [i, field] of fields.entries()) if (field === FIELD.payee) this.#use[i] = 1;
      }
    }
    for (const field of PAYEE_FIELDS) {
      if (field === FIELD.purpose && this.entry !== null) break;
      if (!fields.includes(field)) continue;
      for (let i = 0; i < words.length; i++) {
        let end = i;
        while (fields[end] === field && this.#use[end] === 0) end++;
        const match = end === i ? null : matchPayeeAt(words, i, end);
        if (match === null || (match.length === 1 && this.#isPartOfName(i))) continue;
        this.#use.fill(1, i, i + match.length);
        if (this.peerName.length === 0 || match.entry.roles.includes("p2p")) this.#addPayee(match.entry);
      }
    }
    if (companyId === null || !(this.entry === null || this.entry.roles.includes("bank"))) return;
    const entry = payeeOfCompanyId(companyId);
    if (entry === null) return;
    this.banks = this.banks.filter((bank) => bank !== this.entry?.creditor); // it only carries the entry
    this.entry = entry;
    this.#addBank(entry);
  }

  /** A one-word alias after a word of its own name is another company: "Little Acorns Preschool". */
  #isPartOfName(at: number): boolean {
    const before = this.words[at - 1];
    if (before === undefined || before.length < 2 || this.fields[at - 1] !== this.fields[at] || this.#use[at - 1] !== 0)
      return false;
    if (hasDigit(before) || DIRECTIONS.has(before)) return false;
    for (let start = 0; start < at; start++) {
      const phrase = matchPhraseAt(this.words, start, at);
      if (phrase !== null && start + phrase.length === at) return false;
    }
    return true;
  }

  #addBank({ creditor, roles }: PayeeEntry): void {
    if ((roles.includes("bank") || roles.includes("brokerage")) && !this.banks.includes(creditor))
      this.banks = [...this.banks, creditor];
  }

  #addPayee(entry: PayeeEntry): void {
    this.#addBank(entry);
    if (this.entry === null) this.entry = entry;
    else if (entry.id === this.entry.id) return;
    // A shop's name on a loan or card says where it was used, not who is paid.
    else if (this.entry.roles.includes("merchant") && entry.roles.some((role) => CREDITOR_ROLES.has(role)))
      this.entry = entry;
    // A processor or PayPal before the payee only carries the payment.
    else if (this.entry.roles.includes("p2p") && !entry.roles.includes("p2p")) {
      this.second = this.entry;
      this.entry = entry;
    } else this.second ??= entry;
  }

  #findMerchant(merchantName: string): void {
    const { words } = splitFields(normalize(merchantName));
    const match = matchPayeeAt(words, 0, words.length);
    if (match === null || match.length !== words.length || this.words.some(isRelative)) return;
    this.entry = match.entry;
    this.#addBank(match.entry);
  }

  #findPhrases(): void {
    const { words, fields } = this;
    let end = 0;
    for (let i = 0; i < words.length; i++) {
      const word = words[i]!; // within its length
      if (this.#use[i] !== 0) continue;
      if (end <= i) {
        end = i;
        while (this.#use[end] === 0 && fields[end] === fields[i]) end++;
      }
      const match = matchPhraseAt(words, i, end);
      if (match === null) {
        if (!hasDigit(word) && word.length > 1) this.unknownWords++;
        continue;
      }
      if (i <= 3 && match.senses.includes(FEE) && this.has("overdraft") && this.peer === null && !this.hasEntry)
        this.startsWithFee = this.#use[0] !== 1;
      for (const sense of match.senses) this.#senses[sense]! |= fields[i]!; // one for each sense, one for each word
      this.#use.fill(2, i, i + match.length);
    }
  }

  #findPerson(): void {
    const { words } = this;
    for (let i = 0; i < words.length; i++) {
      const word = words[i]!; // within its length
      const starts = word === "FROM" || word === "BY" || word === "TO" || (word === "O" && words[i - 1] === "B");
      if (starts && this.#use[i + 1] !== 1 && isPersonAt(words, i + 1)) {
        this.isPersonNamed = true;
        return;
      }
    }
    if (isPersonAt(words, this.fields.indexOf(FIELD.party))) this.isPersonNamed = true;
  }

  /** A card's number names an account only where no other number does. */
  #findMasks(masked: readonly boolean[]): void {
    const { words } = this;
    let card: string | null = null;
    for (let i = 0; i < words.length; i++) {
      const word = words[i]!; // within its length
      const isMasked = masked[i] === true && word.length >= 4;
      if (!isMasked && !(word.length === 4 && /^\d{4}$/.test(word) && this.#isAfterAccount(i))) continue;
      const mask = word.slice(-4);
      const named = this.#wordBefore(i);
      if (CARD_WORDS.has(named)) card = mask;
      else if (!REFERENCE_WORDS.has(named) && !this.masks.includes(mask)) this.masks = [...this.masks, mask];
    }
    if (this.masks.length === 0 && card !== null) this.masks = [card];
  }

  #isAfterAccount(at: number): boolean {
    const { words } = this;
    return ACCOUNT_WORDS.has(words[at - 1] === "IN" ? words[at - 2] : words[at - 1]);
  }

  #wordBefore(at: number): string | undefined {
    let before = at - 1;
    while (BEFORE_NUMBER.has(this.words[before])) before--;
    return this.words[before];
  }
}
