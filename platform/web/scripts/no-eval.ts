// The content security policy forbids eval, so zod needs this setting before any schema is built.
// Under this name zod shares its configuration between copies of itself; importing zod would weigh on the first load.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
