// Owns telling zod, before any schema is built, that this page never runs text as code: its content security policy forbids it.
// Under this name zod shares its configuration between copies of itself; importing zod here would weigh on the first load.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
