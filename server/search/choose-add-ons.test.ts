import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { divideIntoShares } from '#contract/checkout/shares.ts'
import { createTestAddress, createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestBusyTime, createTestProviderWithAccount } from '#server/testing/providers.ts'
import {
  confirmRequestsByMail,
  createKeyHeader,
  createSignedInProvider,
  createTestSearch,
  deleteTestMails,
  testCustomer as leila,
} from '#server/testing/requests.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})

type Line = { kind: string; label: string; count: number; amount: number; people: [number, number] | null }
type Block = { person: number; serviceId: string; label: string; from: string; to: string }
const sum = (lines: readonly Line[]) => lines.reduce((total, { amount }) => total + amount, 0)
const addOnLines = (lines: readonly Line[]) => lines.filter(({ kind }) => kind === 'addOn')
const minutesOf = ({ from, to }: Block) => (Date.parse(to) - Date.parse(from)) / 60_000
const blockOf = (blocks: readonly Block[], person: number, serviceId: string): Block =>
  blocks.find((block) => block.person === person && block.serviceId === serviceId) as Block

/** Makeup costs 100 (add-ons: lashes 10, airbrush 20) and an updo 200 (add-on: veil). */
async function artistNamed(slug: string, more: Record<string, unknown> = {}) {
  const artist = await createTestProviderWithAccount(rig, {
    slug,
    notice: 0,
    costs: { makeup: 8_500, updo: 17_000 },
    ...more,
  })
  const call = await createTestClient(rig, artist.accountId)
  const put = (addOns: readonly Record<string, unknown>[]) => call('/v1/providers/me/add-ons', 'PUT', { addOns })
  const { addOns } = (
    await put([
      { serviceId: 'makeup', title: 'Strip lashes', cost: 8.5, minutes: 15 },
      { serviceId: 'makeup', title: 'Airbrush', cost: 17, minutes: 0 },
      { serviceId: 'updo', title: 'Veil', cost: 8.5, minutes: 30 },
    ])
  ).body.data
  const [strip, airbrush, veil] = addOns.map(({ id }: { id: string }) => id) as [string, string, string]
  return { ...artist, call, put, strip, airbrush, veil }
}
const chooser =
  (leila: Awaited<ReturnType<typeof createTestVisitor>>, slug: string) =>
  (addOns: readonly Record<string, unknown>[]) =>
    leila.call(`/v1/quotes/${leila.id}/@/${slug}/add-ons`, 'PUT', { addOns })

const four = { services: ['updo', 'makeup', 'makeup', 'makeup'] }
const lashesFor = (id: string, ...people: number[]) => people.map((person) => ({ id, person, serviceId: 'makeup' }))

describe('Add-ons of a quote', () => {
  test('add-ons of each person are in the total price and lengthen the plan, and the search results do not change', async () => {
    const { strip, airbrush } = await artistNamed('ons-price')
    const leila = await createTestVisitor(rig, four)
    const before = await leila.quote('ons-price')
    expect([before.total, before.addOns]).toEqual([500, []])
    const choose = chooser(leila, 'ons-price')
    const wanted = [...lashesFor(strip, 1, 2), ...lashesFor(airbrush, 1)]
    const { locked } = (await choose(wanted)).body.data
    expect(locked.total).toBe(540)
    expect(sum(locked.lines)).toBe(540)
    expect(addOnLines(locked.lines)).toMatchObject([
      { label: 'Strip lashes with makeup', count: 2, amount: 20, people: [1, 2] },
      { label: 'Airbrush with makeup', count: 1, amount: 20, people: [1, 1] },
    ])
    const was = blockOf(before.plan.blocks, 1, 'makeup')
    const now = blockOf(locked.plan.blocks, 1, 'makeup')
    expect(minutesOf(now) - minutesOf(was)).toBe(15)
    expect(now.label).toBe('Makeup with strip lashes and airbrush')
    expect(minutesOf(blockOf(locked.plan.blocks, 3, 'makeup'))).toBe(minutesOf(was))
    expect(Date.parse(before.plan.arriveAt) - Date.parse(locked.plan.arriveAt)).toBe(30 * 60_000)
    expect(locked.plan.readyBy).toBe(before.plan.readyBy)

    const again = (await choose(wanted.toReversed())).body.data.locked
    expect([again.id, again.version]).toEqual([locked.id, locked.version])
    expect((await leila.quote('ons-price')).hash).toBe(locked.hash)
    const page = (await leila.call(`/v1/quotes/${leila.id}`)).body.data
    const cards = [...page.profiles.mobile, ...page.offers.mobile.map((offer: { provider: object }) => offer.provider)]
    expect(cards.map(({ price }: { price: number }) => price)).toEqual([500])
    const other = (await rig.call(`/v1/quotes/${leila.id}/@/ons-price`)).body.data
    expect([other.locked.total, other.addOns]).toEqual([500, null])
    expect((await choose([])).body.data.locked.total).toBe(500)
  })

  test('the lower price of a day applies to add-ons as to services, also beside a package', async () => {
    const { call, strip } = await artistNamed('ons-lower')
    await call('/v1/providers/me/packages', 'PUT', {
      packages: [{ title: 'Three faces', cost: 170, services: [{ serviceId: 'makeup', count: 3 }] }],
    })
    const weekend = { kind: 'off_peak', percent: 10, weekdays: [5, 6], hours: null, season: null }
    await call('/v1/providers/me/lower-prices', 'PUT', { rules: [weekend] })
    const leila = await createTestVisitor(rig, four)
    const before = await leila.quote('ons-lower')
    const { locked } = (await chooser(leila, 'ons-lower')(lashesFor(strip, 2))).body.data
    // 7.65 earned, 9 paid.
    expect(locked.total - before.total).toBe(9)
    expect(sum(locked.lines)).toBe(locked.total)
    expect(locked.lines.some(({ kind }: Line) => kind === 'package')).toBe(true)
  })

  test('add-ons that do not fit into the day are refused, and the earlier choice stays', async () => {
    const { id, no, strip } = await artistNamed('ons-room')
    const leila = await createTestVisitor(rig)
    const before = await leila.quote('ons-room')
    const begins = Date.parse(before.plan.startAt) - before.plan.setupMinutes * 60_000
    const at = (minutes: number) => new Date(begins + minutes * 60_000).toISOString()
    await createTestBusyTime(rig, { id, no }, at(-120), at(0))
    const fresh = await createTestVisitor(rig)
    const choose = chooser(fresh, 'ons-room')
    const stands = await fresh.quote('ons-room')
    expect(stands.total).toBe(100)
    const refused = await choose(lashesFor(strip, 1))
    expect(refused.body.code).toBe('add_ons_do_not_fit')
    expect((await fresh.quote('ons-room')).hash).toBe(stands.hash)
    expect((await leila.call(`/v1/quotes/${fresh.id}`)).status).toBe(200)
  })

  test('if another time has no room for the add-ons, they are dropped with a message; otherwise they stay', async () => {
    const { strip } = await artistNamed('ons-time', { opens: 600 })
    const leila = await createTestVisitor(rig)
    const { locked } = (await chooser(leila, 'ons-time')(lashesFor(strip, 1))).body.data
    expect(locked.total).toBe(110)
    const before = await leila.quote('ons-time')
    const minutes = (Date.parse(before.plan.doneAt) - Date.parse(before.plan.arriveAt)) / 60_000
    const clock = (minute: number) =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    await leila.call(`/v1/quotes/${leila.id}/time`, 'POST', { finishTime: clock(600 + minutes + 30) })
    expect((await leila.quote('ons-time')).total).toBe(110)
    await leila.call(`/v1/quotes/${leila.id}/time`, 'POST', { finishTime: clock(600 + minutes - 5) })
    const without = await leila.quote('ons-time')
    expect([without.total, without.addOns, without.addOnsGone]).toEqual([100, [], ['Strip lashes']])
  })

  test('an add-on is refused if it is not offered, repeated, another artist’s, or of a service that the person does not get', async () => {
    const { strip, veil, put } = await artistNamed('ons-wrong')
    const other = await artistNamed('ons-others')
    const leila = await createTestVisitor(rig, { services: ['updo', 'makeup', 'makeup'] })
    const before = await leila.quote('ons-wrong')
    const choose = chooser(leila, 'ons-wrong')
    const unknown = '00000000-0000-4000-8000-000000000000'
    const veilFor = (person: number, serviceId = 'updo') => ({ id: veil, person, serviceId })
    for (const [addOns, code] of [
      [lashesFor(unknown, 1), 'unknown_add_on'],
      [lashesFor(other.strip, 1), 'unknown_add_on'],
      [[veilFor(2)], 'add_on_without_service'],
      [[veilFor(1, 'makeup')], 'add_on_without_service'],
      [lashesFor(strip, 3), 'add_on_without_service'],
      [lashesFor(strip, 1, 1), 'add_on_twice'],
      [lashesFor(strip, 0), 'invalid_input'],
    ] as const)
      expect([(await choose(addOns)).body.code, addOns]).toEqual([code, addOns])
    const makeupAlone = await createTestVisitor(rig)
    expect((await chooser(makeupAlone, 'ons-wrong')([veilFor(1)])).body.code).toBe('unknown_add_on')
    expect((await leila.quote('ons-wrong')).hash).toBe(before.hash)
    await put([])
    expect((await choose(lashesFor(strip, 1))).body.code).toBe('unknown_add_on')
  })

  test('nobody can choose add-ons for another customer’s search, or after the time is held', async () => {
    const { strip } = await artistNamed('ons-mine')
    const leila = await createTestVisitor(rig)
    const path = `/v1/quotes/${leila.id}/@/ons-mine/add-ons`
    const stranger = await createTestVisitor(rig)
    const addOns = lashesFor(strip, 1)
    expect((await stranger.call(path, 'PUT', { addOns })).body.code).toBe('not_yours')
    expect((await rig.call(path, { method: 'PUT', body: { addOns } })).body.code).toBe('not_yours')
    expect((await leila.quote('ons-mine')).total).toBe(100)
    const { hold } = (await leila.hold('ons-mine')).body.data
    expect((await leila.call(path, 'PUT', { addOns })).body.code).toBe('add_ons_on_hold')
    expect((await leila.call(`/v1/holds/${hold.id}/release`, 'POST', {})).status).toBe(200)
    expect((await leila.call(path, 'PUT', { addOns })).body.data.locked.total).toBe(110)
  })
})

describe('Requested add-ons', () => {
  afterEach(() => deleteTestMails(rig))

  test('the artist sees requested add-ons and their earnings; every offer contains them, and they do not change', async () => {
    const { bearer, id } = await createSignedInProvider(rig, { slug: 'ons-ask', costs: { makeup: 8_500 }, notice: 0 })
    const { db } = rig.database
    const addOn = { provider_id: id, service_id: 'makeup', position: 0, cost_minor: 850, minutes: 15 }
    const { id: strip } = await db.insertInto('add_on').values(addOn).returning('id').executeTakeFirstOrThrow()
    const words = { provider_id: id, add_on_id: strip, title: 'Strip lashes', asked_at: testNow }
    await db.insertInto('own_words').values(words).execute()
    const search = await createTestSearch(rig, { services: ['makeup', 'makeup'] })
    const choose = (addOns: readonly object[]) =>
      rig.call(`/v1/quotes/${search.id}/@/ons-ask/add-ons`, { method: 'PUT', body: { addOns }, cookie: search.cookie })
    expect((await choose(lashesFor(strip, 2))).body.data.locked.total).toBe(210)
    const requestId = (await search.ask('ons-ask')).body.data.requests[0].id as string
    await confirmRequestsByMail(rig, leila.email)
    expect((await choose([])).body.code).toBe('add_ons_already_requested')
    const theirs = (path: string, body?: object) =>
      rig.call(`/v1/providers/me/requests/${requestId}${path}`, {
        bearer,
        address: createTestAddress(),
        ...(body ? { method: 'POST', body, headers: createKeyHeader() } : {}),
      })
    const asked = (await theirs('')).body.data
    expect(asked.lines).toContainEqual(expect.objectContaining({ label: 'Strip lashes with makeup', earn: 8.5 }))
    const later = (await theirs('/offer', { finishTime: '15:00', preview: true })).body.data.preview
    expect([later.total, later.earnings]).toEqual([210, 178.5])
    expect(blockOf(later.plan.blocks, 2, 'makeup').label).toBe('Makeup with strip lashes')
    expect((await theirs('/offer', {})).status).toBe(200)
    const page = (await rig.call(`/v1/quotes/${search.id}/@/ons-ask`, { cookie: search.cookie })).body.data
    expect([page.card.status, page.locked.total, page.addOns]).toEqual(['offered', 210, null])
    expect((await choose([])).body.code).toBe('add_ons_already_requested')
  })
})

describe('Booked add-ons', () => {
  test('add-ons are held, paid and booked as chosen, whatever the artist changes; an outdated price cannot be booked', async () => {
    const { strip, put, call } = await artistNamed('ons-book')
    const leila = await createTestVisitor(rig, { services: ['makeup', 'makeup'] })
    const older = await leila.quote('ons-book')
    await chooser(leila, 'ons-book')(lashesFor(strip, 2))
    const stale = await leila.call('/v1/holds', 'POST', {
      quoteId: leila.id,
      profileId: 'ons-book',
      type: 'mobile',
      hash: older.hash,
    })
    expect(stale.body).toMatchObject({ code: 'quote_changed', detail: { locked: { total: 210 } } })
    await put([])
    const booked = await leila.book('ons-book', { names: ['Leila', 'Ana'] })
    expect(booked.total).toBe(210)
    expect(addOnLines(booked.lines)).toMatchObject([{ label: 'Strip lashes with makeup', count: 1, people: [2, 2] }])
    expect(blockOf(booked.plan.blocks, 2, 'makeup').label).toBe('Makeup with strip lashes')
    const theirs = (await call(`/v1/providers/appointments/${booked.id}`)).body.data.appointment
    expect(JSON.stringify(theirs)).toContain('Makeup with strip lashes')
    const [{ earnings }] = (await rig.database.db
      .selectFrom('appointment')
      .select((eb) => [eb('total_minor', '-', eb.ref('fee_minor')).as('earnings')])
      .where('id', '=', booked.id)
      .execute()) as [{ earnings: number }]
    expect(earnings).toBe(17_850)
  })

  test('when the party changes, add-ons stay at the frozen price with the people who stay', async () => {
    const { strip, put } = await artistNamed('ons-party')
    const leila = await createTestVisitor(rig, { services: ['makeup', 'makeup'] })
    await chooser(leila, 'ons-party')(lashesFor(strip, 2))
    const booked = await leila.book('ons-party', { names: ['Leila', 'Ana'] })
    await put([])
    const at = `/v1/bookings/${booked.id}/party`
    const person = (n: number, services = ['makeup']) => ({ person: n, name: '', services })
    const preview = async (people: unknown[]) =>
      (await leila.call(at, 'POST', { people, preview: true })).body.data.preview
    const ida = { person: null, name: 'Ida', services: ['makeup'] }
    expect((await preview([person(1), person(2), ida])).total).toBe(310)
    expect((await preview([person(2), ida, { ...ida, name: 'Eve' }])).total).toBe(310)
    expect((await preview([person(1), ida, { ...ida, name: 'Eve' }])).total).toBe(300)
    expect((await preview([person(1), person(2, ['updo'])])).total).toBe(300)
    expect((await preview([person(1), person(2, ['makeup', 'updo'])])).total).toBe(410)
    const asked = (await leila.call(at, 'POST', { people: [ida, person(2)] })).body
    expect(asked.code ?? 'fine').toBe('party_same')
  })

  test('when a booking moves, price and plan keep its add-ons', async () => {
    const { strip, call } = await artistNamed('ons-move')
    const leila = await createTestVisitor(rig)
    await chooser(leila, 'ons-move')(lashesFor(strip, 1))
    const booked = await leila.book('ons-move')
    const length = (plan: { arriveAt: string; doneAt: string }) => Date.parse(plan.doneAt) - Date.parse(plan.arriveAt)
    const moved = await leila.call(`/v1/bookings/${booked.id}/moves`, 'POST', {
      eventDate: '2027-06-12',
      finishTime: '16:00',
    })
    expect(moved.status).toBe(200)
    const moveId = moved.body.data.appointment.move.id
    await call(`/v1/providers/appointments/${booked.id}`, 'PATCH', { act: 'acceptMove', moveId })
    const now = (await leila.call(`/v1/bookings/${booked.id}`)).body.data.appointment
    expect(now.total).toBe(110)
    expect(length(now.plan)).toBe(length(booked.plan))
    expect(now.plan.blocks[0].label).toBe('Makeup with strip lashes')
  })

  test('in a shared bill, people pay for their own add-ons', async () => {
    const { strip } = await artistNamed('ons-split')
    const leila = await createTestVisitor(rig, { services: ['makeup', 'makeup'] })
    const { locked } = (await chooser(leila, 'ons-split')(lashesFor(strip, 2))).body.data
    const shares = divideIntoShares(locked.lines, { dueMinor: 21_000, feeMinor: 3_150 })
    expect(shares?.map(({ totalMinor }) => totalMinor)).toEqual([10_000, 11_000])
  })
})
