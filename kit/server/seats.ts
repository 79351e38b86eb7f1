// Owns how many may be here at once under one name.
export interface Seats {
  /** Call the result to leave; `null`: all are taken. */
  take(name: string): (() => void) | null;
}

export function openSeats(max: number): Seats {
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
