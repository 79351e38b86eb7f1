export type SingleFlight<T> = (key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Shares calls within this process only; the called service has to handle a second process. Nothing is stored once the
 * answer arrives.
 */
export function singleFlight<T>(): SingleFlight<T> {
  const underWay = new Map<string, Promise<T>>();
  return (key, work) => {
    const running = underWay.get(key) ?? work().finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  };
}
