import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Database, openEmbedded, openPostgres } from '#db/database.ts'
import { loadReference, loadSampleMarket } from '#db/cast/load.ts'
import { migrate } from '#db/migrate.ts'

type Engine = 'postgres' | 'pglite'
/** `market` is the whole sample market, `reference` only what every site has: gazetteer and catalogue. */
type Filling = 'market' | 'reference'
/** What a PostgreSQL database is copied from; `nothing` has not even tables. */
type Template = Filling | 'nothing'

/** The engine that API tests run on: PostgreSQL where `TEST_DATABASE_URL` names one, unless `TEST_ENGINE` says which. */
export const testEngine = (): Engine =>
  process.env['TEST_ENGINE'] === 'pglite' || !process.env['TEST_DATABASE_URL'] ? 'pglite' : 'postgres'

const folder = fileURLToPath(new URL('../node_modules/.cache/primp/', import.meta.url))

/** Fills the templates that tests copy, unless those of the same migrations and market stand already. */
export const prepareTemplates = (engine = testEngine()): Promise<void> =>
  engine === 'pglite' ? fillArchives() : fillDatabases()

let copies = 0

/** A database of the caller's own, copied from a template; `url` names it on PostgreSQL. */
export async function openCopy(filling: Filling = 'market'): Promise<{ database: Database; url: string | undefined }> {
  if (testEngine() === 'pglite') return { database: await openEmbedded(undefined, archived(filling)), url: undefined }
  const url = await createCopy(`${process.pid}_${filling}_${++copies}`, filling)
  return { database: await openPostgres(url, { strict: true, limits: patient }), url }
}

/** A PostgreSQL database beside the one of the tests, copied from a template; answers its URL. */
export async function createCopy(name: string, template: Template = 'market'): Promise<string> {
  await asAdmin(async (client) => {
    await drop(client, copyName(name))
    await client.query(
      `create database "${copyName(name)}" template "${template === 'nothing' ? 'template1' : templateName(template)}" strategy file_copy`,
    )
  })
  return urlOf(copyName(name))
}

/** Drops a copy; the embedded engine's are gone with their processes. */
export const deleteCopy = (name: string): Promise<unknown> => asAdmin((client) => drop(client, copyName(name)))

/** Drops the copies on PostgreSQL whose workers have ended. */
export async function deleteCopies(): Promise<void> {
  if (testEngine() === 'pglite') return
  await asAdmin(async (client) => {
    for (const name of await namesLike(client, copyName('%'))) {
      if (!isRunning(Number(name.slice(copyName('').length).split('_')[0]))) await drop(client, name)
    }
  })
}

// Tests ask more at once than callers do, and on slower machines; what waits too long has tests of its own.
const patient = { connectMs: 30_000, answerMs: 30_000 }

const copyName = (name: string): string => `${baseName()}_w${name}`

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Puts a database with the sample market into a directory, for a process to start on. */
export async function fillDirectory(directory: string): Promise<void> {
  const template = join(folder, `directory-${fingerprint()}`)
  if (!existsSync(template)) {
    await fillArchives()
    const draft = `${template}.${process.pid}`
    await (await openEmbedded(draft, archived('market'))).close()
    // Another process may have been as quick.
    if (existsSync(template)) rmSync(draft, { recursive: true })
    else renameSync(draft, template)
    forget('directory-')
  }
  cpSync(template, directory, { recursive: true })
}

const archive = (filling: Filling): string => join(folder, `${filling}-${fingerprint()}.tar`)
const archived = (filling: Filling): Blob => new Blob([readFileSync(archive(filling))])

async function fillArchives(): Promise<void> {
  if (existsSync(archive('market'))) return
  mkdirSync(folder, { recursive: true })
  const database = await openEmbedded(undefined)
  const keep = async (filling: Filling) => {
    // What the log holds stands in the tables then, and it is cut short.
    await database.exec('checkpoint')
    const dump = await database.pglite?.dumpDataDir('none')
    if (!dump) throw new Error('the embedded database cannot be kept')
    writeFileSync(`${archive(filling)}.${process.pid}`, Buffer.from(await dump.arrayBuffer()))
    renameSync(`${archive(filling)}.${process.pid}`, archive(filling))
    forget(`${filling}-`)
  }
  await migrate(database)
  await loadReference(database)
  await keep('reference')
  await loadSampleMarket(database)
  await keep('market')
  await database.close()
}

// Templates of older migrations are of no use any more.
function forget(prefix: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(prefix) && !name.includes(fingerprint())) rmSync(join(folder, name), { recursive: true })
  }
}

async function fillDatabases(): Promise<void> {
  await asAdmin(async (client) => {
    // Two test runs may start at once. The lock ends with the connection.
    await client.query("select pg_advisory_lock(hashtext('test templates'))")
    const known = await namesLike(client, `${baseName()}_t%`)
    if (known.includes(templateName('market'))) return
    for (const name of known) await drop(client, name)
    await fillDatabase(client, 'reference', 'template1', async (database) => {
      await migrate(database)
      await loadReference(database)
    })
    await fillDatabase(client, 'market', templateName('reference'), async (database) => {
      await loadSampleMarket(database)
    })
  })
}

// A run that breaks off leaves a half-filled database under another name, never a half-filled template.
async function fillDatabase(
  client: pg.Client,
  filling: Filling,
  from: string,
  fill: (database: Database) => Promise<void>,
): Promise<void> {
  const draft = `${templateName(filling)}_draft`
  await client.query(`create database "${draft}" template "${from}" strategy file_copy`)
  const database = await openPostgres(urlOf(draft))
  await fill(database).finally(database.close)
  await client.query(`alter database "${draft}" rename to "${templateName(filling)}"`)
}

const baseUrl = (): URL => new URL(process.env['TEST_DATABASE_URL'] ?? '')
const baseName = (): string => baseUrl().pathname.slice(1)
const templateName = (filling: Filling): string => `${baseName()}_t${fingerprint()}_${filling}`

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
let known: string | undefined
function fingerprint(): string {
  if (known) return known
  const hash = createHash('sha256')
  for (const root of ['../db/', '../art/']) {
    const path = fileURLToPath(new URL(root, import.meta.url))
    const files = readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => join(entry.parentPath, entry.name))
    for (const file of files.sort()) hash.update(file.slice(path.length)).update(readFileSync(file))
  }
  known = hash.digest('hex').slice(0, 16)
  return known
}
