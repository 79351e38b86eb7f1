export interface ConnectionLimiter {
  /** Call the result to leave; `null`: all are taken. */
  take(name: string): (() => void) | null;
}

export function createConnectionLimiter(max: number): ConnectionLimiter {
  const taken = new Map<string, number>();
  return {
    take(name) {
      const before = taken.get(name) ?? 0;
      if (before >= max) return null;
      taken.set(name, before + 1);
      return () => {
        const left = (taken.get(name) ?? 0) - 1;
        if (left > 0) taken.set(name, left);
        else taken.delete(name);
      };
    },
  };
}
