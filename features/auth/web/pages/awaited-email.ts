let registered: string | undefined;

export function rememberRegistered(email: string): void {
  registered = email;
}

export function registeredEmail(): string | undefined {
  return registered;
}
