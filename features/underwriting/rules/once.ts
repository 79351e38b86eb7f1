/** Computes once per key, so that trying other loan terms does not scan the lines again. */
export function once<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let entry = known.get(key);
    if (!entry) known.set(key, (entry = { value: compute(key) }));
    return entry.value;
  };
}
