import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { openOwnRig, type TestRig } from '#server/test-rig.ts'
import { artistsWithTrial } from './people/early-visits.ts'
import { loadSampleLife } from './history/life.ts'
import { loadReference, loadSampleMarket } from './load.ts'

let rig: TestRig
let database: Database
beforeAll(async () => {
  rig = await openOwnRig()
  database = rig.database
})
afterAll(() => database.close())
const count = async (query: string): Promise<number> =>
  (await sql<{ n: number }>`${sql.raw(`select count(*) as n from ${query}`)}`.execute(database.db)).rows[0]?.n ?? -1

test('loaded data is not loaded again', async () => {
  const before = await count('provider')
  expect(await loadReference(database)).toBe(false)
  expect(await loadSampleMarket(database)).toBe(false)
  expect(await count('provider')).toBe(before)
})

test('the search rows contain every live artist of the sample and no other', async () => {
  expect(await count(`provider where sample and state = 'approved'`)).toBeGreaterThanOrEqual(1200)
  expect(
    await count(
      `provider p where sample and (state = 'approved') <> exists (select 1 from provider_match m where m.provider_id = p.id)`,
    ),
  ).toBe(0)
})

test('some artists have custom hours, and search reads them in packed form', async () => {
  expect(await count('provider where sample and week is not null')).toBeGreaterThan(5)
  expect(await count('hours_block')).toBeGreaterThan(5)
  expect(
    await count(
      `provider p join provider_match m on m.provider_id = p.id where p.hours is distinct from packed_hours(p.id, p.week, p.opens_minute, p.closes_minute) or m.hours is distinct from p.hours`,
    ),
  ).toBe(0)
})

test('busy days match the diary', async () => {
  expect(
    await count(
      `busy b join provider p on p.id = b.provider_id where p.sample and (b.provider_no <> p.no or b.cell <> cell_of(p.lat, p.lng))`,
    ),
  ).toBe(0)
  expect(await count(`(select id from busy where id not in (select busy_id from busy_day)) x`)).toBe(0)
  expect(
    await count(
      `busy_day d join busy b on b.id = d.busy_id where d.from_s <> extract(epoch from lower(b.during)) or d.to_s <> extract(epoch from upper(b.during)) or d.day not between (lower(b.during) at time zone 'UTC')::date and ((upper(b.during) - interval '1 microsecond') at time zone 'UTC')::date`,
    ),
  ).toBe(0)
})

test('all sample data is marked as such, and the three sample accounts exist', async () => {
  expect(
    await count(
      `account where email in ('ana@primp.test', 'mia@primp.test', 'olu@primp.test') and sample and password_hash like '$argon2id$%'`,
    ),
  ).toBe(3)
  expect(await count(`review r join provider p on p.id = r.provider_id where p.sample and not r.sample`)).toBe(0)
  expect(
    await count(`media m join provider p on p.id = m.provider_id where p.sample and (not m.sample or m.alt = '')`),
  ).toBe(0)
  expect(await count(`search where sample and id = 'ana-duarte-hackney'`)).toBe(1)
})

test('each payout lists its payments, and its amount is what they paid less the fee', async () => {
  expect(await count('payout where sample')).toBeGreaterThan(40)
  expect(
    await count(
      `payout o where o.sample and o.amount_minor is distinct from (select sum(p.amount_minor - p.fee_minor)
         from payout_transfer t join payment p on p.id = t.payment_id where t.payout_id = o.id)`,
    ),
  ).toBe(0)
})

test('an artist has read the conversations that she answered last', async () => {
  const answered = `conversation c join lateral (select id, side from message m where m.conversation_id = c.id order by id desc limit 1) l on l.side = 'provider'`
  expect(await count(answered)).toBeGreaterThan(0)
  expect(
    await count(
      `${answered} where not exists (select from conversation_side s where s.conversation_id = c.id and s.side = 'provider' and s.read_id = l.id)`,
    ),
  ).toBe(0)
})

test('an artist of each country offers trials, and some artists require a patch test', async () => {
  const offering = `provider p join provider_trial t on t.provider_id = p.id where p.sample and p.slug in ('${artistsWithTrial.join("', '")}')`
  expect(await count(`(select distinct p.country_code from ${offering}) x`)).toBe(4)
  expect(
    await count(`(select distinct provider_id from provider_service where patch_test_minutes is not null) x`),
  ).toBe(2)
})

test('the next new record gets an unused number', async () => {
  const next = (table: string, column: string) =>
    count(
      `(select 1 from (select nextval(pg_get_serial_sequence('${table}', '${column}')) v) s where s.v > (select max(${column}) from ${table})) x`,
    )
  for (const [table, column] of [
    ['provider', 'no'],
    ['media', 'id'],
    ['album', 'id'],
    ['busy', 'id'],
  ] as const)
    expect(await next(table, column), table).toBe(1)
})

describe('Work in progress in the sample', () => {
  let written: boolean[] = []
  beforeAll(async () => {
    const now = new Date('2026-11-20T09:00:00Z')
    written = [await loadSampleLife(database, now), await loadSampleLife(database, now)]
  })
  test('open requests, offers, disputes and reports are within their deadlines, written once, and the ledger balances', async () => {
    expect(written).toEqual([true, false])
    expect(await count('verification where decision is null')).toBe(7)
    expect(await count(`request where state = 'requested' and ends_at > '2026-11-20T09:00:00Z'`)).toBe(4)
    expect(await count(`offer where state = 'offered' and ends_at > '2026-11-20T09:00:00Z'`)).toBe(1)
    expect(
      await count(
        `dispute d join appointment a on a.id = d.appointment_id where d.state = 'open' and a.state = 'disputed' and a.ends_at < '2026-11-20T09:00:00Z' and d.created_at > a.ends_at`,
      ),
    ).toBe(1)
    expect(await count(`report where state = 'open'`)).toBe(2)
    expect(await count(`saved_artist s join account a on a.id = s.account_id where a.email = 'ana@primp.test'`)).toBe(3)
    expect(
      await count(
        `appointment b join account a on a.id = b.account_id where a.email = 'ana@primp.test' and b.state = 'booked' and b.starts_at > '2026-12-10'`,
      ),
    ).toBe(1)
    expect(
      await count(
        `appointment b join account a on a.id = b.account_id join conversation v on v.search_id = b.search_id and v.account_id = a.id where a.email = 'ana@primp.test' and b.state = 'booked'`,
      ),
    ).toBe(1)
    expect(
      await count(
        `appointment b join account a on a.id = b.account_id where a.email = 'ana@primp.test' and b.ends_at between '2026-10-20' and '2026-11-18' and not exists (select from review r where r.appointment_id = b.id)`,
      ),
    ).toBe(1)
    expect(await count(`(select account_id from appointment group by 1) x`)).toBeGreaterThan(5)
    expect(
      await count(`busy b join appointment a on a.id = b.ref where not b.during && tstzrange(a.starts_at, a.ends_at)`),
    ).toBe(0)
    expect(
      await count(
        `(select movement_id from ledger_entry group by movement_id, currency having sum(amount_minor) <> 0) x`,
      ),
    ).toBe(0)
  })
  test('each waiting request and the verification queue can be read', async () => {
    const signIn = async (who: string) =>
      (
        await rig.call('/v1/accounts/login', {
          method: 'POST',
          body: { email: `${who}@primp.test`, password: 'primp-sample-1' },
        })
      ).body.data.token as string
    const mia = await signIn('mia')
    const { requests } = (await rig.call('/v1/providers/me/requests', { bearer: mia })).body.data
    expect(requests.filter(({ state }: { state: string }) => state === 'requested')).toHaveLength(4)
    for (const { id } of requests)
      expect((await rig.call(`/v1/providers/me/requests/${id}`, { bearer: mia })).status).toBe(200)
    const olu = await signIn('olu')
    const { rows } = (await rig.call('/v1/operator/verification?tab=waiting', { bearer: olu })).body.data
    expect(rows).toHaveLength(7)
    for (const { id } of rows)
      expect((await rig.call(`/v1/operator/verification/${id}`, { bearer: olu })).status).toBe(200)
    expect((await rig.call('/v1/operator/disputes', { bearer: olu })).body.data.disputes).toHaveLength(1)
    const { payments } = (await rig.call('/v1/operator/payments', { bearer: olu })).body.data
    const paid = await Promise.all(
      payments.map(
        async ({ id }: { id: string }) => (await rig.call(`/v1/operator/payments/${id}`, { bearer: olu })).body.data,
      ),
    )
    // A payment whose hold was lost has no booking.
    const shown = paid.find(({ of }) => of.bookingId !== null)
    expect(shown.steps.map(({ step }: { step: string }) => step)).toEqual(
      expect.arrayContaining(['begun', 'held', 'taken']),
    )
    const ana = await signIn('ana')
    expect((await rig.call('/v1/bookings', { bearer: ana })).body.data.ahead).toHaveLength(1)
    const { searches } = (await rig.call('/v1/own-searches', { bearer: ana })).body.data
    expect(searches.map(({ offers }: { offers: number }) => offers)).toEqual(expect.arrayContaining([1, 0]))
  })
})

test('no job of the sample begins before its artist joined', async () => {
  expect(
    await count(
      `appointment a join provider p on p.id = a.provider_id where a.sample and extract(hour from a.starts_at at time zone a.tz) * 60 + extract(minute from a.starts_at at time zone a.tz) < p.opens_minute`,
    ),
  ).toBe(0)
})
