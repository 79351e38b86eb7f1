// A user with their own account and organization, so that end-to-end tests do not share a list.
import { apiPerson, sendCall, type ApiPerson } from "./api.ts";
import { linkIn, newestMailTo } from "./mailbox.ts";

export interface NewPerson {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
}

let made = 0;

/** Form input of a person who is not registered yet. */
export function somebodyNew(): NewPerson {
  return {
    email: `journey.${process.pid}.${++made}@example.org`,
    password: "seven green kettles sing",
    firstName: "Jo",
    lastName: "Journey",
  };
}

/** Registered and confirmed through the API. */
export async function newPerson(): Promise<NewPerson & { api: ApiPerson }> {
  const person = somebodyNew();
  const { status, body } = await sendCall("POST", "/auth/register", { body: person });
  if (status !== 201) throw new Error(`the registration failed: ${JSON.stringify(body)}`);
  const token = linkIn(await newestMailTo(person.email)).searchParams.get("token");
  await sendCall("GET", `/auth/confirm-email/${token}`);
  return { ...person, api: await apiPerson(person.email, person.password) };
}
