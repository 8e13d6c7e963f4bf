import { roundSpot } from '#server/places/index.ts'
import { createFlatFees } from '#contract/fees.ts'
import { openPostgres } from '#db/database.ts'
import { matchProviders, type MatchQuery } from '#server/search/matching/match-providers.ts'
import { getEventDay, countDaysBetween, toEventMinute } from '#server/platform/event-day.ts'
import { createParty } from '#server/search/planning/party.ts'
import { getSetupMinutes } from '#server/search/planning/planner.ts'

/**
 * Compares several SQL strategies with `matchProviders`: which providers can do this party, counted exactly, with the
 * 24 cheapest. Needs a filled PostgreSQL: `DATABASE_URL=… node bench/match-strategies.ts [queries]`.
 */
const url = process.env['DATABASE_URL']
if (!url) throw new Error('Set DATABASE_URL to the market to measure.')
const queries = Number(process.argv[2] ?? 100)
const database = await openPostgres(url)
const names = new Map<string, string>()
const rows = async <T>(text: string, params: unknown[] = []) => {
  const name = names.get(text) ?? `bench_${names.size}`
  names.set(text, name)
  return database.prepared<T>(name, text, params)
}

const radius = 50_000
const now = new Date()
const places = await rows<{ lat: number; lng: number; country_code: string }>(
  `select lat, lng, country_code from provider_match where provider_no % greatest(1, (select count(*) from provider_match) / $1::bigint) = 0 order by md5(provider_no::text) limit $1`,
  [queries],
)
const catalogue = new Map(
  (await rows<{ id: string; no: number; setup_minutes: number }>('select id, no, setup_minutes from service')).map(
    (s) => [s.id, s],
  ),
)
const parties = [['makeup'], ['makeup', 'updo'], ['makeup', 'lashes'], ['bridal-makeup', 'makeup', 'updo']].map(
  (services, i) => createParty([{ count: 1 + (i % 4), services }]),
)
const saturdays = Array.from({ length: 20 }, (_, week) =>
  new Date(now.getTime() + (6 - now.getUTCDay() + 7 * (week + 6)) * 86_400_000).toISOString().slice(0, 10),
)

const asked = places.map((place, i): MatchQuery => {
  const party = parties[i % parties.length] as (typeof parties)[number]
  const services = party.wanted.map((id) => catalogue.get(id)).filter((s) => s !== undefined)
  const date = saturdays[i % saturdays.length] as string
  const day = getEventDay(
    date,
    { GB: 'Europe/London', US: 'America/New_York', AU: 'Australia/Sydney', CA: 'America/Toronto' }[
      place.country_code
    ] as string,
  )
  return {
    ...roundSpot(place),
    countryCode: place.country_code,
    party,
    serviceNos: services.map((s) => s.no),
    setupMinutes: getSetupMinutes(services.map((s) => s.setup_minutes)),
    fees: createFlatFees(15),
    ask: {
      day,
      aim: { constraint: 'finish', at: day.at(toEventMinute('13:30')) },
      now: now.getTime(),
      daysAhead: countDaysBetween(now.toISOString().slice(0, 10), date),
    },
  }
})

// SQL plans a day for one artist only, the easier question: teams would need a function per row.
const judged = (candidates: string) => `
  with candidate as (${candidates}),
  job as (
    select c.*, $9::bigint - 60 * ($8::int + (select sum(m * n) from unnest(c.service_nos, c.minutes) s(no, m) join unnest($4::smallint[], $10::int[]) w(no, n) using (no))) as from_s,
      (select sum(ceil(cost / 85.0) * n) from unnest(c.service_nos, c.costs_minor) s(no, cost) join unnest($4::smallint[], $10::int[]) w(no, n) using (no)) as price
    from candidate c),
  fit as (
    select j.*, j.metres <= j.travel_radius_m and j.from_s >= $11::bigint + 60 * j.opens_minute and not exists (
      select from busy_day b where b.day = any($7::date[]) and b.cell = j.cell and b.provider_no = j.provider_no and b.from_s < $9::bigint + 60 * j.buffer_minutes and b.to_s > j.from_s) as fits
    from job j)
  select (select count(*) from fit) as candidates, (select count(*) from fit where fits) as fitting,
    (select array_agg(provider_no) from (select provider_no from fit where fits order by price, provider_no limit 24) page) as page`
const metres = `2 * 6371008.8 * asin(sqrt(power(sin(radians(m.lat - $1) / 2), 2) + cos(radians($1)) * cos(radians(m.lat)) * power(sin(radians(m.lng - $2) / 2), 2)))`
const wanted = `m.country_code = $3 and m.service_nos @> $4::smallint[] and ${metres} <= ${radius}`
const unused = '$5::float8 is not null and $6::float8 is not null'
const columns = `m.provider_no, m.cell, m.service_nos, m.costs_minor, m.minutes, m.travel_radius_m, m.opens_minute, m.buffer_minutes, ${metres} as metres`

const strategies: Record<string, (q: MatchQuery) => Promise<unknown>> = {
  'GiST on position, wide row': (q) =>
    ask(
      judged(
        `select ${columns} from provider_match m where point(m.lng, m.lat) <@ box(point($2 - $6, $1 - $5), point($2 + $6, $1 + $5)) and ${wanted}`,
      ),
      q,
    ),
  'B-tree on cell, wide row': (q) =>
    ask(
      judged(`select ${columns} from provider_match m where m.cell = any(array(
      select y * 3600 + x from generate_series(floor(($1 - $5 + 90) * 10)::int, floor(($1 + $5 + 90) * 10)::int) y,
        generate_series(floor(($2 - $6 + 180) * 10)::int, floor(($2 + $6 + 180) * 10)::int) x)) and ${wanted}`),
      q,
    ),
  'join of provider and its services': (q) =>
    ask(
      judged(`select ${columns.replaceAll('m.service_nos', 's.service_nos').replaceAll('m.costs_minor', 's.costs_minor').replaceAll('m.minutes', 's.minutes').replace('m.provider_no, m.cell', 'm.no as provider_no, cell_of(m.lat, m.lng) as cell')}
      from provider m cross join lateral (select array_agg(service.no order by service.no) as service_nos, array_agg(ps.cost_minor order by service.no) as costs_minor,
        array_agg(coalesce(ps.minutes, service.minutes) order by service.no) as minutes from provider_service ps join service on service.id = ps.service_id
        where ps.provider_id = m.id and ps.status = 'active' and service.no = any($4::smallint[])) s
      where m.state = 'approved' and point(m.lng, m.lat) <@ box(point($2 - $6, $1 - $5), point($2 + $6, $1 + $5)) and m.country_code = $3
        and cardinality(s.service_nos) = cardinality($4::smallint[]) and ${metres} <= ${radius}`),
      q,
    ),
  matchProviders: async (q) => matchProviders(database, q),
}

function ask(text: string, q: MatchQuery): Promise<unknown> {
  const tall = radius / 111_195
  const at = q.ask.aim?.at ?? 0
  return rows(`${text} /* ${unused} */`, [
    q.lat,
    q.lng,
    q.countryCode,
    q.serviceNos,
    tall,
    tall / Math.cos((q.lat * Math.PI) / 180),
    [new Date(at - 86_400_000).toISOString().slice(0, 10), new Date(at).toISOString().slice(0, 10)],
    q.setupMinutes,
    at / 1000,
    q.party.copies,
    q.ask.day.at(0) / 1000,
  ])
}

await database.exec('create index if not exists bench_match_position on provider_match using gist (point(lng, lat))')
await database.exec('analyze provider_match')
const [size] = await rows<{ n: number }>('select count(*) as n from provider_match')
console.log(`${size?.n} providers, ${asked.length} searches, sequential`)
for (const [name, run] of Object.entries(strategies)) {
  for (const q of asked) await run(q)
  const times: number[] = []
  const cpu = process.cpuUsage()
  for (const q of asked) {
    const began = performance.now()
    await run(q)
    times.push(performance.now() - began)
  }
  const used = process.cpuUsage(cpu)
  const at = (share: number) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]?.toFixed(2)
  console.log(
    `${name.padEnd(36)} p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ${Math.round((1000 * times.length) / times.reduce((a, b) => a + b))}/s, node cpu ${((used.user + used.system) / 1000 / times.length).toFixed(2)} ms`,
  )
}
await database.exec('drop index bench_match_position')
await database.close()
