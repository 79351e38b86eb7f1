const OUT_OF_SPACE = ["ENOSPC", "EDQUOT", "EFBIG"];

/** Whether a file could not be written because the disk is full, or the user may use no more of it. */
export function isOutOfSpace(error: unknown): boolean {
  return OUT_OF_SPACE.includes(String((error as { code?: unknown }).code));
}
