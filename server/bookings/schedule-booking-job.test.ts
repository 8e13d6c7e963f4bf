import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { handleTestBankEvents } from '#server/payments/events.ts'
import { sendPayments } from '#server/payments/index.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import {
  createTestAddress,
  createTestClient,
  createTestKey,
  createTestVisitor,
  getAccountId,
} from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { completeAppointments } from './completion.ts'
import { endMoves } from './moves.ts'

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

const signIn = async (who: string) =>
  (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email: `${who}@primp.test`, password: 'primp-sample-1' },
      address: createTestAddress(),
    })
  ).body.data.token as string

const artistWith = (slug: string, terms: Record<string, unknown> = {}) =>
  createTestProviderWithAccount(rig, { slug, ...terms })
const signedIn = (accountId: string) => createTestClient(rig, accountId)

const ledgerSum = async () =>
  Number(
    (
      await rig.database.db
        .selectFrom('ledger_entry')
        .select((eb) => eb.fn.sum('amount_minor').as('sum'))
        .executeTakeFirst()
    )?.sum ?? 0,
  )
const mailsOf = async (id: string) =>
  (
    await rig.database.db
      .selectFrom('outbox')
      .select(['kind', 'address'])
      .where('fact', 'like', `%${id}%`)
      .where('channel', '=', 'mail')
      .execute()
  ).map(({ kind }) => kind)

test('an artist without payout details cannot be booked, and is reminded about it once a week', async () => {
  const artist = await artistWith('unpaid')
  const leila = await createTestVisitor(rig)
  const { hash } = await leila.quote('unpaid')
  await rig.database.db
    .updateTable('provider')
    .set({ payouts_ready: false, instant_booking: false })
    .where('id', '=', artist.id)
    .execute()
  const ask = () => leila.call('/v1/holds', 'POST', { quoteId: leila.id, profileId: 'unpaid', type: 'mobile', hash })
  for (let i = 0; i < 3; i++) expect((await ask()).body.code).toBe('payout_missing')
  const told = () =>
    rig.database.db
      .selectFrom('outbox')
      .select(['kind', 'channel'])
      .where('fact', 'like', `%${artist.id}%`)
      .where('channel', '=', 'mail')
      .execute()
  expect(await told()).toEqual([{ kind: 'payout.missing', channel: 'mail' }])
})

test('the list of payments and a receipt name the appointment and the amount left to pay', async () => {
  await createInstantTestProvider(rig, { slug: 'receipted' })
  const leila = await createTestVisitor(rig)
  const booked = await leila.book('receipted')
  const { account_id } = await rig.database.db
    .selectFrom('appointment')
    .select('account_id')
    .where('id', '=', booked.id)
    .executeTakeFirstOrThrow()
  const call = await signedIn(account_id as string)
  expect((await call('/v1/payments')).body.data.payments).toEqual([
    expect.objectContaining({ kind: 'deposit', inFull: false, event: 'Wedding', eventDate: booked.eventDate }),
  ])
  const receipt = (await call(`/v1/payments/${booked.payments[0].id}/receipt`)).body.data.receipt
  expect(receipt).toMatchObject({
    description: expect.stringMatching(/^Deposit, Wedding, \w+ 12 June/),
    paid: booked.deposit,
    refunded: 0,
    open: booked.balance,
  })
})

describe('Cancellation', () => {
  test('a cancellation refunds exactly the amount shown, frees the time, and is refused once a boundary has passed', async () => {
    const artist = await createInstantTestProvider(rig, { slug: 'fair-one' })
    const leila = await createTestVisitor(rig)
    const booked = await leila.book('fair-one')
    const start = Date.parse(booked.startsAt)
    // Policy `fair`: half is refunded from seven days before the event on.
    rig.at(new Date(start - 7 * 86_400_000 + 1))
    const shown = (await leila.call(`/v1/bookings/${booked.id}`)).body.data.appointment
    expect(shown.refund.now).toBe(Math.ceil(booked.deposit * 50) / 100)
    expect(
      (await leila.call(`/v1/bookings/${booked.id}/cancel`, 'POST', { refund: booked.deposit })).body,
    ).toMatchObject({ code: 'refund_changed', detail: { refund: shown.refund.now } })
    const answer = await leila.call(`/v1/bookings/${booked.id}/cancel`, 'POST', {
      refund: shown.refund.now,
      reason: 'Plans changed',
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const { appointment } = answer.body.data
    expect(appointment).toMatchObject({
      state: 'cancelled',
      cancelledBy: 'customer',
      refunded: shown.refund.now,
      may: { cancel: false, move: false },
    })
    expect(
      await rig.database.db.selectFrom('busy').select('id').where('provider_id', '=', artist.id).execute(),
    ).toEqual([])
    expect(await mailsOf(booked.id)).toContain('cancelled.byCustomer.customer')
    expect(await ledgerSum()).toBe(0)
    expect((await leila.call(`/v1/bookings/${booked.id}/cancel`, 'POST', { refund: 0 })).body.code).toBe(
      'state_changed',
    )
  })

  test('a cancellation sends the customer one email, which says how the refund arrives', async () => {
    await createInstantTestProvider(rig, { slug: 'one-mail' })
    const leila = await createTestVisitor(rig)
    const booked = await leila.book('one-mail')
    const answer = await leila.call(`/v1/bookings/${booked.id}/cancel`, 'POST', { refund: booked.deposit })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    await handleTestBankEvents(createJobContext(rig, 'test'))
    const refunds = await rig.database.db
      .selectFrom('refund')
      .select(['id', 'state'])
      .where('fact', 'like', `cancel:${booked.id}:%`)
      .execute()
    expect(refunds).toMatchObject([{ state: 'done' }])
    expect(await mailsOf(refunds[0]?.id ?? '')).toEqual([])
    const mail = await rig.database.db
      .selectFrom('outbox')
      .select('body')
      .where('kind', '=', 'cancelled.byCustomer.customer')
      .where('fact', 'like', `%${booked.id}%`)
      .where('channel', '=', 'mail')
      .executeTakeFirstOrThrow()
    expect(mail.body).toContain(
      `You cancelled your booking for Sat 12 June 2027. You get a full refund of £${booked.deposit.toFixed(2)}. We are sending it to your card now.`,
    )
  })

  test('two cancel requests with one key cause one refund', async () => {
    await createInstantTestProvider(rig, { slug: 'once' })
    const leila = await createTestVisitor(rig)
    const booked = await leila.book('once')
    const key = createTestKey()
    const both = await Promise.all(
      [0, 1].map(() => leila.call(`/v1/bookings/${booked.id}/cancel`, 'POST', { refund: booked.deposit }, key)),
    )
    expect(both.some(({ status }) => status === 200)).toBe(true)
    const refunds = await rig.database.db
      .selectFrom('refund')
      .innerJoin('payment', 'payment.id', 'refund.payment_id')
      .select('refund.amount_minor')
      .where('payment.provider_id', '=', booked.provider._id)
      .execute()
    expect(refunds.map(({ amount_minor }) => amount_minor)).toEqual([booked.deposit * 100])
  })
})

test('a cancellation or move within a day ignores quiet hours; the notice about a later day waits for the morning', async () => {
  const artist = await artistWith('of-the-hour', { notice: 0 })
  const asked = await createTestVisitor(rig, { eventDate: '2026-11-21', finishTime: '08:00' })
  const [near, far] = [await asked.book('of-the-hour'), await (await createTestVisitor(rig)).book('of-the-hour')]
  const theirs = await signedIn(artist.accountId)
  expect(
    (await asked.call(`/v1/bookings/${near.id}/moves`, 'POST', { eventDate: '2026-11-22', finishTime: '13:30' }))
      .status,
  ).toBe(200)
  for (const { id } of [near, far])
    expect((await theirs(`/v1/providers/appointments/${id}`, 'PATCH', { act: 'cancel', reason: 'Flu' })).status).toBe(
      200,
    )
  const told = async (id: string) =>
    (
      await rig.database.db
        .selectFrom('outbox')
        .select(['kind', 'urgent'])
        .where('fact', 'like', `cancelled.%${id}%`)
        .execute()
    ).map(({ urgent }) => urgent)
  expect(await told(near.id)).toEqual([true, true])
  expect(await told(far.id)).toEqual([false, false])
  expect(
    await rig.database.db
      .selectFrom('outbox')
      .select('urgent')
      .where('kind', '=', 'move.asked.provider')
      .where('account_id', '=', artist.accountId)
      .execute(),
  ).toEqual([{ urgent: true }])
})

test('a payment that arrives after its hold for today or tomorrow expired is refunded, and the customer is notified at once', async () => {
  await createInstantTestProvider(rig, { slug: 'too-late', notice: 0 })
  const leila = await createTestVisitor(rig, { eventDate: '2026-11-21', finishTime: '08:00' })
  const { hold } = (await leila.hold('too-late')).body.data
  const { payment } = (await leila.pay(hold.id)).body.data
  rig.at(new Date(testNow.getTime() + 20 * 60_000))
  await leila.card(payment.clientSecret)
  await sendPayments(createJobContext(rig, 'test'))
  expect(
    await rig.database.db.selectFrom('outbox').select('urgent').where('fact', '=', `voided ${payment.id}`).execute(),
  ).toEqual([{ urgent: true }])
})

describe('Moves', () => {
  test('a booking stays unchanged until the other side accepts the move; then all its times move, but not its refund dates', async () => {
    const artist = await artistWith('movable')
    const mia = await signedIn(artist.accountId)
    const leila = await createTestVisitor(rig)
    const booked = await leila.book('movable')
    const times = (await leila.call(`/v1/bookings/${booked.id}/free-times?eventDate=2027-06-13`)).body.data
    expect(times.times.length).toBeGreaterThan(5)
    expect(times.total).toBe(booked.total)
    const asked = await leila.call(`/v1/bookings/${booked.id}/moves`, 'POST', {
      eventDate: '2027-06-13',
      finishTime: '15:00',
    })
    expect(asked.status, JSON.stringify(asked.body)).toBe(200)
    expect(asked.body.data.appointment).toMatchObject({
      eventDate: '2027-06-12',
      move: { by: 'customer', eventDate: '2027-06-13', difference: 0 },
      may: { withdrawMove: true, answerMove: false },
    })
    expect(
      (await leila.call(`/v1/bookings/${booked.id}/moves`, 'POST', { eventDate: '2027-06-14', finishTime: '15:00' }))
        .body.code,
    ).toBe('move_pending')
    const moveId = asked.body.data.appointment.move.id
    const answer = await mia(`/v1/providers/appointments/${booked.id}`, 'PATCH', { act: 'acceptMove', moveId })
    expect(answer.body.data.appointment, JSON.stringify(answer.body)).toMatchObject({
      eventDate: '2027-06-13',
      readyAt: '2027-06-13T15:00:00+01:00',
      move: null,
      sequence: 1,
      refund: { countsFrom: booked.refund.countsFrom },
    })
    const [busy] = await rig.database.db
      .selectFrom('busy')
      .select(['event_date', 'kind'])
      .where('provider_id', '=', artist.id)
      .execute()
    expect(busy).toEqual({ event_date: '2027-06-13', kind: 'appointment' })
    expect(await mailsOf(booked.id)).toContain('move.accepted.provider')
  })

  test('a move to a taken time is refused, and an unanswered proposal expires', async () => {
    const artist = await artistWith('packed')
    const [leila, zoe] = [await createTestVisitor(rig), await createTestVisitor(rig, { eventDate: '2027-06-13' })]
    const booked = await leila.book('packed')
    await zoe.book('packed')
    expect(
      (await leila.call(`/v1/bookings/${booked.id}/moves`, 'POST', { eventDate: '2027-06-13', finishTime: '13:30' }))
        .body.code,
    ).toBe('slot_taken')
    const mia = await signedIn(artist.accountId)
    const asked = await mia(`/v1/providers/appointments/${booked.id}`, 'PATCH', {
      act: 'proposeMove',
      to: { eventDate: '2027-06-12', finishTime: '16:00' },
    })
    expect(asked.body.data.appointment.move, JSON.stringify(asked.body)).toMatchObject({ by: 'provider' })
    rig.at(new Date(testNow.getTime() + 73 * 3_600_000))
    await endMoves(createJobContext(rig, 'test'))
    expect((await leila.call(`/v1/bookings/${booked.id}`)).body.data.appointment).toMatchObject({
      move: null,
      readyAt: '2027-06-12T13:30:00+01:00',
    })
  })
})

describe('Cancellation by the artist', () => {
  test('a rescue finds another artist at no higher price, who takes over the deposit; the difference is refunded', async () => {
    const artist = await artistWith('cancels', { costs: { makeup: 9_000 } })
    await createInstantTestProvider(rig, { slug: 'steps-in', costs: { makeup: 5_000 } })
    await createInstantTestProvider(rig, { slug: 'too-dear', costs: { makeup: 20_000 } })
    const leila = await createTestVisitor(rig)
    const booked = await leila.book('cancels')
    const mia = await signedIn(artist.accountId)
    expect((await mia(`/v1/providers/appointments/${booked.id}`, 'PATCH', { act: 'cancel' })).body.code).toBe(
      'reason_missing',
    )
    const cancelled = await mia(`/v1/providers/appointments/${booked.id}`, 'PATCH', {
      act: 'cancel',
      reason: 'A broken wrist.',
    })
    expect(cancelled.body.data.appointment, JSON.stringify(cancelled.body)).toMatchObject({
      state: 'cancelled',
      cancelledBy: 'provider',
    })
    const rescue = (await leila.call(`/v1/bookings/${booked.id}/rescue`)).body.data
    expect(rescue).toMatchObject({ open: true, refund: booked.deposit, found: 1 })
    expect(rescue.artists.map((card: { slug: string }) => card.slug)).toEqual(['steps-in'])
    expect((await leila.call(`/v1/bookings/${booked.id}/rescue`, 'POST', { profileId: 'too-dear' })).body.code).toBe(
      'slot_taken',
    )
    const taken = await leila.call(`/v1/bookings/${booked.id}/rescue`, 'POST', { profileId: 'steps-in' })
    expect(taken.body.data?.appointment, JSON.stringify(taken.body)).toMatchObject({
      state: 'booked',
      names: ['Leila'],
      day: { address: '1 Church Lane' },
    })
    const { appointment } = taken.body.data
    const old = (await leila.call(`/v1/bookings/${booked.id}`)).body.data.appointment
    expect(appointment.paid - appointment.refunded).toBe(appointment.deposit)
    expect(old).toMatchObject({ rescueUntil: null, rescueEnded: 'rebooked', may: { rescue: false } })
    expect(await ledgerSum()).toBe(0)
    const given = await rig.database.db
      .selectFrom('refund')
      .select((eb) => eb.fn.sum('amount_minor').as('sum'))
      .where(
        'payment_id',
        'in',
        appointment.payments.map((p: { id: string }) => p.id),
      )
      .executeTakeFirst()
    expect(Number(given?.sum)).toBe(Math.round((booked.deposit - appointment.deposit) * 100))
  })

  test('after the artist cancels, the customer can get a full refund including the fee with one tap', async () => {
    const artist = await artistWith('sorry')
    const leila = await createTestVisitor(rig)
    const booked = await leila.book('sorry')
    await (await signedIn(artist.accountId))(`/v1/providers/appointments/${booked.id}`, 'PATCH', {
      act: 'cancel',
      reason: 'Ill, sorry.',
    })
    const answer = await leila.call(`/v1/bookings/${booked.id}/rescue/end`, 'POST', {})
    expect(answer.body.data.appointment, JSON.stringify(answer.body)).toMatchObject({
      refunded: booked.deposit,
      paid: booked.deposit,
    })
    expect((await leila.call(`/v1/bookings/${booked.id}/rescue/end`, 'POST', {})).body.code).toBe('state_changed')
    const fees = await rig.database.db
      .selectFrom('ledger_entry')
      .innerJoin('ledger_movement as m', 'm.id', 'ledger_entry.movement_id')
      .where('m.provider_id', '=', artist.id)
      .where('account', '=', 'fees')
      .select((eb) => eb.fn.sum('amount_minor').as('sum'))
      .executeTakeFirst()
    expect(Number(fees?.sum)).toBe(0)
  })
})

describe('The day of the booking', () => {
  test('the artist reports each step, people who wait see delays, and the group sees progress without contact details', async () => {
    const artist = await artistWith('worker')
    const leila = await createTestVisitor(rig)
    const booked = await leila.book('worker', { shareNumber: true })
    const mia = await signedIn(artist.accountId)
    // Opens a session for each call, because months pass in between.
    const act = async (body: Record<string, unknown>) =>
      (await (await signedIn(artist.accountId))(`/v1/providers/appointments/${booked.id}`, 'PATCH', body)).body
    expect((await act({ act: 'left' })).code).toBe('too_early')
    expect((await mia(`/v1/providers/appointments/${booked.id}`)).body.data.appointment).toMatchObject({
      side: 'provider',
      mobile: '+447700900142',
      day: { allergies: 'Latex' },
    })
    const start = Date.parse(booked.startsAt)
    rig.at(new Date(start - 3_600_000))
    await act({ act: 'left' })
    const late = await act({ act: 'late', minutes: 10 })
    expect(Date.parse(late.data.appointment.plan.arriveAt) - start).toBe(600_000)
    const sheet = (await rig.call(`/v1/run-sheets/${booked.shareKey}`, { address: createTestAddress() })).body.data
      .sheet
    expect(sheet).toMatchObject({ dayOf: { lateMinutes: 10 }, names: ['Leila'] })
    expect(JSON.stringify(sheet)).not.toMatch(/Church Lane|7700|mail\.example|Latex/)
    rig.at(new Date(start + 600_000))
    await act({ act: 'arrived' })
    rig.at(new Date(Date.parse(booked.endsAt)))
    await act({ act: 'done' })
    expect((await act({ act: 'recordBalance' })).data.appointment.balancePaid).toMatchObject({ how: 'cash' })
    expect(await mailsOf(booked.id)).toEqual(
      expect.arrayContaining(['onTheWay', 'late', 'balance.paid.customer', 'balance.paid.provider']),
    )
    rig.at(new Date(Date.parse(booked.endsAt) + 48 * 3_600_000))
    await completeAppointments(createJobContext(rig, 'test'))
    expect((await leila.call(`/v1/bookings/${booked.id}`)).body.data.appointment.state).toBe('completed')
    expect(await ledgerSum()).toBe(0)
  })

  test('a reported problem blocks the payout until an operator settles it', async () => {
    const artist = await artistWith('absent')
    const leila = await createTestVisitor(rig)
    const booked = await leila.book('absent')
    expect((await leila.call(`/v1/bookings/${booked.id}/problem`, 'POST', { kind: 'no_show' })).body.code).toBe(
      'too_early',
    )
    rig.at(new Date(Date.parse(booked.startsAt) + 31 * 60_000))
    const told = await leila.call(`/v1/bookings/${booked.id}/problem`, 'POST', {
      kind: 'no_show',
      text: 'Nobody came.',
    })
    expect(told.body.data?.appointment, JSON.stringify(told.body)).toMatchObject({
      state: 'disputed',
      problem: { kind: 'no_show', state: 'open' },
    })
    expect((await mailsOf(told.body.data.appointment.problem.id)).sort()).toEqual([
      'noshow.reported.provider',
      'op.dispute.opened',
      'problem.received.customer',
    ])
    const early = await (await createTestClient(rig, await getAccountId(rig, 'olu@primp.test')))(
      `/v1/operator/disputes/${told.body.data.appointment.problem.id}/settle`,
      'POST',
      { outcome: 'refund', noShow: true, reason: 'The artist was not there.' },
    )
    expect(early.body.code).toBe('other_side_due')
    const mia = await signedIn(artist.accountId)
    const waiting = async () => (await mia('/v1/providers/appointments')).body.data.appointments[0]
    expect(await waiting()).toMatchObject({
      waits: 'problem',
      answerBy: new Date(told.body.data.appointment.problem.answerUntil).toISOString(),
    })
    expect(
      (await mia(`/v1/providers/appointments/${booked.id}`, 'PATCH', { act: 'addSide', text: 'The bell was broken.' }))
        .body.data.appointment.problem.otherSide,
    ).toBe('The bell was broken.')
    expect(await waiting()).toMatchObject({ waits: 'problem', answerBy: null })
    rig.at(new Date(Date.parse(booked.endsAt) + 50 * 3_600_000))
    await completeAppointments(createJobContext(rig, 'test'))
    const olu = await signIn('olu')
    const operator = (path: string, method = 'GET', body?: unknown) =>
      rig.call(path, {
        method,
        ...(body === undefined ? {} : { body }),
        bearer: olu,
        address: createTestAddress(),
        headers: { 'idempotency-key': createTestKey() },
      })
    const open = (await operator('/v1/operator/disputes')).body.data.disputes.find(
      (d: { appointment: { id: string } }) => d.appointment.id === booked.id,
    )
    expect(open).toMatchObject({ problem: { text: 'Nobody came.' }, paid: booked.deposit })
    const settled = await operator(`/v1/operator/disputes/${open.problem.id}/settle`, 'POST', {
      outcome: 'refund',
      noShow: true,
      reason: 'The artist was not there.',
    })
    expect(settled.body.data?.dispute, JSON.stringify(settled.body)).toMatchObject({
      problem: { state: 'settled', refund: booked.deposit },
      appointment: { state: 'no_show', noShowOf: 'provider' },
    })
    expect(await ledgerSum()).toBe(0)
  })

  test('the customer can change names and order; an order that makes someone late is refused', async () => {
    await createInstantTestProvider(rig, {
      slug: 'orderly',
      crew: [['makeup', 'updo']],
      costs: { makeup: 4_400, updo: 3_800 },
    })
    const leila = await createTestVisitor(rig, {
      services: ['makeup', 'makeup', 'updo'],
      people: [
        { count: 1, services: ['makeup', 'updo'] },
        { count: 1, services: ['makeup'] },
      ],
    })
    const booked = await leila.book('orderly', { names: ['Leila', 'Nour'] })
    const answer = await leila.call(`/v1/bookings/${booked.id}`, 'PATCH', { order: [2, 1], names: ['Leila', 'Nour A'] })
    expect(answer.body.data?.appointment, JSON.stringify(answer.body)).toMatchObject({
      names: ['Leila', 'Nour A'],
      sequence: 1,
    })
    expect(
      answer.body.data.appointment.plan.blocks.toSorted((a: { from: string }, b: { from: string }) =>
        a.from.localeCompare(b.from),
      )[0].person,
    ).toBe(2)
    expect((await leila.call(`/v1/bookings/${booked.id}`, 'PATCH', { order: [2] })).body.code).toBe('order_cannot')
    expect((await leila.call(`/v1/bookings/${booked.id}`, 'PATCH', { day: { address: '' } })).body.code).toBe(
      'address_missing',
    )
  })

  test('a secret calendar address has all bookings, and a link to one appointment has only that appointment', async () => {
    const artist = await artistWith('calendar')
    const leila = await createTestVisitor(rig)
    const booked = await leila.book('calendar')
    const mia = await signedIn(artist.accountId)
    const { address } = (await mia('/v1/calendar-address', 'POST', { side: 'provider' })).body.data
    const feed = await rig.call(new URL(address).pathname)
    expect(feed.body).toContain('SUMMARY:Leila Haddad')
    expect(feed.body).toContain(`UID:${booked.id}@primp`)
    const anew = (await mia('/v1/calendar-address', 'POST', { side: 'provider', anew: true })).body.data.address
    expect(anew).not.toBe(address)
    expect((await rig.call(new URL(address).pathname)).status).toBe(404)
    const one = await rig.call(`/v1/run-sheets/${booked.shareKey}/calendar.ics`)
    expect(one.body).toContain('STATUS:CONFIRMED')
    expect(one.body).not.toContain('Church Lane')
  })
})

test('an artist sees only their own appointments and clients', async () => {
  const artist = await artistWith('own-one')
  const other = await artistWith('other-one')
  const leila = await createTestVisitor(rig)
  const booked = await leila.book('own-one')
  const [mine, theirs] = [await signedIn(artist.accountId), await signedIn(other.accountId)]
  expect((await theirs(`/v1/providers/appointments/${booked.id}`)).status).toBe(404)
  expect((await theirs(`/v1/providers/appointments/${booked.id}`, 'PATCH', { act: 'done' })).status).toBe(404)
  expect(
    (await mine('/v1/providers/appointments?from=2027-06-12&until=2027-06-12')).body.data.appointments,
  ).toHaveLength(1)
  const { clients } = (await mine('/v1/providers/me/clients')).body.data
  expect(clients).toMatchObject([{ name: 'Leila Haddad', bookings: 1 }])
  expect(
    (await mine(`/v1/providers/me/clients/${clients[0].id}`, 'PUT', { note: 'Warm undertone.' })).body.data.client.note,
  ).toBe('Warm undertone.')
  expect((await theirs(`/v1/providers/me/clients/${clients[0].id}`, 'PUT', { note: 'x' })).status).toBe(404)
  expect((await theirs('/v1/providers/me/clients')).body.data.clients).toEqual([])
})

test('a future booking is shown as the client’s next one; after its end it counts as the last one and as money spent', async () => {
  const artist = await artistWith('client-days')
  const leila = await createTestVisitor(rig)
  const booked = await leila.book('client-days')
  // Signs in for each call, because no session lasts until the day of the booking.
  const theOne = async () => (await (await signedIn(artist.accountId))('/v1/providers/me/clients')).body.data.clients[0]
  const [starts, ends] = [new Date(booked.startsAt).toISOString(), Date.parse(booked.endsAt)]
  expect(await theOne()).toMatchObject({ next: starts, lastAt: null, spent: 0, earned: 0 })
  rig.at(new Date(ends))
  const after = await theOne()
  expect(after).toMatchObject({ next: null, lastAt: starts, spent: booked.total })
  expect(after.earned).toBeLessThan(after.spent)
})
