import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { unpack } from './unpack.ts'

const packed = await Promise.all(
  ['basic', 'latin', 'latin-ext'].map((part) =>
    readFile(new URL(`../../../web/platform/fonts/bricolage-grotesque-82-${part}.woff2`, import.meta.url)),
  ),
)

test('files that are unpacked at once keep their own bytes', async () => {
  const sumOf = (file: Buffer) => createHash('sha256').update(file).digest('hex')
  const alone: string[] = []
  for (const file of packed) alone.push(sumOf(await unpack(file)))
  expect(new Set(alone).size).toBe(packed.length)
  const together = await Promise.all([...packed, ...packed.toReversed()].map(unpack))
  expect(together.map(sumOf)).toEqual([...alone, ...alone.toReversed()])
})

test('what is no font is refused, and the next file is unpacked all the same', async () => {
  const [bad, good] = await Promise.allSettled([unpack(Buffer.from('no font at all')), unpack(packed[0] as Buffer)])
  expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled'])
})
