/** The pictures asked for last, up to a number of bytes; the longest unused goes first. */
export function openShelf(bytes: number): {
  get: (key: string) => Buffer | undefined
  put: (key: string, picture: Buffer) => void
  size: () => number
} {
  const kept = new Map<string, Buffer>()
  let held = 0
  return {
    get: (key) => {
      const picture = kept.get(key)
      if (picture) {
        kept.delete(key)
        kept.set(key, picture)
      }
      return picture
    },
    put: (key, picture) => {
      held += picture.length - (kept.get(key)?.length ?? 0)
      kept.delete(key)
      kept.set(key, picture)
      for (const [oldest, old] of kept) {
        if (held <= bytes) break
        kept.delete(oldest)
        held -= old.length
      }
    },
    size: () => held,
  }
}
