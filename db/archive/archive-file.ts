import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { buffer, json } from 'node:stream/consumers'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { z } from 'zod'
import { syncPath } from '#db/synced-files.ts'

const Checksum = z.object({ rows: z.int(), sum: z.string() })

/** What stands first in an archive. */
export const Contents = z.object({
  format: z.literal(1),
  /** Names this archive among all others. */
  id: z.string(),
  madeAt: z.string(),
  engine: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string().nullable() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
  /** Settings that stay where they were, because nobody asked for them. */
  leftOut: z.array(z.string()),
})
export type Contents = z.infer<typeof Contents>

/** What stands last: an archive without it was cut off. */
export const Sums = z.object({
  tables: z.record(z.string(), Checksum),
  files: z.object({ count: z.int(), bytes: z.int(), sum: z.string() }),
})
export type Sums = z.infer<typeof Sums>

/** An archive that cannot be used, and why. */
export class BadArchive extends Error {
  override name = 'BadArchive'
}

export type Entry = { name: string; bytes: Buffer }

const FIRST = 'contents.json'
const LAST = 'checksums.json'

/** Writes an archive, a gzipped tar for its owner's eyes alone; it has its name once all of it is on the disk. */
export async function writeArchiveFile(
  file: string,
  contents: Contents,
  fill: (add: (entry: Entry) => Promise<void>) => Promise<Sums>,
): Promise<void> {
  const half = `${file}.part`
  const tar = pack()
  const written = pipeline(tar, createGzip(), createWriteStream(half, { mode: 0o600 }))
  const add = async ({ name, bytes }: Entry) => {
    const entry = tar.entry({ name, size: bytes.length, mode: 0o600 })
    entry.end(bytes)
    // Waits while the disk is slower than the database.
    await Promise.race([finished(entry), written])
  }
  const asEntry = (name: string, value: unknown): Entry => ({
    name,
    bytes: Buffer.from(JSON.stringify(value, null, 1)),
  })
  try {
    await add(asEntry(FIRST, contents))
    await add(asEntry(LAST, await fill(add)))
    tar.finalize()
    await written
    await syncPath(half)
    await rename(half, file)
    await syncPath(dirname(file))
  } catch (fault) {
    tar.destroy()
    await written.catch(() => {})
    await rm(half, { force: true })
    throw fault
  }
}

/** Hands on what an archive holds, in its order and one entry at a time; answers its checksums. */
export async function readArchiveFile(
  file: string,
  begin: (contents: Contents) => Promise<void>,
  take: (entry: Entry, at: number) => Promise<void>,
): Promise<Sums> {
  const tar = extract()
  const read = pipeline(createReadStream(file), createGunzip(), tar)
  read.catch(() => {})
  let sums: Sums | undefined
  let at = 0
  try {
    for await (const entry of tar) {
      const { name } = entry.header
      if (at === 0) {
        if (name !== FIRST) throw new BadArchive(`${file} is no archive of Primp.`)
        const contents = Contents.safeParse(await json(entry))
        if (!contents.success) throw new BadArchive(`${file} is in a format that this version does not read.`)
        await begin(contents.data)
      } else if (name === LAST) sums = Sums.parse(await json(entry))
      else await take({ name, bytes: await buffer(entry) }, at)
      at++
    }
    await read
  } catch (fault) {
    tar.destroy()
    const { code = '', message } = fault as { code?: string; message: string }
    const unreadable = /^Z_|^ERR_STREAM_PREMATURE|^ENOENT|^EISDIR/.test(code) || /tar header|end of data/.test(message)
    if (!unreadable) throw fault
    throw new BadArchive(`${file} cannot be read: ${message.replace(/\.$/, '')}.`)
  }
  if (!sums) throw new BadArchive(`${file} was cut off: its checksums are missing.`)
  return sums
}
