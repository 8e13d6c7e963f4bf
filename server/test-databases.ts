import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, openEmbedded, openPostgres } from '#db/database.ts'
import { loadReference, loadSampleMarket } from '#db/cast/load.ts'
import { migrate } from '#db/migrate.ts'

/** The engine that API tests run on: PostgreSQL where `TEST_DATABASE_URL` names one, unless `TEST_ENGINE` says which. */
export const testEngine = (): 'postgres' | 'pglite' =>
  process.env['TEST_ENGINE'] === 'pglite' || !process.env['TEST_DATABASE_URL'] ? 'pglite' : 'postgres'

const folder = new URL('../node_modules/.cache/primp/', import.meta.url).pathname

/** Fills the template that every worker copies, unless one of the same migrations and market stands already. */
export async function prepareTemplate(): Promise<void> {
  process.env['TEST_TEMPLATE'] = fingerprint()
  if (testEngine() === 'pglite') await fillDirectory()
  else await fillDatabase()
}

/** Drops the databases of the workers that have run. */
export async function dropCopies(): Promise<void> {
  if (testEngine() === 'pglite') return
  await asAdmin(async (client) => {
    for (const name of await namesLike(client, `${baseName()}_w%`)) await drop(client, name)
  })
}

/** A database of the worker's own with the sample market; `url` names it on PostgreSQL. */
export async function openCopy(): Promise<{ database: Database; url: string | undefined }> {
  if (testEngine() === 'pglite') {
    return { database: await openEmbedded(undefined, new Blob([readFileSync(directoryFile())])), url: undefined }
  }
  const name = `${baseName()}_w${process.pid}`
  await asAdmin(async (client) => {
    await drop(client, name)
    await client.query(`create database "${name}" template "${templateName()}"`)
  })
  const url = urlOf(name)
  return { database: await openPostgres(url), url }
}

async function fill(database: Database): Promise<void> {
  await migrate(database)
  await loadReference(database)
  await loadSampleMarket(database)
}

const directoryFile = (): string => join(folder, `market-${process.env['TEST_TEMPLATE']}.tar`)

async function fillDirectory(): Promise<void> {
  if (existsSync(directoryFile())) return
  const database = await openEmbedded(undefined)
  await fill(database)
  const dump = await database.pglite?.dumpDataDir('none')
  await database.close()
  if (!dump) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${directoryFile()}.${process.pid}`, Buffer.from(await dump.arrayBuffer()))
  renameSync(`${directoryFile()}.${process.pid}`, directoryFile())
}

async function fillDatabase(): Promise<void> {
  await asAdmin(async (client) => {
    const known = await namesLike(client, `${baseName()}_t%`)
    if (known.includes(templateName())) return
    for (const name of known) await drop(client, name)
    // A run that breaks off leaves a half-filled database under another name, never a half-filled template.
    const filling = `${templateName()}_filling`
    await client.query(`create database "${filling}"`)
    const database = await openPostgres(urlOf(filling))
    await fill(database).finally(database.close)
    await client.query(`alter database "${filling}" rename to "${templateName()}"`)
  })
}

const baseUrl = (): URL => new URL(process.env['TEST_DATABASE_URL'] ?? '')
const baseName = (): string => baseUrl().pathname.slice(1)
const templateName = (): string => `${baseName()}_t${process.env['TEST_TEMPLATE']}`

function urlOf(name: string): string {
  const url = baseUrl()
  url.pathname = `/${name}`
  return url.href
}

async function asAdmin<Result>(act: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: baseUrl().href })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

const namesLike = async (client: pg.Client, pattern: string): Promise<string[]> =>
  (
    await client.query<{ datname: string }>('select datname from pg_database where datname like $1', [
      pattern.replaceAll('_', '\\_'),
    ])
  ).rows.map(({ datname }) => datname)

const drop = (client: pg.Client, name: string) => client.query(`drop database if exists "${name}" with (force)`)

// Whatever lies in db/ or art/ may be part of what the market is made of.
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const root of ['../db/', '../art/']) {
    const path = new URL(root, import.meta.url).pathname
    const files = readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => join(entry.parentPath, entry.name))
    for (const file of files.sort()) hash.update(file.slice(path.length)).update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}
