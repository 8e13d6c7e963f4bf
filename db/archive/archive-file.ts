import { createReadStream } from 'node:fs'
import { buffer, json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { z } from 'zod'

const Checksum = z.object({ rows: z.int(), sum: z.string() })

export const Contents = z.object({
  format: z.literal(1),
  id: z.string(),
  madeAt: z.string(),
  engine: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string().nullable() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
  /** Settings left out of the archive by default. */
  leftOut: z.array(z.string()),
})
export type Contents = z.infer<typeof Contents>

/** The last entry. An archive without it is truncated. */
export const Sums = z.object({
  tables: z.record(z.string(), Checksum),
  files: z.object({ count: z.int(), bytes: z.int(), sum: z.string() }),
})
export type Sums = z.infer<typeof Sums>

export class BadArchive extends Error {
  override name = 'BadArchive'
}

export type Entry = { name: string; bytes: Buffer }

export const FIRST = 'contents.json'
export const LAST = 'checksums.json'

/** Streams the entries of an archive in order, one at a time. Returns its checksums. */
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
        if (name !== FIRST) throw new BadArchive(`${file} is not a Primp archive.`)
        const contents = Contents.safeParse(await json(entry))
        if (!contents.success) throw new BadArchive(`${file} has a format that this version cannot read.`)
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
  if (!sums) throw new BadArchive(`${file} is incomplete: its checksums are missing.`)
  return sums
}
