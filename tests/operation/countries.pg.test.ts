import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPostgres } from '#db/database.ts'
import { createCopy, deleteCopy } from '#server/test-databases.ts'
import { openRigOn } from '#server/test-rig.ts'
import { callEndpoints } from '#tests/scale/call-endpoints.ts'

/**
 * Lists the statements that touch two countries. Each statement of each GET endpoint is repeated by a role that sees the
 * rows of one country only. If its result is the whole result for no country, it needs two, and a cluster for each
 * country could not answer it alone.
 */

/** Endpoints outside the console whose statements may touch two countries, with the reason. */
const allowed: Record<string, string> = {
  'content.home': 'figures and artists of all countries, stored by an hourly job',
  'showcase.reviews': 'figures and reviews of all countries, stored by an hourly job',
  'search.mostBooked': 'counts of all countries, stored by an hourly job',
  'directory.artists': 'the list of all artists, one read for each cluster',
  'directory.sitemap': 'the list of all artists, stored by an hourly job',
  'directory.sitemapPart': 'the list of all artists, stored by an hourly job',
}
/** The console shows the markets of all countries: one read for each cluster. */
const isOfConsole = (endpoint: string) => endpoint.startsWith('operator')

/** Tables of one country's market. Other tables with a country hold people, terms and places. */
const tables =
  'appointment conversation demand_day fee_invoice hold lead_cell payment payout provider provider_match quote request review search trade_cell voucher'.split(
    ' ',
  )

const name = `${process.pid}_countries`
const role = `primp_one_country_${process.pid}`
type Statement = { text: string; values: unknown[] }
const statements = new Map<string, Map<string, Statement>>()
let admin: pg.Client
let countries: string[] = []

beforeAll(async () => {
  const url = await createCopy(name)
  let sent = new Map<string, Statement>()
  const query = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [config] = given as [{ text?: string; values?: unknown[] }]
    if (config?.text && /^\s*(select|with)\b/i.test(config.text))
      sent.set(config.text, { text: config.text, values: config.values ?? [] })
    return Reflect.apply(query, this, given)
  } as never)
  const rig = openRigOn({ database: await openPostgres(url, { strict: true }), url })
  const forget = () => {
    sent = new Map()
  }
  await callEndpoints(rig, forget, (endpoint) => {
    statements.set(endpoint, sent)
    forget()
  })
  spy.mockRestore()
  await rig.database.close()

  admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create role ${role}; grant usage on schema public to ${role};
    grant select on all tables in schema public to ${role}`)
  for (const table of tables)
    await admin.query(`alter table ${table} enable row level security;
      create policy one_country on ${table} using (country_code = current_setting('primp.country'))`)
  countries = (await admin.query<{ code: string }>('select distinct country_code as code from provider')).rows.map(
    ({ code }) => code,
  )
}, 300_000)
afterAll(async () => {
  await admin.end()
  await deleteCopy(name)
  const cluster = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] })
  await cluster.connect()
  await cluster.query(`drop role if exists ${role}`)
  await cluster.end()
})

/** Returns the rows of a statement as text: all of them, or those that the role sees of a country. Null if it fails. */
async function readRows({ text, values }: Statement, country?: string): Promise<string | null> {
  await admin.query('begin read only')
  try {
    if (country !== undefined) await admin.query(`set local role ${role}; set local primp.country = '${country}'`)
    return JSON.stringify((await admin.query(text, values)).rows)
  } catch {
    return null
  } finally {
    await admin.query('rollback')
  }
}

async function touchesTwo(statement: Statement): Promise<boolean> {
  const all = await readRows(statement)
  if (all === null || all !== (await readRows(statement)) || all === (await readRows(statement, ''))) return false
  for (const country of countries) if (all === (await readRows(statement, country))) return false
  return true
}

test('statements of customers, guests and artists stay in one country', async () => {
  expect(countries.length).toBeGreaterThan(2)
  const found: [endpoint: string, text: string][] = []
  const known = new Map<string, boolean>()
  for (const [endpoint, sent] of statements)
    for (const statement of sent.values()) {
      const key = statement.text + JSON.stringify(statement.values)
      const touches = known.get(key) ?? (await touchesTwo(statement))
      known.set(key, touches)
      if (touches) found.push([endpoint, statement.text.replace(/\s+/g, ' ').trim().slice(0, 160)])
    }
  expect(found.filter(([endpoint]) => !isOfConsole(endpoint) && !(endpoint in allowed))).toEqual([])
  // The comparison finds what is known to read several countries, and each exception is one.
  const names = new Set(found.map(([endpoint]) => endpoint))
  expect([...names].filter(isOfConsole).length).toBeGreaterThan(5)
  expect(Object.keys(allowed).filter((endpoint) => !names.has(endpoint))).toEqual([])
}, 300_000)
