import { depositShares } from '#contract/providers/profile-rules.ts'
import { type Catalog, getCatalog, toFeePayer } from '#server/catalog/index.ts'
import fc from 'fast-check'
import { type Selectable, sql } from 'kysely'
import type { DB } from '#db/schema.generated.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { priceOf } from '#contract/price.ts'
import { measureMetres, roundPosition } from '#server/places/index.ts'
import { type RandomTestSearch, randomTestSearch, createTestMatchQuery } from '#server/testing/searches.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { getCell, listCellsAround } from './cells.ts'
import { createDiary, fitNames, fits, checkTimeFit } from './match.ts'
import { getCandidate, type Match, matchProviders, type MatchQuery } from './match-providers.ts'
import { createMixedTestHours, listOpenQuarters, readTestHours } from '#server/testing/hours.ts'
import { computeJobMinutes, isEarlyStart, computeJobWindow } from '#server/search/planning/planner.ts'
import { computePrices, priceOfCandidate, computeTotalUnits } from '#server/search/pricing/pricing.ts'

if (process.env.PROVE) vi.setConfig({ testTimeout: 600_000 })
const runs = { numRuns: process.env.PROVE ? 400 : 25 }

type LowerRow = Selectable<DB['lower_price']>
type Market = Awaited<ReturnType<typeof readMarket>>
let rig: TestRig
let catalog: Catalog
let market: Market
let takeBack: () => Promise<void>

// Reads the whole market as plain rows, without areas, versions or packed numbers.
async function readMarket({ database: { db } }: TestRig) {
  const providers = await db.selectFrom('provider').selectAll().where('state', '=', 'approved').execute()
  const by = <T extends { provider_id: string }>(rows: T[]) => Map.groupBy(rows, (row) => row.provider_id)
  const services = by(await db.selectFrom('provider_service').selectAll().where('status', '=', 'active').execute())
  const artists = by(await db.selectFrom('artist').selectAll().orderBy('position').execute())
  const busy = await db
    .selectFrom('busy')
    .select([
      'provider_id',
      (eb) => eb.fn<string>('lower', ['during']).as('from'),
      (eb) => eb.fn<string>('upper', ['during']).as('to'),
    ])
    .execute()
  const seconds = (at: unknown) => new Date(at as string).getTime() / 1000
  return {
    providers,
    services,
    artists,
    hours: await readTestHours(db),
    lower: by(await db.selectFrom('lower_price').selectAll().orderBy('id').execute()),
    busy: by(busy.map((row) => ({ ...row, from: seconds(row.from), to: seconds(row.to) }))),
  }
}

beforeAll(async () => {
  rig = await openRig()
  catalog = await getCatalog(rig.database)
  takeBack = await createMixedTestHours(rig.database.db, 12)
  await sellOtherwise(rig)
  market = await readMarket(rig)
}, 120_000)

afterAll(async () => {
  await takeBack()
  await rig.database.db.deleteFrom('lower_price').execute()
  await rig.database.db.updateTable('provider_service').set({ deposit_share: null }).execute()
})

/** Gives every second artist a lower price, and every third an extra price. */
async function sellOtherwise({ database: { db } }: TestRig): Promise<void> {
  await sql`insert into lower_price (provider_id, kind, percent, weekdays, from_minute, to_minute, first_day, last_day)
    select id, 'off_peak', 1 + no % 50, case when no % 8 < 4 then 1 + no % 126 end, case when no % 4 = 0 then 300 end, case when no % 4 = 0 then 700 end,
      case when no % 8 > 3 or no % 16 = 0 then 1101 end, case when no % 8 > 3 or no % 16 = 0 then 331 end from provider where no % 2 = 0`.execute(
    db,
  )
  await sql`insert into lower_price (provider_id, kind, percent, within_days) select id, 'last_minute', 1 + no % 33, no % 61 from provider where no % 6 < 4`.execute(
    db,
  )
  await sql`update provider_service ps set deposit_share = ${depositShares.least} + p.no % ${depositShares.most - depositShares.least + 1} from provider p where p.id = ps.provider_id and p.no % 3 = 0 and ps.service_id in ('updo', 'lashes')`.execute(
    db,
  )
}

/** Returns the discount of an artist in per cent, by a plain implementation. */
function lessOf(rules: readonly LowerRow[], { ask }: MatchQuery, from: number | null): number {
  const weekday = (new Date(`${ask.day.date}T12:00:00Z`).getUTCDay() + 6) % 7
  const day = Number(ask.day.date.slice(5).replace('-', ''))
  const minute = (m: number | null) => ask.day.at(m ?? 0)
  return Math.max(
    0,
    ...rules
      .filter((r) => r.within_days === null || ask.daysAhead <= r.within_days)
      .filter((r) => r.weekdays === null || (r.weekdays & (1 << weekday)) !== 0)
      .filter(
        (r) => r.from_minute === null || (from !== null && from >= minute(r.from_minute) && from < minute(r.to_minute)),
      )
      .filter(({ first_day: a, last_day: b }) => {
        if (a === null || b === null) return true
        return a <= b ? day >= a && day <= b : day >= a || day <= b
      })
      .map((r) => r.percent),
  )
}

const queryOf = (asked: RandomTestSearch): MatchQuery => createTestMatchQuery(asked, catalog)

const candidatesIn = (match: Match) => Array.from({ length: match.found.count }, (_, i) => getCandidate(match, i))

/** Returns all candidates and their reasons, by a plain implementation. */
function plainly(q: MatchQuery) {
  return market.providers
    .flatMap((p) => {
      const own = market.services.get(p.id) ?? []
      const crew = market.artists.get(p.id) ?? []
      const [lng, lat] = roundPosition(p.lat, p.lng)
      const metres = Math.round(measureMetres(q.lat, q.lng, lat, lng))
      const offered = q.party.wanted.map((id) => own.find((s) => s.service_id === id))
      const doers = q.party.wanted.map((id) =>
        crew.reduce((mask, artist, a) => (artist.service_ids.includes(id) ? mask | (1 << a) : mask), 0),
      )
      if (p.country_code !== q.countryCode || metres > 50_000 || offered.some((s) => !s) || doers.includes(0)) return []
      const minutes = q.party.wanted.map(
        (id, w) => offered[w]?.minutes ?? (catalog.services.get(id)?.minutes as number),
      )
      const job = computeJobMinutes(q.party, { artists: crew.length, minutes, doers }, q.setupMinutes)
      const least =
        q.setupMinutes +
        Math.min(...q.party.looks.map((look) => look.wants.reduce((sum, w) => sum + (minutes[w] as number), 0)))
      const leadFor = (id: string) =>
        market.hours.leads.find(
          (l) => l.provider_id === p.id && l.service_type_id === catalog.services.get(id)?.serviceTypeId,
        )
      const open = market.hours.own.has(p.id)
      const busy = (market.busy.get(p.id) ?? []).flatMap((b) => [b.from, b.to])
      const time = checkTimeFit(
        q.ask,
        {
          opensMinute: p.opens_minute,
          closesMinute: p.closes_minute,
          open: open ? listOpenQuarters(p, market.hours, q.ask.day.date, q.ask.day.tz) : null,
          noticeHours: Math.max(...q.party.wanted.map((id) => leadFor(id)?.notice_hours ?? p.notice_hours)),
          horizonDays: Math.min(...q.party.wanted.map((id) => leadFor(id)?.horizon_days ?? p.horizon_days)),
          bufferMinutes: p.buffer_minutes,
        },
        job,
        () => least,
        createDiary(busy),
      )
      const mobile = p.mobile ? (metres <= p.travel_radius_m ? time : 2) : null
      return [
        {
          no: p.no,
          metres,
          mobile,
          studio: p.studio ? time : null,
          from: q.ask.aim && computeJobWindow(q.ask.aim, job).from,
          reach: p.studio || mobile !== 2,
        },
      ]
    })
    .sort((a, b) => a.no - b.no)
}

describe('Optimised matching', () => {
  test('matching finds the same artists as reading every row, at the same distance and for the same reasons', async () => {
    let some = 0
    await fc.assert(
      fc.asyncProperty(randomTestSearch, async (ask) => {
        const query = queryOf(ask)
        const match = await matchProviders(rig.database, query)
        const { counts } = match
        const candidates = candidatesIn(match)
        const slow = plainly(query)
        some += slow.length
        const reaching = new Set(slow.filter((c) => c.reach).map((c) => c.no))
        expect(
          candidates
            .map(({ no, metres, mobile, studio, from }) => ({
              no,
              metres,
              mobile,
              studio,
              from: reaching.has(no) ? from : null,
            }))
            .sort((a, b) => a.no - b.no),
        ).toEqual(slow.map(({ reach, ...c }) => ({ ...c, from: reach ? c.from : null })))
        expect(counts.candidates).toBe(slow.length)
        expect(counts.reach).toBe(reaching.size)
      }),
      runs,
    )
    expect(some).toBeGreaterThan(100)
  }, 300_000)

  test('each candidate has one reason per list, and the counts of all reasons add up to the number of candidates', async () => {
    await fc.assert(
      fc.asyncProperty(randomTestSearch, async (ask) => {
        const match = await matchProviders(rig.database, queryOf(ask))
        const { counts } = match
        const candidates = candidatesIn(match)
        const sum = (named: Record<string, number>) =>
          fitNames.reduce((total, name) => total + (named[name] as number), 0)
        expect(sum(counts.people)).toBe(candidates.length)
        expect(sum(counts.mobile)).toBe(candidates.filter((c) => c.mobile !== null).length)
        expect(sum(counts.studio)).toBe(candidates.filter((c) => c.studio !== null).length)
        expect(counts.people.fits).toBeLessThanOrEqual(counts.mobile.fits + counts.studio.fits)
      }),
      runs,
    )
  })

  test('prices equal the artist’s rows and fee rules, to the minor unit', async () => {
    let [bounded, other, lowered] = [0, 0, 0]
    await fc.assert(
      fc.asyncProperty(randomTestSearch, async (ask) => {
        const query = queryOf(ask)
        const pricing = {
          fees: query.fees,
          metresPerUnit: 1609,
          party: query.party,
          serviceNos: query.serviceNos,
          day: query.ask.day,
          daysAhead: query.ask.daysAhead,
        }
        const match = await matchProviders(rig.database, query)
        const prices = computePrices(match, pricing)
        for (const [i, candidate] of candidatesIn(match).entries()) {
          if (candidate.minutes === 0) continue
          const p = market.providers.find(({ no }) => no === candidate.no) as Market['providers'][number]
          const costs = new Map(market.services.get(p.id)?.map((s) => [s.service_id, s.cost_minor ?? 0]))
          const fee = query.fees.of(toFeePayer(p))
          const less = lessOf(market.lower.get(p.id) ?? [], query, candidate.from)
          if (less > 0) lowered++
          const own = query.party.wanted.map(
            (id) => market.services.get(p.id)?.find((s) => s.service_id === id)?.deposit_share ?? p.deposit_share,
          )
          for (const mode of ['mobile', 'studio'] as const) {
            const price = priceOf({
              ...fee,
              looks: query.party.looks.map(({ count, services }) => ({
                count,
                services: services.map((id) => ({
                  id,
                  costMinor: Math.ceil(((costs.get(id) as number) * (100 - less)) / 100),
                })),
              })),
              travel:
                mode === 'mobile'
                  ? {
                      metres: candidate.metres,
                      freeMetres: p.travel_free_m,
                      metresPerUnit: 1609,
                      costPerUnitMinor: p.travel_per_unit_minor,
                    }
                  : null,
              earlyFeeMinor:
                candidate.from !== null && isEarlyStart(candidate.from, query.ask.day, p.early_before_minute)
                  ? p.early_fee_minor
                  : 0,
              minimumJobMinor: p.minimum_job_minor,
              depositShare: Math.max(...own),
            })
            expect(computeTotalUnits(match, i, mode, pricing) * 100).toBe(price.totalMinor)
            expect(priceOfCandidate(candidate, mode, pricing).depositMinor).toBe(price.depositMinor)
            if (candidate[mode] === fits) expect(prices[mode].at(i) * 100).toBe(price.totalMinor)
            if (price.lines.some(({ kind }) => kind === 'fee')) bounded++
            if (fee.rule) other++
          }
        }
      }),
      runs,
    )
    expect(Math.min(bounded, lowered, other)).toBeGreaterThan(0)
  })

  test('prices equal the sum of their price lines, to the minor unit', async () => {
    await fc.assert(
      fc.asyncProperty(randomTestSearch, async (ask) => {
        const query = queryOf(ask)
        const pricing = {
          fees: query.fees,
          metresPerUnit: 1609,
          party: query.party,
          serviceNos: query.serviceNos,
          day: query.ask.day,
          daysAhead: query.ask.daysAhead,
        }
        const match = await matchProviders(rig.database, query)
        for (const [i, candidate] of candidatesIn(match).entries()) {
          if (i > 40 || candidate.minutes === 0) continue
          for (const mode of ['mobile', 'studio'] as const) {
            const { lines, totalMinor } = priceOfCandidate(candidate, mode, pricing)
            expect(computeTotalUnits(match, i, mode, pricing) * 100).toBe(totalMinor)
            expect(lines.reduce((total, line) => total + line.amountMinor, 0)).toBe(totalMinor)
            expect(lines.some((line) => line.kind === 'travel')).toBe(mode === 'mobile')
          }
        }
      }),
      runs,
    )
    expect(
      priceOf({ percent: 15, looks: [], travel: null, earlyFeeMinor: 0, minimumJobMinor: 0, depositShare: 20 })
        .totalMinor,
    ).toBe(0)
  })
})

test('the circle of a search covers every area that has a point inside it', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -50, max: 65, noNaN: true }),
      fc.double({ min: -179.9, max: 179.9, noNaN: true }),
      fc.double({ min: 0, max: 6.28, noNaN: true }),
      fc.double({ min: 0, max: 49_000, noNaN: true }),
      (lat, lng, turn, metres) => {
        const there = {
          lat: lat + (metres * Math.sin(turn)) / 111_195,
          lng: lng + (metres * Math.cos(turn)) / 111_195 / Math.cos((lat * Math.PI) / 180),
        }
        if (measureMetres(lat, lng, there.lat, there.lng) > 50_000) return
        const wrapped = ((there.lng + 540) % 360) - 180
        expect(listCellsAround(lat, lng, 50_000)).toContain(getCell(there.lat, wrapped))
      },
    ),
    { numRuns: process.env.PROVE ? 20_000 : 1_000 },
  )
})
