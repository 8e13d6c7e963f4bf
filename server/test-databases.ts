import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Database, openEmbedded, openPostgres } from '#db/database.ts'
import { loadReference, loadSampleMarket } from '#db/cast/load.ts'
import { migrate } from '#db/migrate.ts'

type Engine = 'postgres' | 'pglite'
/** `market` is the full sample market, `reference` only gazetteer and catalogue. */
type Filling = 'market' | 'reference'
type Template = Filling | 'nothing'

/** PostgreSQL with `TEST_DATABASE_URL`, unless `TEST_ENGINE` is set. */
export const testEngine = (): Engine =>
  process.env['TEST_ENGINE'] === 'pglite' || !process.env['TEST_DATABASE_URL'] ? 'pglite' : 'postgres'

const folder = fileURLToPath(new URL('../node_modules/.cache/primp/', import.meta.url))

export const prepareTemplates = (engine = testEngine()): Promise<void> =>
  engine === 'pglite' ? fillArchives() : fillDatabases()

let copies = 0

export async function openCopy(filling: Filling = 'market'): Promise<{ database: Database; url: string | undefined }> {
  if (testEngine() === 'pglite') return { database: await openEmbedded(undefined, archived(filling)), url: undefined }
  const url = await createCopy(`${process.pid}_${filling}_${++copies}`, filling)
  return { database: await openPostgres(url, { strict: true, limits: patient }), url }
}

export async function createCopy(name: string, template: Template = 'market'): Promise<string> {
  await asAdmin(async (client) => {
    await drop(client, copyName(name))
    await client.query(
      `create database "${copyName(name)}" template "${template === 'nothing' ? 'template1' : templateName(template)}" strategy file_copy`,
    )
  })
  return urlOf(copyName(name))
}

export const deleteCopy = (name: string): Promise<unknown> => asAdmin((client) => drop(client, copyName(name)))

export async function deleteCopies(): Promise<void> {
  if (testEngine() === 'pglite') return
  await asAdmin(async (client) => {
    for (const name of await namesLike(client, copyName('%'))) {
      if (!isRunning(Number(name.slice(copyName('').length).split('_')[0]))) await drop(client, name)
    }
  })
}

// Longer timeouts, because tests are more parallel and machines slower; timeouts have their own tests.
const patient = { connectMs: 30_000, answerMs: 30_000 }

const copyName = (name: string): string => `${baseName()}_w${name}`

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Creates a database with the sample market in a directory, for a process to start on. */
export async function fillDirectory(directory: string): Promise<void> {
  const template = join(folder, `directory-${fingerprint()}`)
  if (!existsSync(template)) {
    await fillArchives()
    const draft = `${template}.${process.pid}`
    await (await openEmbedded(draft, archived('market'))).close()
    // A concurrent process was first.
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
    // A checkpoint writes and truncates the log.
    await database.exec('checkpoint')
    const dump = await database.pglite?.dumpDataDir('none')
    if (!dump) throw new Error('the embedded database could not be dumped')
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

// Filled under a temporary name, so that an aborted run leaves no partial template.
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

// Any file in db/ or art/ may affect the market.
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
