import type { Puzzle } from '#web/platform/api/api.ts'

// At once, so that the browser's own SHA-256 is kept busy and the page stays free between.
const BATCH = 512

/** The proof that a limit asks for; null where the browser has no SHA-256, as on pages that are not secure. */
export async function solvePuzzle({ challenge, seed, bits }: Puzzle): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const encoder = new TextEncoder()
  for (let from = 0; ; from += BATCH) {
    const hashes = await Promise.all(
      Array.from({ length: BATCH }, (_, i) => crypto.subtle.digest('SHA-256', encoder.encode(`${seed}${from + i}`))),
    )
    const found = hashes.findIndex((hash) => zeroBits(new Uint8Array(hash)) >= bits)
    if (found >= 0) return `${challenge}~${from + found}`
  }
}

function zeroBits(hash: Uint8Array): number {
  const byte = hash.findIndex((b) => b !== 0)
  return byte < 0 ? hash.length * 8 : byte * 8 + Math.clz32(hash[byte] as number) - 24
}
