// The people behind the bank logins: names, addresses and account owners.
import { chanceOf } from "./seeded-random.ts";

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

export const DEFAULT_PERSON: Person = {
  fullName: "Dana Whitfield",
  email: "dana.whitfield@example.com",
  phone: "5550101234",
};
export const SOMEBODY_ELSE: Person = {
  fullName: "Gregory Ostrander",
  email: "g.ostrander@example.com",
  phone: "5550107788",
};
export const ABROAD: Person = { fullName: "Łukasz Nguyễn", email: "lukasz.nguyen@example.com", phone: "5550104242" };

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
