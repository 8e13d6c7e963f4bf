import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { collectAccountData } from '#server/accounts/data-export.queries.ts'
import { listVisitEntries } from '#server/calendar/published-calendar.queries.ts'
import { expireHolds } from '#server/checkout/release-holds.ts'
import { acceptMoveAsProvider } from '#server/testing/bookings.ts'
import { createTestClient, createTestKey, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { getOwedSums } from '#server/payments/ledger.queries.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import {
  createTestBookingWithTrial,
  createTestHoldWithVisits,
  createTestProviderWithTrial,
} from '#server/testing/linked-appointments.ts'
import { processLinked } from './process-linked.ts'

let rig: TestRig
const hourMs = 3_600_000
const dayMs = 24 * hourMs
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
  await rig.database.db.deleteFrom('outbox').execute()
})

type Line = { kind: string; label: string; amount: number }
const trialLines = ({ lines }: { lines: Line[] }) =>
  lines.filter(({ kind }) => kind === 'trial' || kind === 'trialOff' || kind === 'kept')
const pence = (amount: number) => Math.round(amount * 100)
const sumOf = ({ lines }: { lines: Line[] }) => lines.reduce((sum, { amount }) => sum + pence(amount), 0)
const mails = async (kind: string, about: string): Promise<number> =>
  (
    await rig.database.db
      .selectFrom('outbox')
      .select('id')
      .where('kind', '=', kind)
      .where('channel', '=', 'mail')
      .where('fact', 'like', `%${about}%`)
      .execute()
  ).length
const trialRow = (appointmentId: string) =>
  rig.database.db
    .selectFrom('linked_appointment')
    .selectAll()
    .where('kind', '=', 'trial')
    .where('appointment_id', '=', appointmentId)
    .executeTakeFirstOrThrow()
const busyOf = (providerId: string) =>
  rig.database.db
    .selectFrom('busy')
    .select(['kind', 'ref'])
    .where('provider_id', '=', providerId)
    .where('kind', 'in', ['hold', 'appointment'])
    .execute()

describe('Trials that an artist offers', () => {
  test('an artist offers a trial per service with its own date rules, and the profile shows it', async () => {
    const { theirs, slug } = await createTestProviderWithTrial(rig, 'offers-it')
    const me = await theirs()
    const { services } = (await me('/v1/providers/me/trials')).body.data
    expect(services.find(({ serviceId }: { serviceId: string }) => serviceId === 'makeup')).toMatchObject({
      label: 'Makeup',
      trial: { cost: 48, minutes: 60, deducted: false, withTest: true, days: 2, months: 6 },
    })
    expect(services.find(({ serviceId }: { serviceId: string }) => serviceId === 'updo').trial).toBeNull()
    const page = (await rig.call(`/v1/@/${slug}`)).body.data
    const [makeup] = page.services.filter(({ id }: { id: string }) => id === 'makeup')
    expect(makeup.trial).toMatchObject({ minutes: 60, deducted: false, withTest: true })
    expect(makeup.trial.price).toBeGreaterThan(48)
    const set = async (change: object) =>
      (await me('/v1/providers/me/trials', 'PUT', { trials: [{ ...one, ...change }] })).body
    const one = { serviceId: 'makeup', cost: 10, minutes: 30, deducted: true, withTest: false, days: 3, months: 2 }
    expect(await set({ serviceId: 'no-such' })).toMatchObject({
      code: 'unknown_service',
      errors: [{ path: 'trials.0.serviceId' }],
    })
    expect(await set({ days: 30, months: 1 })).toMatchObject({
      code: 'trial_span',
      errors: [{ path: 'trials.0.days' }],
    })
    for (const wrong of [{ minutes: 20 }, { cost: -1 }, { days: 1 }, { months: 7 }])
      expect((await set(wrong)).code, JSON.stringify(wrong)).toBe('invalid_input')
    const twice = await me('/v1/providers/me/trials', 'PUT', { trials: [one, one] })
    expect(twice.body.code).toBe('unknown_service')
    expect((await rig.call('/v1/providers/me/trials')).status).toBe(401)
    const other = await createTestClient(
      rig,
      (await createTestProviderWithAccount(rig, { slug: 'other-artist' })).accountId,
    )
    expect(
      (await other('/v1/providers/me/trials')).body.data.services.every((of: { trial: null }) => of.trial === null),
    ).toBe(true)
  })
})

describe('Visits before a day being booked', () => {
  test('trial and patch test are chosen in one step, held with the day and booked with its payment', async () => {
    const { slug, artist } = await createTestProviderWithTrial(rig, 'both-at-once')
    const { visits, timeOf, times, choose, book, hold, account } = await createTestHoldWithVisits(rig, slug)
    const before = await visits()
    expect(before.patchTest).toMatchObject({ services: ['Makeup'], minutes: 20, chosen: null })
    expect(before.trial).toMatchObject({ withTest: ['makeup'], chosen: null, tried: [] })
    const [{ price }] = before.trial.services
    expect(await times('trial', '2027-06-11')).toEqual([])
    expect(await times('trial', '2026-12-10')).toEqual([])
    const [trial, patchTest] = [await timeOf('trial', '2027-05-12', 4), await timeOf('patchTest', '2027-05-05', 2)]
    const chosen = await choose(trial, patchTest)
    expect(chosen.status, JSON.stringify(chosen.body)).toBe(200)
    const { quote } = chosen.body.data.hold
    expect(trialLines(quote)).toMatchObject([{ kind: 'trial', label: 'Trial: Makeup, Wed 12 May 2027', amount: price }])
    expect(pence(quote.total)).toBe(pence(hold.quote.total) + pence(price))
    expect(sumOf(quote)).toBe(pence(quote.total))
    expect(quote.deposit).toBeGreaterThan(hold.quote.deposit)
    expect(chosen.body.data.visits.trial).toMatchObject({ tried: ['makeup'], chosen: { eventDate: '2027-05-12' } })
    expect((await busyOf(artist.id)).map(({ kind }) => kind)).toEqual(['hold', 'hold', 'hold'])
    const zoe = await createTestHoldWithVisits(rig, slug, { eventDate: '2027-06-19' })
    expect((await zoe.times('trial', '2027-05-12')).map(({ startsAt }) => startsAt)).not.toContain(trial.startsAt)
    const lost = await zoe.choose(trial, null)
    expect(lost.body).toMatchObject({ code: 'visit_taken', detail: { kind: 'trial' } })
    expect(lost.body.detail.times.length).toBeGreaterThan(0)
    const appointment = await book()
    expect(appointment.trial).toMatchObject({
      state: 'booked',
      services: ['Makeup'],
      minutes: 60,
      price,
      off: 0,
      withTest: false,
      may: { move: true, cancel: true, judge: false },
    })
    expect(Date.parse(appointment.trial.startsAt)).toBe(Date.parse(trial.startsAt))
    expect(appointment.patchTest).toMatchObject({ state: 'booked' })
    expect(Date.parse(appointment.patchTest.startsAt)).toBe(Date.parse(patchTest.startsAt))
    expect([appointment.total, appointment.deposit, appointment.paid]).toEqual([
      quote.total,
      quote.deposit,
      quote.deposit,
    ])
    const { id } = await trialRow(appointment.id)
    const theirs = await busyOf(artist.id)
    expect(theirs.filter(({ kind }) => kind === 'appointment').map(({ ref }) => ref)).toContain(id)
    expect(theirs.filter(({ kind }) => kind === 'appointment')).toHaveLength(3)
    expect([await mails('trial.booked.customer', id), await mails('trial.booked.provider', id)]).toEqual([1, 1])
    expect(await account()).toBeTruthy()
  })

  test('visits are chosen together or not at all: if one was taken, the previous choice stays', async () => {
    const { slug, artist } = await createTestProviderWithTrial(rig, 'all-or-none')
    const leila = await createTestHoldWithVisits(rig, slug)
    const first = await leila.choose(await leila.timeOf('trial', '2027-05-12', 4), null)
    const before = first.body.data.hold.quote
    const rival = await createTestHoldWithVisits(rig, slug, { eventDate: '2027-06-20' })
    const [trial, patchTest] = [
      await leila.timeOf('trial', '2027-05-14'),
      await leila.timeOf('patchTest', '2027-05-05', 2),
    ]
    expect((await rival.choose(null, patchTest)).status).toBe(200)
    const lost = await leila.choose(trial, patchTest)
    expect(lost.body).toMatchObject({ code: 'visit_taken', detail: { kind: 'patchTest' } })
    expect(lost.body.detail.times.map(({ startsAt }: { startsAt: string }) => startsAt)).not.toContain(
      patchTest.startsAt,
    )
    expect((await leila.leila.call(leila.at)).body.data.hold.quote).toMatchObject({
      hash: before.hash,
      total: before.total,
    })
    expect((await leila.visits()).trial.chosen).toMatchObject({ eventDate: '2027-05-12' })
    expect((await leila.visits()).patchTest.chosen).toBeNull()
    expect((await leila.choose(trial, null)).body.data.hold.quote.total).toBe(before.total)
    const none = await leila.choose(null, null)
    expect(none.body.data.hold.quote).toMatchObject({ total: leila.hold.quote.total, hash: leila.hold.quote.hash })
    expect(await busyOf(artist.id)).toHaveLength(3)
  })

  test('visits are freed with the hold, and a later payment books neither them nor the day', async () => {
    const { slug, artist } = await createTestProviderWithTrial(rig, 'lets-go')
    const leila = await createTestHoldWithVisits(rig, slug)
    const trial = await leila.timeOf('trial', '2027-05-12', 4)
    await leila.choose(trial, null)
    await leila.leila.call(`${leila.at}/release`, 'POST', {})
    expect(await busyOf(artist.id)).toEqual([])
    // The hold expires during the payment and the trial's time is taken: nothing is booked or charged.
    const late = await createTestHoldWithVisits(rig, slug)
    await late.choose(await late.timeOf('trial', '2027-05-12', 4), null)
    const { payment } = (await late.leila.pay(late.hold.id)).body.data
    rig.at(new Date(testNow.getTime() + 16 * 60_000))
    await expireHolds(createJobContext(rig, 'test'))
    expect(await busyOf(artist.id)).toEqual([])
    const rival = await createTestHoldWithVisits(rig, slug, { eventDate: '2027-06-20' })
    expect((await rival.choose(await rival.timeOf('trial', '2027-05-12', 4), null)).status).toBe(200)
    await late.leila.card(payment.clientSecret)
    expect((await late.leila.call(late.at)).body.data.hold).toMatchObject({
      state: 'lapsed',
      appointmentId: null,
      payment: { state: 'voided' },
    })
    expect(await busyOf(artist.id)).toHaveLength(2)
  })

  test('nobody else can see or choose visits, and visits that are not offered or not needed are refused', async () => {
    const { slug, theirs } = await createTestProviderWithTrial(rig, 'refuses', { withTest: false })
    const leila = await createTestHoldWithVisits(rig, slug)
    const eve = await createTestVisitor(rig)
    expect((await eve.call(`${leila.at}/visits`)).status).toBe(404)
    expect((await eve.call(`${leila.at}/visits/times?eventDate=2027-05-12&kind=trial`)).status).toBe(404)
    expect((await eve.call(`${leila.at}/visits`, 'POST', { trial: null, patchTest: null })).status).toBe(404)
    const trial = await leila.timeOf('trial', '2027-05-12', 4)
    // Refused: a combined visit, a service without a trial, and a patch test beside a valid one.
    expect((await leila.choose(trial, null, true)).body.code).toBe('trial_not_offered')
    const updo = await leila.leila.call(`${leila.at}/visits`, 'POST', {
      trial: { ...trial, services: ['updo'] },
      patchTest: null,
    })
    expect(updo.body.code).toBe('trial_not_offered')
    const past = await leila.choose({ eventDate: '2026-11-01', startsAt: '2026-11-01T10:00:00Z' }, null)
    expect(past.body.code).toBe('date_past')
    await (await theirs())('/v1/providers/me/patch-tests', 'PUT', { tests: [] })
    expect((await leila.visits()).patchTest).toBeNull()
    const none = await leila.choose(null, { eventDate: '2027-05-05', startsAt: '2027-05-05T09:00:00Z' })
    expect(none.body.code).toBe('state_changed')
    const key = createTestKey()
    const body = { trial: { ...trial, services: ['makeup'] }, patchTest: null }
    const once = await leila.leila.call(`${leila.at}/visits`, 'POST', body, key)
    const again = await leila.leila.call(`${leila.at}/visits`, 'POST', body, key)
    expect(again.body).toEqual(once.body)
    rig.at(new Date(testNow.getTime() + 16 * 60_000))
    expect((await leila.choose(trial, null)).body.code).toBe('hold_lapsed')
  })

  test('a promo code also applies to the trial, and is recomputed when the visits change', async () => {
    const { slug, theirs } = await createTestProviderWithTrial(rig, 'with-code')
    const code = `TRY${createTestKey().replace(/\W/g, '').slice(-8)}`.toUpperCase()
    const made = await (await theirs())('/v1/providers/me/promos', 'POST', { code, worth: { percent: 10 } })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const leila = await createTestHoldWithVisits(rig, slug)
    const whole = leila.hold.quote.total
    const { price } = (await leila.visits()).trial.services[0]
    await leila.choose(await leila.timeOf('trial', '2027-05-12', 4), null)
    const coded = (await leila.leila.call(`${leila.at}/promo`, 'POST', { code })).body.data.hold.quote
    expect(pence(coded.total)).toBe(pence(whole + price) - Math.floor(pence(whole + price) / 10))
    const without = (await leila.choose(null, null)).body.data.hold.quote
    expect(pence(without.total)).toBe(pence(whole) - Math.floor(pence(whole) / 10))
    const both = (await leila.choose(await leila.timeOf('trial', '2027-05-12', 4), null)).body.data.hold.quote
    expect([both.total, sumOf(both)]).toEqual([coded.total, pence(coded.total)])
    const dropped = (await leila.leila.call(`${leila.at}/promo/drop`, 'POST', {})).body.data.hold.quote
    expect(pence(dropped.total)).toBe(pence(whole + price))
    expect(trialLines(dropped)).toHaveLength(1)
    expect((await leila.book()).total).toBe(dropped.total)
  })
})

test('if a code took off the whole fee, cancelling the trial deducts the amount shown, and the price never goes below zero', async () => {
  const { slug } = await createTestProviderWithTrial(rig, 'code-and-off', { tested: false })
  const { appointment, cancelTrial, read } = await createTestBookingWithTrial(rig, slug, { papers: { inFull: true } })
  // As a platform code would leave it: no fee, and the same earnings.
  const row = await rig.database.db
    .selectFrom('appointment')
    .selectAll()
    .where('id', '=', appointment.id)
    .executeTakeFirstOrThrow()
  const body = row.body as unknown as { lines: object[]; terms: { costsMinor: number[] } }
  const amount = -row.fee_minor / 100
  const line = { kind: 'promo', label: 'Code', count: 1, unit: amount, amount, parts: [], people: null, minutes: null }
  await rig.database.db
    .updateTable('appointment')
    .set({
      body: JSON.stringify({
        ...body,
        lines: [...body.lines, line],
        terms: { ...body.terms, costsMinor: [...body.terms.costsMinor, 0] },
      }),
      total_minor: row.total_minor - row.fee_minor,
      deposit_minor: row.total_minor - row.fee_minor,
      fee_minor: 0,
    })
    .where('id', '=', appointment.id)
    .execute()
  await rig.database.db
    .updateTable('payment')
    .set({ amount_minor: row.total_minor - row.fee_minor, fee_minor: 0 })
    .where('ref', '=', row.hold_id as string)
    .execute()
  for (const [days, least] of [
    [3, 1],
    [1, 0],
  ] as const) {
    rig.at(new Date(Date.parse(appointment.trial.startsAt) - days * dayMs))
    const { total, trial } = await read()
    expect(trial.back).toBeGreaterThanOrEqual(least)
    if (least > 0) continue
    expect(trial.back).toBe(0)
    const off = await cancelTrial(0)
    expect(off.status, JSON.stringify(off.body)).toBe(200)
    expect(off.body.data.appointment).toMatchObject({ total, balance: 0, refunded: 0 })
  }
})

describe('One visit for trial and patch test', () => {
  test('a combined visit is one time in the diary; the patch test is moved and completed together with the trial', async () => {
    const { slug, artist, theirs } = await createTestProviderWithTrial(rig, 'one-visit')
    const { appointment, moveTrial, read } = await createTestBookingWithTrial(rig, slug, { withTest: true })
    expect(appointment.trial).toMatchObject({ state: 'booked', withTest: true })
    expect(appointment.patchTest).toMatchObject({ state: 'booked', startsAt: appointment.trial.startsAt })
    expect(await busyOf(artist.id)).toHaveLength(2)
    const moved = await moveTrial('2027-05-20', 3)
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
    const now = moved.body.data.appointment
    expect(now.trial.startsAt).toContain('2027-05-20')
    expect(now.patchTest).toMatchObject({ state: 'booked', startsAt: now.trial.startsAt, endsAt: now.trial.endsAt })
    expect(trialLines(now)).toMatchObject([{ label: 'Trial: Makeup, Thu 20 May 2027' }])
    expect(await busyOf(artist.id)).toHaveLength(2)
    const at = `/v1/providers/appointments/${appointment.id}`
    const judge = async (outcome: string) => (await theirs())(`${at}/trial/outcome`, 'POST', { outcome })
    expect((await judge('done')).body.code).toBe('too_early')
    rig.at(new Date(Date.parse(now.trial.endsAt)))
    expect((await judge('done')).body.data.appointment).toMatchObject({
      trial: { state: 'done', may: { judge: false } },
      patchTest: { state: 'done' },
    })
    expect((await judge('missed')).body.code).toBe('state_changed')
    expect((await judge('off')).body.code).toBe('state_changed')
    rig.at(new Date(Date.parse(appointment.startsAt) - hourMs))
    expect((await (await theirs())(at, 'PATCH', { act: 'arrived' })).status).toBe(200)
    expect((await read()).trial.state).toBe('done')
  })
})

describe('Trial of a booking', () => {
  test('both sides can move a trial within its rules, and nobody else can', async () => {
    const {
      slug,
      theirs,
      artist: settled,
    } = await createTestProviderWithTrial(rig, 'moved-by-both', { days: 7, months: 2, tested: false })
    const { appointment, of, call, moveTrial, trialTimes, account } = await createTestBookingWithTrial(rig, slug)
    expect(await trialTimes('2027-06-06')).toEqual([])
    expect(await trialTimes('2027-04-10')).toEqual([])
    expect(
      (await call(`${of}/trial`, 'POST', { eventDate: '2027-06-11', startsAt: '2027-06-11T09:00:00Z' })).body.code,
    ).toBe('slot_taken')
    expect((await moveTrial('2027-05-20', 2)).body.data.appointment.trial.startsAt).toContain('2027-05-20')
    const { id } = await trialRow(appointment.id)
    expect([await mails('trial.moved.customer', id), await mails('trial.moved.provider', id)]).toEqual([1, 1])
    const artist = await theirs()
    const at = `/v1/providers/appointments/${appointment.id}/trial`
    const { times } = (await artist(`${at}/times?eventDate=2027-05-25`)).body.data
    const moved = await artist(at, 'POST', { eventDate: '2027-05-25', startsAt: times[3].startsAt })
    expect(moved.body.data.appointment.trial).toMatchObject({ state: 'booked', startsAt: times[3].startsAt })
    const eve = await createTestVisitor(rig)
    for (const [path, body] of [
      ['/trial', { eventDate: '2027-05-25', startsAt: times[0].startsAt }],
      ['/trial/cancel', { refund: 0 }],
    ] as const)
      expect((await eve.call(`${of}${path}`, 'POST', body)).status, path).toBe(404)
    expect((await eve.call(`${of}/trial/times?eventDate=2027-05-25`)).status).toBe(404)
    const strange = await createTestClient(
      rig,
      (await createTestProviderWithAccount(rig, { slug: 'not-their-trial' })).accountId,
    )
    expect((await strange(at, 'POST', { eventDate: '2027-05-25', startsAt: times[0].startsAt })).status).toBe(404)
    expect((await strange(`${at}/times?eventDate=2027-05-25`)).status).toBe(404)
    expect((await strange(`${at}/outcome`, 'POST', { outcome: 'off' })).status).toBe(404)
    const list = (await artist('/v1/providers/appointments?from=2027-05-01&until=2027-06-30')).body.data
    expect(list.trials).toMatchObject([{ appointmentId: appointment.id, eventDate: '2027-05-25', done: false }])
    for (const of of [{ providerId: settled.id }, { accountId: await account() }])
      expect(await listVisitEntries(rig.database.db, of, { since: testNow, now: testNow })).toMatchObject([
        { id, kind: 'trial', from: new Date(times[3].startsAt), cancelled: false, place: '1 Church Lane' },
      ])
  })

  test('every move of a trial sends emails, also a move back to an earlier time', async () => {
    const { slug } = await createTestProviderWithTrial(rig, 'to-and-fro', { tested: false })
    const { appointment, moveTrial } = await createTestBookingWithTrial(rig, slug)
    const { id } = await trialRow(appointment.id)
    for (const [n, day] of ['2027-05-20', '2027-05-25', '2027-05-20', '2027-05-25'].entries()) {
      expect((await moveTrial(day, 2)).status).toBe(200)
      expect([await mails('trial.moved.customer', id), await mails('trial.moved.provider', id)]).toEqual([n + 1, n + 1])
    }
  })

  test('a trial keeps its time when the day moves, and loses it if it no longer fits', async () => {
    const { slug, artist } = await createTestProviderWithTrial(rig, 'day-moves')
    const { appointment, of, call, read, moveTrial } = await createTestBookingWithTrial(rig, slug, { withTest: true })
    const { id } = await trialRow(appointment.id)
    const moveTo = async (eventDate: string) => {
      const asked = await call(`${of}/moves`, 'POST', { eventDate, finishTime: '15:00' })
      expect(asked.status, JSON.stringify(asked.body)).toBe(200)
      expect((await acceptMoveAsProvider(rig, appointment.id, asked.body.data.appointment.move.id)).status).toBe(200)
      return read()
    }
    expect((await moveTo('2027-06-20')).trial).toMatchObject({ state: 'booked', startsAt: appointment.trial.startsAt })
    const open = await moveTo('2027-05-13')
    expect(open.trial).toMatchObject({ state: 'open', startsAt: null, may: { move: true, cancel: true } })
    expect(open.total).toBe(appointment.total)
    expect(trialLines(open)).toMatchObject([{ label: 'Trial: Makeup' }])
    expect(open.patchTest).toMatchObject({ state: 'needed' })
    expect(await busyOf(artist.id)).toHaveLength(1)
    expect([await mails('trial.open.customer', id), await mails('trial.open.provider', id)]).toEqual([1, 1])
    const again = await moveTrial('2027-04-20', 2)
    expect(again.body.data.appointment).toMatchObject({ trial: { state: 'booked' }, patchTest: { state: 'booked' } })
    expect(await busyOf(artist.id)).toHaveLength(2)
    await moveTo('2027-04-21')
    const { trial } = await read()
    expect(trial).toMatchObject({ state: 'open', back: trial.price })
  })

  test('a cancelled trial is deducted by the policy, and the amount overpaid is refunded to the penny', async () => {
    const { slug, artist } = await createTestProviderWithTrial(rig, 'off-alone', { tested: false })
    const { appointment, cancelTrial, read } = await createTestBookingWithTrial(rig, slug)
    const { price } = appointment.trial
    expect(appointment.trial.back).toBe(price)
    const wrong = await cancelTrial(price - 1)
    expect(wrong.body).toMatchObject({ code: 'refund_changed', detail: { refund: price } })
    const off = await cancelTrial(price)
    expect(off.status, JSON.stringify(off.body)).toBe(200)
    const now = off.body.data.appointment
    expect(now.trial).toMatchObject({ state: 'cancelled', kept: 0, back: 0, may: { move: false, cancel: false } })
    expect(pence(now.total)).toBe(pence(appointment.total) - pence(price))
    expect([trialLines(now), sumOf(now)]).toEqual([[], pence(now.total)])
    expect(pence(now.refunded)).toBe(pence(appointment.deposit) - pence(now.deposit))
    expect(pence(now.balance)).toBe(pence(now.total) - pence(now.paid) + pence(now.refunded))
    expect(await busyOf(artist.id)).toHaveLength(1)
    const { id } = await trialRow(appointment.id)
    expect([await mails('trial.off.customer', id), await mails('trial.off.provider', id)]).toEqual([1, 1])
    expect((await cancelTrial(0)).body.code).toBe('state_changed')
    expect((await read()).refund.now).toBe(now.deposit)
  })

  test('after a late cancellation the policy keeps part of the trial price; if everything was paid, the rest is refunded', async () => {
    const { slug } = await createTestProviderWithTrial(rig, 'off-late', { tested: false })
    const { appointment, cancelTrial, read } = await createTestBookingWithTrial(rig, slug, { papers: { inFull: true } })
    const { price, startsAt } = appointment.trial
    rig.at(new Date(Date.parse(startsAt) - 3 * dayMs))
    const { back } = (await read()).trial
    expect(back).toBeLessThan(price)
    const now = (await cancelTrial(back)).body.data.appointment
    expect(now.trial).toMatchObject({ state: 'cancelled', kept: price - back })
    expect(now.refunded).toBe(back)
    expect(pence(now.total)).toBe(pence(appointment.total) - pence(back))
    expect(trialLines(now)).toMatchObject([{ kind: 'kept', label: 'Kept for the trial', amount: price - back }])
    expect(sumOf(now)).toBe(pence(now.total))
  })

  test('a trial cancelled by the artist is refunded in full at any time', async () => {
    const { slug, theirs } = await createTestProviderWithTrial(rig, 'off-by-artist', { tested: false })
    const { appointment } = await createTestBookingWithTrial(rig, slug, { papers: { inFull: true } })
    rig.at(new Date(Date.parse(appointment.trial.startsAt) - hourMs))
    const off = await (await theirs())(`/v1/providers/appointments/${appointment.id}/trial/outcome`, 'POST', {
      outcome: 'off',
    })
    expect(off.status, JSON.stringify(off.body)).toBe(200)
    expect(off.body.data.appointment).toMatchObject({
      trial: { state: 'cancelled', kept: 0 },
      refunded: appointment.trial.price,
    })
  })

  test('a trial whose price the artist deducts from the day does not change what is paid, booked or refunded', async () => {
    const { slug } = await createTestProviderWithTrial(rig, 'off-the-day', { deducted: true, tested: false })
    const { appointment, hold, cancelTrial } = await createTestBookingWithTrial(rig, slug)
    const { price } = appointment.trial
    expect(trialLines(appointment)).toMatchObject([
      { kind: 'trial', amount: price },
      { kind: 'trialOff', label: 'Trial price deducted', amount: -price },
    ])
    expect([appointment.total, appointment.deposit]).toEqual([hold.quote.total, hold.quote.deposit])
    const off = (await cancelTrial(0)).body.data.appointment
    expect([off.total, off.deposit, off.refunded, off.trial.state]).toEqual([
      appointment.total,
      appointment.deposit,
      0,
      'cancelled',
    ])
  })

  test('a cancelled day cancels its trial by the policy; a completed trial stays paid, and the two amounts add up', async () => {
    const { slug, artist, theirs } = await createTestProviderWithTrial(rig, 'goes-along', { tested: false })
    const first = await createTestBookingWithTrial(rig, slug)
    const { refund } = await first.read()
    expect(refund.now).toBe(first.appointment.deposit)
    const gone = (await first.cancel(refund.now)).body.data.appointment
    expect(gone).toMatchObject({
      state: 'cancelled',
      trial: { state: 'cancelled' },
      refunded: first.appointment.deposit,
    })
    expect(await busyOf(artist.id)).toEqual([])
    const second = await createTestBookingWithTrial(rig, slug)
    const { price, startsAt, endsAt } = second.appointment.trial
    const whole = second.appointment.deposit
    rig.at(new Date(Date.parse(startsAt) + 60_000))
    // Begun, and not yet reported.
    expect(pence((await second.read()).refund.now)).toBe(pence(whole) - Math.min(pence(whole), pence(price)))
    rig.at(new Date(Date.parse(endsAt)))
    const at = `/v1/providers/appointments/${second.appointment.id}/trial/outcome`
    expect((await (await theirs())(at, 'POST', { outcome: 'done' })).status).toBe(200)
    const timeline = (await second.read()).refund
    expect(timeline.steps[0].share).toBe(100)
    for (const step of timeline.steps)
      expect(pence(step.refund) + pence(step.keptByProvider) + pence(step.keptByPlatform)).toBe(pence(whole))
    expect((await second.cancel(whole)).body.code).toBe('refund_changed')
    const cancelled = (await second.cancel(timeline.now)).body.data.appointment
    expect(cancelled).toMatchObject({ trial: { state: 'done' }, refunded: timeline.now })
    expect(pence(timeline.now)).toBe(pence(whole) - Math.min(pence(whole), pence(price)))
    const [owed] = await getOwedSums(rig.database.db, artist.id)
    expect(owed?.earned).toBe(pence(timeline.steps[0].keptByProvider))
  })

  test('after the artist cancels the day, everything is refunded, even a completed trial', async () => {
    const { slug, theirs } = await createTestProviderWithTrial(rig, 'artist-cancels', { tested: false })
    const { appointment, read } = await createTestBookingWithTrial(rig, slug)
    rig.at(new Date(Date.parse(appointment.trial.endsAt)))
    const cancelled = await (await theirs())(`/v1/providers/appointments/${appointment.id}`, 'PATCH', {
      act: 'cancel',
      reason: 'Ill, sorry.',
    })
    expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
    const now = await read()
    expect(now.trial.state).toBe('done')
    expect(now.refunded === appointment.deposit || now.rescueUntil !== null).toBe(true)
  })

  test('a trial that has begun counts as done, wherever the day moves', async () => {
    const { slug } = await createTestProviderWithTrial(rig, 'begun-stays', { tested: false })
    const { appointment, of, call, read } = await createTestBookingWithTrial(rig, slug)
    rig.at(new Date(Date.parse(appointment.trial.endsAt) + hourMs))
    const asked = await call(`${of}/moves`, 'POST', { eventDate: '2027-05-13', finishTime: '20:00' })
    expect(asked.status, JSON.stringify(asked.body)).toBe(200)
    expect((await acceptMoveAsProvider(rig, appointment.id, asked.body.data.appointment.move.id)).status).toBe(200)
    expect((await read()).trial).toMatchObject({ state: 'done', startsAt: appointment.trial.startsAt })
    await processLinked(createJobContext(rig, 'test'))
    expect(await read()).toMatchObject({ total: appointment.total, trial: { state: 'done' } })
  })

  test('moving a trial never improves the customer’s refund, and an artist’s move never reduces it', async () => {
    const { slug, theirs } = await createTestProviderWithTrial(rig, 'policy-stays', { tested: false })
    const { appointment, moveTrial, read } = await createTestBookingWithTrial(rig, slug)
    const { price, startsAt } = appointment.trial
    rig.at(new Date(Date.parse(startsAt) - 36 * hourMs))
    expect((await read()).trial.back).toBe(0)
    expect((await moveTrial('2027-06-05', 2)).body.data.appointment.trial).toMatchObject({ state: 'booked', back: 0 })
    const artist = await theirs()
    const at = `/v1/providers/appointments/${appointment.id}/trial`
    const move = async (eventDate: string) => {
      const { times } = (await artist(`${at}/times?eventDate=${eventDate}`)).body.data
      expect((await artist(at, 'POST', { eventDate, startsAt: times[3].startsAt })).status).toBe(200)
      return (await read()).trial.back
    }
    expect(await move('2027-06-07')).toBe(price)
    expect(await move('2027-05-12')).toBe(price)
  })

  test('a trial cannot be cancelled while a move of the day is proposed', async () => {
    const { slug } = await createTestProviderWithTrial(rig, 'suggestion', { tested: false })
    const { of, call, cancelTrial, appointment } = await createTestBookingWithTrial(rig, slug)
    await call(`${of}/moves`, 'POST', { eventDate: '2027-06-20', finishTime: '15:00' })
    expect((await cancelTrial(appointment.trial.price)).body.code).toBe('move_pending')
  })

  test('after a change of the party, the price still contains the trial', async () => {
    const { slug } = await createTestProviderWithTrial(rig, 'party-grows', { tested: false })
    const { appointment, of, call } = await createTestBookingWithTrial(rig, slug)
    const people = [...appointment.party, { person: null, name: 'Noor', services: appointment.party[0].services }].map(
      (one) => ({ ...one, services: one.services.map(({ id }: { id: string }) => id) }),
    )
    const { preview } = (await call(`${of}/party`, 'POST', { people, preview: true })).body.data
    expect(pence(preview.total)).toBe(
      2 * (pence(appointment.total) - pence(appointment.trial.price)) + pence(appointment.trial.price),
    )
  })

  test('the database refuses a trial outside its rules or of a cancelled booking', async () => {
    const { slug } = await createTestProviderWithTrial(rig, 'by-constraint', { tested: false })
    const { appointment } = await createTestBookingWithTrial(rig, slug)
    const { db } = rig.database
    const move = db
      .updateTable('appointment')
      .set({ starts_at: new Date('2027-05-13T09:00:00Z') })
      .where('id', '=', appointment.id)
    await expect(move.execute()).rejects.toThrow('within its span')
    const shift = db
      .updateTable('linked_appointment')
      .set({ starts_at: new Date('2026-12-01T09:00:00Z') })
      .where('appointment_id', '=', appointment.id)
    await expect(shift.execute()).rejects.toThrow('within its span')
    const dearer = db
      .updateTable('linked_appointment')
      .set({ deducted_minor: 1_000_000 })
      .where('appointment_id', '=', appointment.id)
    await expect(dearer.execute()).rejects.toThrow('check')
  })
})

describe('Scheduled work for visits', () => {
  test('both sides are reminded a day before, and a trial without a report counts as done', async () => {
    const { slug } = await createTestProviderWithTrial(rig, 'clock-soon', { tested: false })
    const { appointment, read } = await createTestBookingWithTrial(rig, slug)
    const { id } = await trialRow(appointment.id)
    const work = async (at: number) => {
      rig.at(new Date(at))
      await processLinked(createJobContext(rig, 'test'))
      return [await mails('trial.soon.customer', id), await mails('trial.soon.provider', id)]
    }
    const [starts, ends] = [Date.parse(appointment.trial.startsAt), Date.parse(appointment.trial.endsAt)]
    expect(await work(starts - 30 * hourMs)).toEqual([0, 0])
    expect(await work(starts - 20 * hourMs)).toEqual([1, 1])
    expect(await work(starts - 10 * hourMs)).toEqual([1, 1])
    await work(ends + 47 * hourMs)
    expect((await read()).trial.state).toBe('booked')
    await work(ends + 49 * hourMs)
    expect((await read()).trial.state).toBe('done')
  })

  test('emails ask the customer to choose a time for a trial, and the trial is deducted from the price if no time is left', async () => {
    const { slug } = await createTestProviderWithTrial(rig, 'clock-open', { tested: false })
    const { appointment, of, call, read } = await createTestBookingWithTrial(rig, slug)
    const asked = await call(`${of}/moves`, 'POST', { eventDate: '2027-05-13', finishTime: '15:00' })
    await acceptMoveAsProvider(rig, appointment.id, asked.body.data.appointment.move.id)
    const starts = Date.parse((await read()).startsAt)
    const work = async (days: number) => {
      rig.at(new Date(starts - days * dayMs))
      await processLinked(createJobContext(rig, 'test'))
      return mails('trial.needed.customer', appointment.id)
    }
    expect([await work(40), await work(29), await work(28), await work(13)]).toEqual([0, 1, 1, 2])
    await work(1.5)
    const now = await read()
    expect(now.trial).toMatchObject({ state: 'cancelled', kept: 0 })
    expect(pence(now.total)).toBe(pence(appointment.total) - pence(appointment.trial.price))
    const { id } = await trialRow(appointment.id)
    expect([await mails('trial.dropped.customer', id), await mails('trial.dropped.provider', id)]).toEqual([1, 1])
    expect([await mails('trial.off.customer', id), await mails('trial.off.provider', id)]).toEqual([0, 0])
  })

  test('for a trial that loses its time late, one email asks for a new time, not one per reminder', async () => {
    const { slug } = await createTestProviderWithTrial(rig, 'clock-late', { tested: false })
    const { appointment, of, call, read } = await createTestBookingWithTrial(rig, slug)
    const asked = await call(`${of}/moves`, 'POST', { eventDate: '2027-05-13', finishTime: '15:00' })
    await acceptMoveAsProvider(rig, appointment.id, asked.body.data.appointment.move.id)
    rig.at(new Date(Date.parse((await read()).startsAt) - 5 * dayMs))
    await processLinked(createJobContext(rig, 'test'))
    await processLinked(createJobContext(rig, 'test'))
    expect(await mails('trial.needed.customer', appointment.id)).toBe(1)
  })

  test('after a trial without a report, the patch test is mentioned once and waits for the artist, who is notified', async () => {
    const { slug, theirs } = await createTestProviderWithTrial(rig, 'clock-unspoken')
    const { appointment, read } = await createTestBookingWithTrial(rig, slug, { withTest: true })
    const { id } = await rig.database.db
      .selectFrom('linked_appointment')
      .select('id')
      .where('kind', '=', 'patch_test')
      .where('appointment_id', '=', appointment.id)
      .executeTakeFirstOrThrow()
    const { id: trial } = await trialRow(appointment.id)
    const work = async (at: number) => {
      rig.at(new Date(at))
      await processLinked(createJobContext(rig, 'test'))
    }
    const [starts, ends] = [Date.parse(appointment.trial.startsAt), Date.parse(appointment.trial.endsAt)]
    await work(starts - 20 * hourMs)
    expect([await mails('trial.soon.customer', trial), await mails('test.soon.customer', id)]).toEqual([1, 0])
    const told = async () => [
      await mails('test.unspoken.provider', id),
      await mails('test.needed.customer', appointment.id),
    ]
    await work(ends + 23 * hourMs)
    expect(await told()).toEqual([0, 0])
    await work(ends + 25 * hourMs)
    expect(await told()).toEqual([1, 0])
    await work(ends + 49 * hourMs)
    await work(ends + 50 * hourMs)
    expect(await told()).toEqual([1, 1])
    expect(await read()).toMatchObject({ trial: { state: 'done' }, patchTest: { state: 'booked' } })
    const said = await (await theirs())(`/v1/providers/appointments/${appointment.id}/patch-test`, 'POST', {
      outcome: 'done',
    })
    expect(said.status, JSON.stringify(said.body)).toBe(200)
    expect((await read()).patchTest.state).toBe('done')
  })
})

test('a replacement for an artist costs no more than the day without the trial', async () => {
  const { slug, theirs } = await createTestProviderWithTrial(rig, 'cancels-a-day', { tested: false })
  const { appointment, call, of } = await createTestBookingWithTrial(rig, slug)
  await createTestProviderWithAccount(rig, { slug: 'asks-as-much', costs: { makeup: 24_000 } })
  await createTestProviderWithAccount(rig, { slug: 'asks-for-the-trial', costs: { makeup: 25_000 } })
  const cancelled = await (await theirs())(`/v1/providers/appointments/${appointment.id}`, 'PATCH', {
    act: 'cancel',
    reason: 'A broken wrist.',
  })
  expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
  const rescue = (await call(`${of}/rescue`)).body.data
  expect(rescue.artists.map((one: { slug: string }) => one.slug)).toEqual(['asks-as-much'])
  expect(pence(rescue.totalBefore)).toBe(pence(appointment.total) - pence(appointment.trial.price))
  const dearer = await call(`${of}/rescue`, 'POST', { profileId: 'asks-for-the-trial' })
  expect(dearer.body.code).toBe('slot_taken')
})

test('two visits at overlapping times cannot be chosen, even in a soft hold', async () => {
  const { slug } = await createTestProviderWithTrial(rig, 'softly-twice')
  const { hold, choose, timeOf, times } = await createTestHoldWithVisits(rig, slug)
  await rig.database.db.updateTable('hold').set({ soft: true }).where('id', '=', hold.id).execute()
  const trial = await timeOf('trial', '2027-05-12', 4)
  const within = (startsAt: string) => {
    const after = Date.parse(startsAt) - Date.parse(trial.startsAt)
    return after >= 0 && after < hourMs
  }
  const [overlapping] = (await times('patchTest', '2027-05-12')).filter(({ startsAt }) => within(startsAt))
  const refused = await choose(trial, { eventDate: '2027-05-12', startsAt: overlapping?.startsAt ?? '' })
  expect(refused.body).toMatchObject({ code: 'visit_taken', detail: { kind: 'patchTest' } })
  expect(refused.body.detail.times.length).toBeGreaterThan(0)
  expect((await choose(trial, null)).status).toBe(200)
  expect((await times('patchTest', '2027-05-12')).filter(({ startsAt }) => within(startsAt))).toEqual([])
})

test('a trial that cannot be deducted yet does not block the work for others', async () => {
  const waiting = await createTestProviderWithTrial(rig, 'waits-on', { tested: false })
  const one = await createTestBookingWithTrial(rig, waiting.slug)
  const moved = await one.call(`${one.of}/moves`, 'POST', { eventDate: '2027-05-13', finishTime: '15:00' })
  await acceptMoveAsProvider(rig, one.appointment.id, moved.body.data.appointment.move.id)
  const { slug } = await createTestProviderWithTrial(rig, 'is-reminded', { tested: false })
  const other = await createTestBookingWithTrial(rig, slug)
  const { id } = await trialRow(other.appointment.id)
  rig.at(new Date(Date.parse(other.appointment.trial.startsAt) - 10 * hourMs))
  expect((await one.call(`${one.of}/moves`, 'POST', { eventDate: '2027-06-20', finishTime: '15:00' })).status).toBe(200)
  await processLinked(createJobContext(rig, 'test'))
  expect((await one.read()).trial.state).toBe('open')
  expect(await mails('trial.soon.customer', id)).toBe(1)
})

test('the price of a hold with a trial expires with its visits', async () => {
  const { slug } = await createTestProviderWithTrial(rig, 'kept-no-longer', { tested: false })
  const leila = await createTestHoldWithVisits(rig, slug)
  const { hash } = (await leila.choose(await leila.timeOf('trial', '2027-05-12', 4), null)).body.data.hold.quote
  const again = () =>
    leila.leila.call('/v1/holds', 'POST', { quoteId: leila.leila.id, profileId: slug, type: 'mobile', hash })
  expect((await again()).body.data.hold.id).toBe(leila.hold.id)
  // Expired, but not released by the job yet.
  rig.at(new Date(testNow.getTime() + 15 * 60_000 + 1))
  expect((await again()).body).toMatchObject({ code: 'quote_expired' })
})

test('trials are in the data export of both sides, and the artist’s has the offered trials', async () => {
  const { slug, artist } = await createTestProviderWithTrial(rig, 'exported', { tested: false })
  const { appointment, account } = await createTestBookingWithTrial(rig, slug)
  const { id } = await trialRow(appointment.id)
  const copyOf = (accountId: string) => collectAccountData(rig.database.db, accountId)
  const [hers, theirs] = [await copyOf(await account()), await copyOf(artist.accountId)]
  expect(hers).toMatchObject({
    trials: [{ id, state: 'booked' }],
    visitsOfHolds: [{ kind: 'trial' }],
    trialsOffered: [],
  })
  expect(theirs).toMatchObject({ trials: [{ id }], trialsOffered: [{ service_id: 'makeup', cost_minor: 4_800 }] })
})
