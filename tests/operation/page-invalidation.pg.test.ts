import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Database, openPostgres } from '#db/database.ts'
import { publicShapes } from '#server/platform/pages/page-paths.ts'
import { createCopy, deleteCopy } from '#server/test-databases.ts'
import { normalize, openFreshRenders } from './fresh-renders.ts'
import { createSearch, endAll, type Running, startPrimp } from './primp-process.ts'

const isProof = process.env['PROVE'] === '1'
const name = `${process.pid}_page_invalidation`
const publicUrl = 'http://localhost:3000'
const settings = { PUBLIC_URL: publicUrl, SAMPLE_MARKET: 'on', CLOCK: '2026-11-20T09:00:00Z', RATE_LIMITS: 'off' }
const started = performance.now()
const clock = () => new Date(Date.parse(settings.CLOCK) + performance.now() - started)
const place = '/gb/makeup-hair-styling/london'
const profile = '/@/mia-hollis'

let url = ''
let database: Database

beforeAll(async () => {
  url = await createCopy(name)
  database = await openPostgres(url)
  await database.exec(rowsOfProvider)
})
afterEach(endAll)
afterAll(async () => {
  await database.close()
  await deleteCopy(name)
})

/** Rows of the shown provider and of the market, in tables that the sample market leaves empty. */
const rowsOfProvider = `
  create temporary table shown as select id from provider where slug = 'mia-hollis';
  insert into add_on (provider_id, service_id, position, cost_minor, minutes) select id, 'makeup', 0, 900, 10 from shown;
  insert into lower_price (provider_id, kind, percent, weekdays) select id, 'off_peak', 10, 6 from shown;
  insert into package (provider_id, position, cost_minor, service_ids, counts) select id, 0, 9900, '{makeup}', '{2}' from shown;
  insert into own_words (provider_id, service_id, title, words, asked_at) select id, 'makeup', 'Bridal makeup', 'With lashes.', now() from shown;
  insert into provider_trial (provider_id, service_id, cost_minor, minutes, deducted, with_test, hours, months) select id, 'makeup', 4000, 60, false, false, 48, 6 from shown;
  insert into outside_review (provider_id, address_hash, name, work, invited_at, comments, written_at) select id, decode(repeat('ab', 32), 'hex'), 'Ida', 'Makeup', now(), 'Kind and on time.', now() from shown;
  insert into artist_document (provider_id, kind, state, sent_at, decided_at, valid_until) select id, 'insurance', 'accepted', now(), now(), '2028-01-01' from shown;
  insert into colleague (provider_id, other_id, position, named_at) select shown.id, p.id, 0, now() from shown, provider p where p.slug = 'tobi-adeyemi';
  insert into fee_rule (country_code, percent, first_on, reason, created_at) values ('GB', 12, '2026-01-01', 'A lower fee', now());
  insert into made_area (country_code, name, search, lat, lng, metres, made_at) values ('GB', 'Fleet Bend', 'fleet bend', 51.51, -0.1, 4000, now());
  insert into setting (key, value, updated_at) values ('business', '{"legalName":"Primp Ltd"}', now());
  drop table shown`

/** Tables that cached pages read without invalidation, with the reason. */
const readOnly: Readonly<Record<string, string>> = {
  kill_switch: 'read on each request, before the cache',
  live_event_queue: 'carries the notifications themselves',
  pending_notification: 'carries the notifications themselves',
  card_version: 'is the invalidation of cards',
  match_cell: 'derived in the transaction of the provider tables that are listed',
  provider_match: 'derived in the transaction of the provider tables that are listed',
  review_cell: 'derived in the transaction of `review`',
  busy_cell_day: 'a count over an area, which a page may show five minutes late',
  search: 'the order of services, which a job counts hourly',
  lead_cell: 'a count over an area, which a page may show five minutes late',
  trade_cell: 'a count over an area, which a page may show five minutes late',
  appointment: 'a count over all bookings, which a page may show five minutes late',
  verification: 'the median of the last 500 decisions, which a page may show an hour late',
  place: 'the gazetteer changes with a release',
  place_page: 'computed from the listed tables; written before its page is rendered',
  place_page_due: 'the queue of place pages to compute',
  home_cell: 'read by the job that writes `place_page`, never by a page',
  stored_answer: 'built every hour from the listed tables, and a page may show it an hour late',
  place_occasion: 'counts over a place, which a page may show an hour late',
  page_content: 'the date of the last change, which a page may show an hour late',
  page_version: 'invalidates its pages by path (`change-published.ts`)',
}

function addresses(): string[] {
  const concrete: Record<string, string[]> = {
    '/lessons/*': ['/lessons'],
    '/content/places/:country/:category/:part': ['/content/places/gb/makeup-hair-styling/l'],
    '/content/artists/:country/:part': ['/content/artists/gb/m'],
    '/content/*': ['/content/help', '/content/contact-us', '/content/faqs', '/content/legals'],
    '/@/:profileId': [profile],
    '/au/:category/:neighborhood/:event?': ['/au/makeup-hair-styling/sydney'],
    '/ca/:category/:neighborhood/:event?': ['/ca/makeup-hair-styling/toronto'],
    '/gb/:category/:neighborhood/:event?': [place, '/gb/makeup-hair-styling/camden-town/wedding'],
    '/us/:category/:neighborhood/:event?': ['/us/makeup-hair-styling/chicago'],
    '/:part.xml': ['pages', 'places', 'lists', 'artists'].map((kind) => `/sitemap-${kind}-1.xml`),
  }
  return Object.keys(publicShapes).flatMap((shape) => concrete[shape] ?? [shape])
}

const scansByTable = async (): Promise<Map<string, number>> => {
  const { rows } = await sql<{ name: string; scans: number }>`
    select relname as name, (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as scans from pg_stat_user_tables`.execute(
    database.db,
  )
  return new Map(rows.map(({ name, scans }) => [name, scans]))
}

/** Tables whose triggers invalidate pages. */
const listedTables = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.relname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
    where p.proname in ('invalidate_pages', 'invalidate_pages_of_providers', 'invalidate_all_pages') order by 1`.execute(
    database.db,
  )
  return rows.map(({ name }) => name)
}

test('each table that a cached page reads invalidates the page, or is listed with the reason why not', async () => {
  const render = await openFreshRenders(url, settings, clock)
  const listed = new Set(await listedTables())
  const unlisted: string[] = []
  const all = new Set<string>()
  for (const path of addresses()) {
    const before = await scansByTable()
    const [text = ''] = (await render([path])).values()
    expect(text.length, path).toBeGreaterThan(100)
    // Statistics are flushed when the connection closes.
    await setTimeout(100)
    for (const [table, scans] of await scansByTable()) {
      if (scans === (before.get(table) ?? 0)) continue
      all.add(table)
      if (!listed.has(table) && !readOnly[table]) unlisted.push(`${path} reads ${table}`)
    }
  }
  expect(
    unlisted,
    'Add the table to the list at the end of a new migration (`call invalidate_pages_on(...)`, as in 0210), or to `readOnly` with a reason.',
  ).toEqual([])
  // An unused entry fails.
  expect(Object.keys(readOnly).filter((table) => !all.has(table))).toEqual([])
}, 180_000)

type Column = { table: string; column: string; type: string; key: string; hasProviderId: boolean }

/** Columns of invalidating tables, except keys and generated columns. */
const columnsOf = async (tables: readonly string[]): Promise<Column[]> => {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      (select string_agg(quote_ident(k.attname), ', ' order by k.attnum) from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any(i.indkey) where i.indrelid = c.oid and i.indisprimary) as key,
      exists (select from pg_attribute p where p.attrelid = c.oid and p.attname = 'provider_id') as "hasProviderId"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relname = any(${tables}) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey))
    order by 1, a.attnum`.execute(database.db)
  return rows
}

/** Other values for a column, as SQL; values of other rows come first, because they satisfy all constraints. */
function otherValues({ type, column }: Column): string[] {
  const now = `"${column}"`
  if (type === 'boolean') return [`not ${now}`]
  if (/^(integer|bigint|smallint|double precision|numeric)/.test(type))
    return [`${now} + 1`, `${now} - 1`, `coalesce(${now}, 0) + 5`, `coalesce(${now}, 0) + 60`]
  if (type === 'text[]') return [`array_append(${now}, 'en')`, `${now}[2:]`]
  if (type.startsWith('timestamp')) return [`coalesce(${now}, now()) + interval '1 minute'`, 'null']
  if (type === 'date') return [`coalesce(${now}, current_date) + 1`]
  if (type === 'text' || type === 'citext')
    return [`${now} || ' b'`, `left(${now}, -1)`, `'b'`, `${now} || 'b'`, 'null']
  if (type === 'jsonb') return [`${now} || '{"legalName":"Primp & Co"}'`]
  return ['null']
}

/** Orders rows so that the first is shown by the pages of this test. */
function rowOrder({ table, key, hasProviderId }: Column): string {
  if (table === 'provider') return `slug = 'mia-hollis' desc`
  const isShown = `provider_id is not distinct from (select id from provider where slug = 'mia-hollis') desc`
  return hasProviderId ? `${isShown}, ${key}` : key
}

/** Changes a column of one row. Returns an undo function, or null if no other value is allowed. */
async function changeColumn(one: Column): Promise<(() => Promise<void>) | null> {
  const { table, column, key } = one
  const at = `(${key}) = (select ${key} from primp_kept_row)`
  const ofOthers = `(select o."${column}" from "${table}" o where o."${column}" is distinct from "${table}"."${column}" limit 1)`
  await database.exec(
    `drop table if exists primp_kept_row; create table primp_kept_row as select * from "${table}" order by ${rowOrder(one)} limit 1`,
  )
  for (const value of [...otherValues(one), ofOthers]) {
    const changed = await database.db
      .transaction()
      .execute(async (tx) => {
        const { rows } = await sql
          .raw<{ changed: boolean }>(
            `update "${table}" set "${column}" = ${value} where ${at} returning "${column}"::text is distinct from (select "${column}"::text from primp_kept_row) as changed`,
          )
          .execute(tx)
        return rows[0]?.changed === true
      })
      .catch(() => false)
    if (!changed) continue
    return async () => {
      await database.exec(
        `update "${table}" set "${column}" = (select "${column}" from primp_kept_row) where ${at}; drop table primp_kept_row`,
      )
    }
  }
  return null
}

const ask = async ({ url: base }: Running, path: string): Promise<string> =>
  normalize(await (await fetch(base + path)).text())

/** In CI other test files and a slow machine delay both processes; the proof runs this file alone. */
const SHOWN_MS = isProof ? 1_000 : 5_000

test(
  'both processes show a change of any column at once',
  async () => {
    const start = () => startPrimp('', { ...settings, DATABASE_URL: url, ROLES: 'web' }, '/readyz')
    const processes = await Promise.all([start(), start()])
    const paths = [profile, place, `/v1/quotes/${await createSearch(processes[0])}`]
    const render = await openFreshRenders(url, settings, clock)
    const columns = await columnsOf(await listedTables())
    const stale: string[] = []
    const unchanged: string[] = []
    let shown = 0
    /** Returns the paths that differ from a fresh rendering once the time to show it is over. */
    const stalePaths = async (changedAt: number): Promise<string[]> => {
      const fresh = await render(paths)
      // Each path is fetched at least twice, because the fresh rendering takes time.
      const until = Math.max(changedAt + SHOWN_MS, performance.now() + SHOWN_MS / 2)
      let open = processes.flatMap((primp) => paths.map((path) => ({ primp, path })))
      for (;;) {
        const texts = await Promise.all(open.map(({ primp, path }) => ask(primp, path)))
        open = open.filter(({ path }, i) => fresh.has(path) && texts[i] !== fresh.get(path))
        if (!open.length || performance.now() > until) return open.map(({ path }) => path)
        await setTimeout(50)
      }
    }
    /** Changes this column, checks and undoes; null if the column has no other allowed value. */
    const stalePathsAfterChange = async (column: Column): Promise<string[] | null> => {
      const restore = await changeColumn(column)
      if (!restore) return null
      const found = await stalePaths(performance.now())
      await restore()
      await stalePaths(performance.now())
      return found
    }
    expect(await stalePaths(performance.now())).toEqual([])
    for (const [i, column] of columns.entries()) {
      if (!isProof && i % 16) continue
      // Retries, because a busy machine may be late once.
      let found = await stalePathsAfterChange(column)
      if (found?.length) found = await stalePathsAfterChange(column)
      if (!found) unchanged.push(`${column.table}.${column.column}`)
      else if (found.length) stale.push(`${column.table}.${column.column}: ${found.join(', ')}`)
      else shown++
    }
    expect(stale).toEqual([])
    // Most columns have another allowed value.
    expect(unchanged.length, unchanged.join(', ')).toBeLessThan(shown)
  },
  isProof ? 900_000 : 180_000,
)
