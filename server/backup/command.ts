import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Contents, Sums } from '#db/archive/archive-file.ts'
import { deletePartialArchive } from '#db/archive/archive-writer.ts'
import { loadArchive } from '#db/archive/load-archive.ts'
import { verifyArchive } from '#db/archive/verify-archive.ts'
import { writeArchive } from '#db/archive/write-archive.ts'
import { openEmbedded, openPostgres } from '#db/database.ts'
import { createFilesPrivately } from '#db/private-files.ts'
import { getFileStore } from '#server/gateways/files/files.ts'
import { type Env, readEnv } from '#server/platform/env.ts'
import { openSource } from './open-source.ts'
import { isEmpty, writeStoredFile } from './site-store.ts'

const usage = `npm run primp -- export FILE [--keys all|NAME,NAME]   exports all rows, sequences and files, and only the named keys; resumes an interrupted export if nothing has changed since
npm run primp -- import FILE                          imports into an empty database and store; resumes an interrupted import
npm run primp -- backup FILE|DIRECTORY [--keep N]     exports with all keys, also while the site runs; in a DIRECTORY the file is named by the time
npm run primp -- restore FILE                         the same as import
npm run primp -- verify FILE                          verifies the whole file and lists its contents`

/** Settings with secrets: authentication, encryption or signing. */
const keys = ['auth_secret', 'identity_key', 'form_key', 'vapid', 'reviews_key'] as const
// Former keys that still decrypt are handled like the current one.
const before = {
  auth_secret: ['auth_secrets_before'],
  identity_key: ['identity_keys_before'],
  form_key: ['form_keys_before'],
  vapid: [],
  reviews_key: [],
}

async function run(): Promise<string[]> {
  createFilesPrivately()
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { keys: { type: 'string' }, keep: { type: 'string' } },
  })
  const [verb, file] = positionals
  if (!verb || !file || positionals.length > 2) throw new Error(usage)
  const env = readEnv(process.env)
  if (verb === 'export') return exportTo(env, file, parseKeyNames(values.keys))
  if (verb === 'backup') return backup(env, file, values.keep)
  if (verb === 'import' || verb === 'restore') return importFrom(env, file)
  if (verb === 'verify') {
    const { contents, sums } = await verifyArchive(file)
    return [`${file} is valid.`, ...formatSummary(contents, sums)]
  }
  throw new Error(usage)
}

function parseKeyNames(given = ''): readonly string[] {
  if (given === 'all') return keys
  const named = given.split(',').filter(Boolean)
  const strange = named.find((name) => !keys.some((key) => key === name))
  if (strange) throw new Error(`--keys: unknown key ${strange}. Valid keys: ${keys.join(', ')}.`)
  return named
}

async function exportTo(env: Env, file: string, taken: readonly string[]): Promise<string[]> {
  const source = await openSource(env)
  try {
    const leftOut = keys.filter((key) => !taken.includes(key)).flatMap((key) => [key, ...before[key]])
    const { contents, sums, kept } = await writeArchive(source.database, file, {
      files: getFileStore(source.env),
      leftOut,
      now: new Date(),
      progress,
    })
    return [
      kept ? `${file} is written; ${kept} parts were reused from the interrupted export.` : `${file} is written.`,
      ...formatSummary(contents, sums),
    ]
  } finally {
    await source.close()
  }
}

async function backup(env: Env, place: string, keep: string | undefined): Promise<string[]> {
  const directory = place.endsWith('/') || (await stat(place).catch(() => null))?.isDirectory()
  if (!directory) return exportTo(env, place, keys)
  await mkdir(place, { recursive: true, mode: 0o700 })
  const file = join(place, `primp-${new Date().toISOString().replaceAll(':', '-')}.tar.gz`)
  const lines = await exportTo(env, file, keys).catch(async (fault) => {
    // The next archive has another name and cannot resume this one.
    await deletePartialArchive(file)
    throw fault
  })
  if (!keep) return lines
  const old = (await readdir(place)).filter((name) => /^primp-.*\.tar\.gz$/.test(name)).sort()
  for (const name of old.slice(0, Math.max(0, old.length - Number(keep)))) await rm(join(place, name))
  return lines
}

async function importFrom(env: Env, file: string): Promise<string[]> {
  const target = env.DATABASE_URL
    ? await openPostgres(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL)
    : await openEmbedded(env.DATA_DIR)
  const files = getFileStore(env)
  try {
    const { contents, sums, migrated } = await loadArchive(target, file, {
      noFiles: () => isEmpty(files),
      putFile: (stored) => writeStoredFile(files, stored),
      progress,
    })
    return [
      `${file} is imported and verified: rows, files and sequences.`,
      ...formatSummary(contents, sums),
      ...(migrated.length ? [`Migrated to this version with ${migrated.length} migrations.`] : []),
    ]
  } finally {
    await target.close()
  }
}

function formatSummary({ madeAt, engine, migrations, leftOut }: Contents, { tables, files }: Sums): string[] {
  const filled = Object.entries(tables).filter(([, { rows }]) => rows > 0)
  return [
    `Made ${madeAt} from ${engine}, after ${migrations.at(-1)?.name ?? 'no migration'}.`,
    ...filled.map(([name, { rows, sum }]) => `  ${name.padEnd(28)} ${String(rows).padStart(10)} rows  ${sum}`),
    `  ${'files'.padEnd(28)} ${String(files.count).padStart(10)}       ${files.sum}`,
    leftOut.length
      ? `Left out: ${leftOut.join(', ')}. Without identity_key, identity pictures cannot be decrypted, and without form_key, signed forms cannot. Without auth_secret, all users must sign in again. Without reviews_key, earlier review exports can no longer be verified. Transfer the keys in the environment yourself.`
      : 'It contains secret keys: store it securely. It does not contain the keys in the environment.',
  ]
}

const SAY_MS = 2_000
let saidAt = performance.now()

function progress(what: string, count: number): void {
  if (performance.now() - saidAt < SAY_MS) return
  saidAt = performance.now()
  process.stderr.write(`${what} ${count.toLocaleString('en')}\n`)
}

run().then(
  (lines) => process.stdout.write(`${lines.join('\n')}\n`),
  (fault: Error) => {
    process.stderr.write(`${fault.message}\n`)
    process.exit(1)
  },
)
