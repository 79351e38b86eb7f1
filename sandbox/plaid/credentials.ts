import { CUSTOM_USERNAME, GOOD_PASSWORD, findPersona, personBehind } from "./bank-data/personas.ts";
import type { Person } from "./bank-data/people.ts";
import { readCustomUser } from "./custom-user.ts";
import { PlaidFault } from "./errors.ts";
import type { ItemIdentity } from "./plaid-data.ts";

/** Who logs in with a username and a password; `named` is the person in the link token. */
export function checkCredentials(
  username: string,
  password: string,
  named: Partial<Person>,
): Pick<ItemIdentity, "username" | "person" | "custom"> {
  if (password === "error_ITEM_LOCKED") throw new PlaidFault("ITEM_LOCKED");
  if (username === CUSTOM_USERNAME) return customLogIn(password, named);
  const persona = findPersona(username);
  if (persona === undefined || password !== GOOD_PASSWORD) throw new PlaidFault("INVALID_CREDENTIALS");
  if (persona.fault === "institution down") throw new PlaidFault("INSTITUTION_DOWN");
  return { username, person: personBehind(persona, named) };
}

function customLogIn(password: string, named: Partial<Person>) {
  const custom = readCustomUser(password);
  const [fullName] = custom.identity.names ?? [];
  const who = fullName === undefined ? named : { ...named, fullName };
  // A seed equal to the name of another bank login generates the accounts of that login.
  const like = custom.accounts.length > 0 ? undefined : findPersona(custom.seed);
  if (like !== undefined) return { username: like.username, person: personBehind(like, who) };
  return { username: CUSTOM_USERNAME, person: personBehind({ owner: null }, who), custom };
}
