// Who logs in where: the people, the test logins that stand for them, and the banks.
import type { Way } from "./household.ts";
import { chanceOf } from "./seeded-random.ts";

// The people behind the bank logins: names, addresses and account owners.
export interface Person {
  fullName: string;
  email: string;
  /** Ten digits, as banks store them. */
  phone: string;
}

export interface Owner extends Person {
  street: string;
  city: string;
  region: string;
  postalCode: string;
  /** What a custom user has instead of one name, address, email and phone. */
  names?: string[];
  emails?: { data: string; primary?: boolean; type?: string }[];
  phones?: { data: string; primary?: boolean; type?: string }[];
  addresses?: { data: Record<string, string>; primary?: boolean }[];
}

const DEFAULT_PERSON: Person = {
  fullName: "Dana Whitfield",
  email: "dana.whitfield@example.com",
  phone: "5550101234",
};
const SOMEBODY_ELSE: Person = {
  fullName: "Gregory Ostrander",
  email: "g.ostrander@example.com",
  phone: "5550107788",
};
const ABROAD: Person = { fullName: "Łukasz Nguyễn", email: "lukasz.nguyen@example.com", phone: "5550104242" };

const STREETS: readonly [string, ...string[]] = [
  "Cameron Road",
  "Alder Street",
  "Lakeside Drive",
  "Mill Lane",
  "Franklin Avenue",
];
const TOWNS: readonly [Town, ...Town[]] = [
  { city: "Malakoff", region: "NY", postalCode: "14236" },
  { city: "Rochester", region: "NY", postalCode: "14604" },
  { city: "Columbus", region: "OH", postalCode: "43215" },
  { city: "Boise", region: "ID", postalCode: "83702" },
  { city: "Raleigh", region: "NC", postalCode: "27601" },
];

interface Town {
  city: string;
  region: string;
  postalCode: string;
}

export function lastNameOf(fullName: string): string {
  return fullName.trim().split(/\s+/).at(-1) ?? fullName;
}

/** The person with their address. The same person always has the same address. */
export function asOwner(person: Person): Owner {
  const chance = chanceOf(`${person.fullName}/home`);
  return { ...person, street: `${String(chance.whole(12, 9800))} ${chance.pick(STREETS)}`, ...chance.pick(TOWNS) };
}

/** Who shares an account with `person` in a joint household: same last name, same address. */
export function spouseOf(person: Person): Owner {
  const lastName = lastNameOf(person.fullName);
  const fullName = `${person.fullName.startsWith("Jordan ") ? "Taylor" : "Jordan"} ${lastName}`;
  return { ...asOwner(person), fullName, email: "jordan@example.com", phone: "5550102468" };
}

// The test logins: who each person is and what deliberately goes wrong.
/** The password of every bank login except the custom user's. */
export const GOOD_PASSWORD = "pass_good";

/** Its password is a configuration. */
export const CUSTOM_USERNAME = "user_custom";

export type Fault =
  "owners unavailable" | "report fails" | "report never ready" | "no webhook" | "login required" | "institution down";

export interface Persona {
  username: string;
  /** What a person who tries it will see. The state page shows it. */
  does: string;
  way: Way | "golden" | "custom";
  /** The owner of the account regardless of the link token; null means the name in the link token. */
  owner: Person | null;
  fault: Fault | null;
  /** Outside money that goes into savings this many days before the sign-in. */
  deposits: readonly { daysBefore: number; line: string; cents: number }[];
  /** Statement lines that try to break the reader. */
  isHostile: boolean;
}

export const PERSONAS: readonly Persona[] = [
  persona(
    "user_good",
    "Works. The borrower's own accounts: checking, savings, a credit card and a retirement account.",
  ),
  persona(
    "user_golden",
    "Works. Exactly the published example report: Alberta Bobbeth Charleson, two banks, four accounts.",
    { way: "golden" },
  ),
  persona("user_joint", "Works. Checking, savings and a mortgage, each owned together with a spouse.", {
    way: "joint",
  }),
  persona("user_mismatch", "Works, but the accounts belong to Gregory Ostrander.", { owner: SOMEBODY_ELSE }),
  persona("user_thin", "Works, but the accounts were opened 41 days before the login.", { way: "thin" }),
  persona("user_bulk", "Works. About 1,500 transactions in 90 days.", { way: "bulk" }),
  persona(
    "user_deposits",
    "Works. As user_good, with a check of $12,000 and a wire of $8,000 in the savings account.",
    {
      deposits: [
        { daysBefore: 23, line: "MOBILE CHECK DEPOSIT", cents: 1_200_000 },
        { daysBefore: 38, line: "WIRE TRANSFER CREDIT", cents: 800_000 },
      ],
    },
  ),
  persona("user_unicode", "Works. Łukasz Nguyễn, and statement lines that try to break whatever reads them.", {
    owner: ABROAD,
    isHostile: true,
  }),
  persona("user_owners_unavailable", "Works, but the report carries no owners and warns OWNERS_UNAVAILABLE.", {
    fault: "owners unavailable",
  }),
  persona("user_report_fails", "Connects; each report ends in ASSET_REPORT_GENERATION_FAILED.", {
    fault: "report fails",
  }),
  persona("user_report_never", "Connects; each report stays PRODUCT_NOT_READY for ever.", {
    fault: "report never ready",
  }),
  persona("user_no_webhook", "Works, but no webhook is ever sent: only asking again finds the report.", {
    fault: "no webhook",
  }),
  persona(
    "user_login_required",
    "Connects; reports are refused with ITEM_LOGIN_REQUIRED until the login is repaired in update mode.",
    { fault: "login required" },
  ),
  persona("user_institution_down", "The bank does not answer: INSTITUTION_DOWN in the dialog.", {
    fault: "institution down",
  }),
  persona(CUSTOM_USERNAME, "Works. Accounts as the password describes them, in Plaid's JSON for custom users.", {
    way: "custom",
  }),
];

function persona(username: string, does: string, rest: Partial<Persona> = {}): Persona {
  return { username, does, way: "usual", owner: null, fault: null, deposits: [], isHostile: false, ...rest };
}

export function findPersona(username: string): Persona | undefined {
  return PERSONAS.find((candidate) => candidate.username === username);
}

/** Who logs in: the persona's own person, else the one in the link token, else a default. */
export function personBehind(persona: Pick<Persona, "owner">, named: Partial<Person>): Person {
  if (persona.owner !== null) return persona.owner;
  const fullName = named.fullName?.trim();
  if (fullName === undefined || fullName === "") return DEFAULT_PERSON;
  return { fullName, email: named.email ?? "borrower@example.com", phone: named.phone ?? DEFAULT_PERSON.phone };
}

// The banks that Link offers; ids and names are those of Plaid's own sandbox.
export interface Institution {
  institutionId: string;
  name: string;
  /** What its accounts are called after. */
  brand: string;
  url: string;
  routingNumber: string;
}

const FIRST_PLATYPUS: Institution = {
  institutionId: "ins_109508",
  name: "First Platypus Bank",
  brand: "Platypus",
  url: "https://first-platypus.example.com",
  routingNumber: "011401533",
};

export const INSTITUTIONS: readonly Institution[] = [
  FIRST_PLATYPUS,
  {
    institutionId: "ins_109509",
    name: "First Gingham Credit Union",
    brand: "Gingham",
    url: "https://first-gingham.example.com",
    routingNumber: "021000021",
  },
  {
    institutionId: "ins_109510",
    name: "Tattersall Federal Credit Union",
    brand: "Tattersall",
    url: "https://tattersall.example.com",
    routingNumber: "026009593",
  },
  {
    institutionId: "ins_109511",
    name: "Tartan Bank",
    brand: "Tartan",
    url: "https://tartan.example.com",
    routingNumber: "121000358",
  },
  {
    institutionId: "ins_109512",
    name: "Houndstooth Bank",
    brand: "Houndstooth",
    url: "https://houndstooth.example.com",
    routingNumber: "111000025",
  },
];

export function findInstitution(institutionId: string): Institution | undefined {
  return INSTITUTIONS.find((institution) => institution.institutionId === institutionId);
}
