import { hash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual, promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { syncPath } from '#db/embedded/synced-files.ts'
import { type Contents, type Entry, FIRST, LAST, type Sums } from './archive-file.ts'

type Kept = { name: string; sha256: string; length: number; until: number }

const NOTED_BYTES = 16 * 1024 * 1024
const TAR_END = 1024

const compressed = promisify(gzip)

/** Returns the two files of an incomplete archive: its bytes, and the index of synced entries. */
const halvesOf = (file: string) => ({ part: `${file}.part`, notes: `${file}.notes` })

export async function deletePartialArchive(file: string): Promise<void> {
  for (const half of Object.values(halvesOf(file))) await rm(half, { force: true })
}

/**
 * Writes an archive, a gzipped tar readable by its owner only, and renames it once it is complete and synced. Resumes
 * an interrupted one as far as its entries match the new ones.
 */
export class ArchiveWriter {
  readonly contents: Contents
  kept = 0
  readonly #file: string
  readonly #handle: FileHandle
  readonly #notes: Notes
  #kept: Kept[] = []
  #at = 0
  #end = 0
  #writing: Promise<void> = Promise.resolve()
  #unnoted: Kept[] = []

  static async open(file: string, contents: Contents): Promise<ArchiveWriter> {
    const { part, notes } = halvesOf(file)
    const noted = await openNotes(notes, file)
    const handle = await open(part, constants.O_RDWR | constants.O_CREAT, 0o600)
    const { size } = await handle.stat()
    const begun = noted.contents()
    const standing = begun && isSame(begun, contents) ? noted.entries().filter(({ until }) => until <= size) : []
    // Without reusable entries the old id is dropped: it may belong to a finished archive.
    const own = begun && standing.length ? begun : contents
    noted.begin(own)
    noted.cutTo(standing.length)
    const writer = new ArchiveWriter(file, own, handle, noted)
    writer.#kept = standing
    await writer.add(asEntry(FIRST, own))
    writer.kept = 0
    return writer
  }

  private constructor(file: string, contents: Contents, handle: FileHandle, notes: Notes) {
    this.contents = contents
    this.#file = file
    this.#handle = handle
    this.#notes = notes
  }

  /** Adds an entry. Reuses the next stored one if it is identical, else truncates the archive there. */
  async add({ name, bytes }: Entry): Promise<void> {
    const sha256 = hash('sha256', bytes)
    const next = this.#kept[this.#at]
    if (next?.name === name && next.sha256 === sha256) return this.#keep(1)
    await this.dropRest()
    // One entry is prefetched while this one is compressed and written, to limit memory.
    await this.#writing
    this.#writing = this.#put({ name, bytes }).then(() =>
      this.#written({ name, sha256, length: bytes.length, until: this.#end }),
    )
    this.#writing.catch(() => {})
  }

  get rest(): readonly Kept[] {
    return this.#kept.slice(this.#at)
  }

  keepRest(): void {
    this.#keep(this.#kept.length - this.#at)
  }

  async dropRest(): Promise<void> {
    if (this.#at === this.#kept.length) return
    this.#kept.length = this.#at
    this.#notes.cutTo(this.#at)
    await this.#handle.truncate(this.#end)
  }

  async finish(sums: Sums): Promise<void> {
    await this.dropRest()
    await this.#writing
    await this.#put(asEntry(LAST, sums), TAR_END)
    // The file may end in bytes that the index does not cover.
    await this.#handle.truncate(this.#end)
    await this.#handle.sync()
    await this.#handle.close()
    const { part, notes } = halvesOf(this.#file)
    await rename(part, this.#file)
    await syncPath(dirname(this.#file))
    this.#notes.close()
    await rm(notes, { force: true })
  }

  async breakOff(): Promise<void> {
    await this.#writing.catch(() => {})
    await this.#note().catch(() => {})
    this.#notes.close()
    await this.#handle.close().catch(() => {})
  }

  #keep(count: number): void {
    if (count === 0) return
    this.#at += count
    this.kept += count
    this.#end = this.#kept[this.#at - 1]?.until ?? 0
  }

  async #put({ name, bytes }: Entry, endOfTar = 0): Promise<void> {
    const tar = pack()
    tar.entry({ name, size: bytes.length, mode: 0o600 }, bytes)
    tar.finalize()
    const whole = await buffer(tar)
    // Each entry is its own gzip member, so that the archive can be truncated after any of them.
    const member = await compressed(whole.subarray(0, whole.length - TAR_END + endOfTar))
    await this.#handle.write(member, 0, member.length, this.#end)
    this.#end += member.length
  }

  async #written(entry: Kept): Promise<void> {
    this.#unnoted.push(entry)
    if (this.#end - (this.#kept.at(-1)?.until ?? 0) >= NOTED_BYTES) await this.#note()
  }

  async #note(): Promise<void> {
    if (!this.#unnoted.length) return
    await this.#handle.datasync()
    this.#notes.add(this.#kept.length, this.#unnoted)
    this.#kept.push(...this.#unnoted)
    this.#at = this.#kept.length
    this.#unnoted = []
  }
}

const asEntry = (name: string, value: unknown): Entry => ({ name, bytes: Buffer.from(JSON.stringify(value, null, 1)) })

const isSame = (begun: Contents, now: Contents): boolean =>
  isDeepStrictEqual({ ...begun, id: '', madeAt: '' }, { ...now, id: '', madeAt: '' })

type Notes = {
  contents: () => Contents | undefined
  begin: (contents: Contents) => void
  entries: () => Kept[]
  add: (from: number, entries: readonly Kept[]) => void
  cutTo: (count: number) => void
  close: () => void
}

async function openNotes(path: string, file: string): Promise<Notes> {
  await (await open(path, 'a', 0o600)).close()
  const notes = new DatabaseSync(path)
  try {
    notes.exec(`pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive;
      create table if not exists begun (contents text not null);
      create table if not exists entry (no integer primary key, name text not null, sha256 text not null, length integer not null, until integer not null);
      commit`)
  } catch (fault) {
    notes.close()
    throw new Error(`${file} is being written by another process, or ${path} is damaged: ${(fault as Error).message}.`)
  }
  const insert = notes.prepare('insert into entry (no, name, sha256, length, until) values (?, ?, ?, ?, ?)')
  return {
    contents: () => {
      const [row] = notes.prepare('select contents from begun').all()
      return row && (JSON.parse(String(row['contents'])) as Contents)
    },
    begin: (contents) => {
      notes.exec('delete from begun')
      notes.prepare('insert into begun values (?)').run(JSON.stringify(contents))
    },
    entries: () =>
      notes
        .prepare('select name, sha256, length, until from entry order by no')
        .all()
        .map((row) => ({ ...row }) as Kept),
    add: (from, entries) => {
      notes.exec('begin')
      for (const [i, { name, sha256, length, until }] of entries.entries())
        insert.run(from + i, name, sha256, length, until)
      notes.exec('commit')
    },
    cutTo: (count) => {
      notes.prepare('delete from entry where no >= ?').run(count)
    },
    close: () => {
      if (notes.isOpen) notes.close()
    },
  }
}
