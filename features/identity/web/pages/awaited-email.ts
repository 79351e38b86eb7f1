// Owns the address just registered, until the page is left or loaded anew: kept in no address, history or storage.
let registered: string | undefined;

export function rememberRegistered(email: string): void {
  registered = email;
}

export function registeredEmail(): string | undefined {
  return registered;
}
