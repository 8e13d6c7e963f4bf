let last: Promise<unknown> = Promise.resolve()

/**
 * A font file (WOFF2) as the plain one (TTF) it was made of.
 *
 * One after the other, each copied before the next begins: `wawoff2` answers with a view of its own memory, which
 * the next file is written over.
 */
export function unpack(woff2: Uint8Array): Promise<Buffer> {
  const mine = last.then(async () => {
    const { decompress } = await import('wawoff2')
    return Buffer.from(await decompress(woff2))
  })
  last = mine.catch(() => undefined)
  return mine
}
