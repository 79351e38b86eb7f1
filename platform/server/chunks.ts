/** The content in chunks of `size` bytes. The last may be shorter, and none is empty. */
export async function* chunksOf(content: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer<ArrayBuffer>> {
  let parts: Buffer[] = [];
  let held = 0;
  for await (const part of content) {
    parts.push(part);
    held += part.length;
    if (held < size) continue;
    let all = Buffer.concat(parts);
    for (; all.length >= size; all = all.subarray(size)) yield all.subarray(0, size);
    [parts, held] = [[all], all.length];
  }
  if (held > 0) yield Buffer.concat(parts);
}
