import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#db/database.ts'
import { measureKilometres } from '#db/gazetteer/merge.ts'
import { fillDatabase } from '#db/fill.ts'
import { migrate } from '#db/migrate.ts'
import { openCopy } from '#server/test-databases.ts'
import { listCitiesByPeople, listCitiesOfEqualDensity } from './cities.ts'
import { fillMarket } from './fill-market.ts'

describe('Cities of a synthetic market', () => {
  test('all artists are distributed over the cities by population', () => {
    const cities = listCitiesByPeople(100_000, 200)
    expect(cities.length).toBe(200)
    expect(cities.reduce((sum, city) => sum + city.providers, 0)).toBe(100_000)
    const of = (name: string) => cities.find((city) => city.name === name)?.providers ?? 0
    expect(of('London')).toBeGreaterThan(5 * of('Manchester'))
    expect(new Set(cities.map((city) => city.country))).toEqual(new Set(['AU', 'US', 'GB', 'CA']))
  })

  test('at equal density a search in one metro never includes artists of another', () => {
    const cities = listCitiesOfEqualDensity(60_500, 1_500)
    expect(cities.map((city) => city.providers)).toEqual([...Array(40).fill(1_500), 500])
    for (const [i, a] of cities.entries())
      for (const b of cities.slice(i + 1)) expect(measureKilometres(a, b)).toBeGreaterThan(100)
  })

  test('more metros than fit into the four countries are refused with a message', () => {
    expect(() => listCitiesOfEqualDensity(1_000_000, 100)).toThrow(
      /are far enough apart: set --per-metro to \d+ or more/,
    )
  })
})

describe('A synthetic market', () => {
  let database: Database
  const rows = async <T>(query: string): Promise<T[]> => (await sql<T>`${sql.raw(query)}`.execute(database.db)).rows
  const definitions = () =>
    rows<{ name: string; definition: string }>(`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`)
  let before: { name: string; definition: string }[]

  beforeAll(async () => {
    database = (await openCopy('reference')).database
    before = await definitions()
    await fillMarket(database, listCitiesByPeople(600, 20), () => {})
  })
  afterAll(() => database.close())

  test('it fills every table that search reads, with two pictures per artist', async () => {
    const [counts] = await rows<
      Record<string, number>
    >(`select (select count(*) from provider) as providers, (select count(*) from provider_match) as wide,
      (select count(*) from media) as pictures, (select count(distinct cell) from provider_match) - (select count(*) from match_cell) as cells`)
    expect(counts).toEqual({ providers: 600, wide: 600, pictures: 1200, cells: 0 })
  })

  test('its wide rows equal those that the database would write', async () => {
    await rows('create temporary table copied as select * from provider_match')
    // A bulk load publishes no events.
    await rows(`select set_config('primp.bulk', 'on', false)`)
    await rows('select refresh_match(array(select id from provider))')
    await rows(`select set_config('primp.bulk', '', false)`)
    expect(
      await rows(
        '(select * from copied except select * from provider_match) union all (select * from provider_match except select * from copied)',
      ),
    ).toEqual([])
  })

  test('its busy days match its diaries, with most on Saturdays', async () => {
    const [wrong] = await rows<{ n: number }>(`select count(*) as n from busy b join provider p on p.id = b.provider_id
      where b.provider_no <> p.no or b.cell <> cell_of(p.lat, p.lng) or not exists (select 1 from busy_day d where d.busy_id = b.id and d.cell = b.cell and d.from_s = extract(epoch from lower(b.during)))`)
    expect(wrong?.n).toBe(0)
    const days = await rows<{ dow: number; n: number }>(
      'select extract(dow from event_date)::int as dow, count(*) as n from busy group by 1 order by 2 desc',
    )
    expect(days[0]?.dow).toBe(6)
    expect(days[0]?.n).toBeGreaterThan(3 * (days.find(({ dow }) => dow === 2)?.n ?? 0))
  })

  test('loading keeps all keys, indexes and constraints', async () => {
    expect(await definitions()).toEqual(before)
    const [row] = await rows<{ disabled: number }>(
      `select count(*) as disabled from pg_trigger where not tgisinternal and tgenabled <> 'O'`,
    )
    expect(row?.disabled).toBe(0)
  })

  test('the sample market loads beside it and changes none of its artists', async () => {
    const [size] = await rows<{ no: number }>('select max(no)::int as no from provider')
    const synthetic = () =>
      rows(`select md5(string_agg(p::text, '' order by no)) as artists,
        (select count(*)::int from artist_document d join provider q on q.id = d.provider_id where q.no <= ${size?.no}) as documents
        from provider p where no <= ${size?.no}`)
    const as = await synthetic()
    await fillDatabase(database, { sample: true, now: () => new Date('2026-11-20T09:00:00Z'), say: () => {} })
    expect(await synthetic()).toEqual(as)
    expect(await definitions()).toEqual(before)
    const [loaded] = await rows<{ live: number; documents: number; missing: number }>(`
      select count(*)::int as live, count(*) filter (where m.provider_id is null)::int as missing,
        (select count(*)::int from artist_document) as documents
      from provider p left join provider_match m on m.provider_id = p.id where no > ${size?.no} and p.state = 'approved'`)
    expect(loaded?.live).toBeGreaterThanOrEqual(1200)
    expect(loaded?.documents).toBeGreaterThan(1200)
    expect(loaded?.missing).toBe(0)
  })

  test('a database with providers is left unchanged', async () => {
    await expect(fillMarket(database, listCitiesByPeople(10, 2), () => {})).rejects.toThrow('already has providers')
  })
})

test('an interrupted load prevents the start of a site and reports what to do', async () => {
  const { database } = await openCopy('reference')
  const breaks = (line: string) => {
    if (line === 'built busy_pkey') throw new Error('broken off')
  }
  await expect(fillMarket(database, listCitiesByPeople(20, 2), breaks)).rejects.toThrow('broken off')
  await expect(migrate(database)).rejects.toThrow(/market is only partly loaded into this database.*drop the database/)
  await database.close()
})
