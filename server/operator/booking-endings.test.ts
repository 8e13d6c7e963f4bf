import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ActPreview } from '#contract/operator/booking-acts.ts'
import { createTestClient, createTestKey, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { findUnbalanced } from '#server/payments/ledger.queries.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'

let rig: TestRig
let olu: Awaited<ReturnType<typeof createTestClient>>
const reason = 'As agreed on the phone.'
const forget = async () => {
  rig.at(testNow)
  await rig.database.db.deleteFrom('outbox').execute()
  await clearTestTown(rig)
}
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  await forget()
  olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
})
afterAll(forget)

async function booked(act: string) {
  const artist = await createTestProviderWithAccount(rig, { slug: 'ending' })
  const visitor = await createTestVisitor(rig)
  const booking = await visitor.book('ending')
  await rig.database.db.deleteFrom('outbox').execute()
  const path = `/v1/operator/bookings/${booking.id}/${act}`
  return { artist, visitor, booking, path }
}
const sum = ({ sums }: ActPreview, of: string) => sums.find((one) => one.of === of)
const mailsOf = ({ mails }: ActPreview) => mails.map(({ to, kind }) => [to, kind]).toSorted()
const read = async (id: string) => (await olu(`/v1/operator/bookings/${id}`)).body.data.appointment
const audited = (id: string, act: string) =>
  rig.database.db.selectFrom('audit').select(['reason']).where('subject_id', '=', id).where('act', '=', act).execute()
/** Moves the clock to minutes after the start of a booking, with a new session of the operator. */
async function goTo(startsAt: string, minutes: number): Promise<void> {
  rig.at(new Date(Date.parse(startsAt) + minutes * 60_000))
  olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
}
/** Gives an operator only one duty for the rest of a test. */
async function createLimited(duty: string) {
  const id = await getAccountId(rig, 'ana@primp.test')
  await rig.database.db
    .updateTable('account')
    .set({ roles: ['customer', 'operator'], duties: [duty] })
    .where('id', '=', id)
    .execute()
  const call = await createTestClient(rig, id)
  const end = () =>
    rig.database.db
      .updateTable('account')
      .set({ roles: ['customer'], duties: [] })
      .where('id', '=', id)
      .execute()
  return { call, end }
}

test('an operator cancels for the customer under the policy, as previewed, once', async () => {
  const { visitor, booking, path } = await booked('cancel-for-customer')
  const shown = (await olu(`${path}/preview`, 'POST', { reason })).body.data.preview as ActPreview
  expect((await read(booking.id)).state).toBe('booked')
  // The event is months away, so that the policy gives everything back.
  expect(shown.back).toBe(booking.deposit)
  expect(mailsOf(shown)).toEqual(
    expect.arrayContaining([
      ['customer', 'cancelled.byCustomer.customer'],
      ['provider', 'cancelled.byCustomer.provider'],
    ]),
  )
  const key = createTestKey()
  for (let i = 0; i < 2; i++) {
    const done = await olu(path, 'POST', { reason, hash: shown.hash }, key)
    expect(done.body.data.appointment).toMatchObject({ state: 'cancelled', cancelledBy: 'customer' })
  }
  expect(await audited(booking.id, 'booking.cancelled')).toEqual([{ reason }])
  const [act] = (await visitor.call(`/v1/bookings/${booking.id}`)).body.data.appointment.acts
  expect(act).toMatchObject({ text: 'Primp cancelled this for you, as you asked.', reason })
  expect((await olu(`${path}/preview`, 'POST', { reason })).body.code).toBe('state_changed')
})

test('shortly before the day an operator gives the customer no more than the policy says', async () => {
  const { booking, path } = await booked('cancel-for-customer')
  for (const days of [120, 20, 1]) {
    await goTo(booking.startsAt, -days * 24 * 60)
    const { refund } = await read(booking.id)
    const shown = (await olu(`${path}/preview`, 'POST', { reason })).body.data.preview as ActPreview
    expect([days, shown.back]).toEqual([days, refund.now])
    if (days === 1) expect(shown.back).toBeLessThan(booking.deposit)
  }
})

test('a job that has begun is not cancelled for the customer, and an outdated preview is refused', async () => {
  const { booking, path } = await booked('cancel-for-customer')
  expect((await olu(path, 'POST', { reason, hash: 'old' })).body.code).toBe('preview_changed')
  await goTo(booking.startsAt, 5)
  expect((await olu(`${path}/preview`, 'POST', { reason })).body.code).toBe('state_changed')
  expect((await read(booking.id)).state).toBe('booked')
})

test('an artist who did not come is marked, and the customer gets everything back', async () => {
  const { booking, path } = await booked('no-show')
  await goTo(booking.startsAt, 10)
  expect((await olu(`${path}/preview`, 'POST', { who: 'provider', reason })).body.code).toBe('too_early')
  await goTo(booking.startsAt, 31)
  const shown = (await olu(`${path}/preview`, 'POST', { who: 'provider', reason })).body.data.preview as ActPreview
  expect(shown.back).toBe(booking.deposit)
  expect(sum(shown, 'paid')?.after).toBe(0)
  const done = await olu(path, 'POST', { who: 'provider', reason, hash: shown.hash })
  expect(done.body.data.appointment).toMatchObject({ state: 'no_show', noShowOf: 'provider' })
  const sent = await rig.database.db
    .selectFrom('outbox')
    .select(['kind', 'body'])
    .where('kind', 'like', 'noshow.marked%')
    .orderBy('kind')
    .execute()
  expect(sent.map(({ kind }) => kind)).toEqual(['noshow.marked.customer', 'noshow.marked.provider'])
  expect(sent[0]?.body).toContain('your artist did not come')
  expect(sent[1]?.body).toContain('you did not come')
  expect(await audited(booking.id, 'booking.no_show')).toEqual([{ reason }])
  expect(await findUnbalanced(rig.database.db)).toEqual([])
})

test('a customer who did not come gets nothing back, and the artist is paid their part', async () => {
  const { booking, path } = await booked('no-show')
  await goTo(booking.startsAt, 31)
  const shown = (await olu(`${path}/preview`, 'POST', { who: 'customer', reason })).body.data.preview as ActPreview
  expect(shown.back).toBe(0)
  expect(sum(shown, 'paid')?.after).toBe(booking.deposit)
  await olu(path, 'POST', { who: 'customer', reason, hash: shown.hash })
  expect(await read(booking.id)).toMatchObject({ state: 'no_show', noShowOf: 'customer' })
  expect((await olu(`${path}/preview`, 'POST', { who: 'customer', reason })).body.code).toBe('state_changed')
})

test('a wrong cash record is reversed in the ledger, and the balance can be recorded again', async () => {
  const { artist, booking, path } = await booked('undo-cash')
  expect((await olu(`${path}/preview`, 'POST', { reason })).body.code).toBe('state_changed')
  await goTo(booking.startsAt, 60)
  const record = async () => {
    const own = await createTestClient(rig, artist.accountId)
    expect((await own(`/v1/providers/appointments/${booking.id}`, 'PATCH', { act: 'recordBalance' })).status).toBe(200)
  }
  const cash = async () =>
    (
      await rig.database.db
        .selectFrom('ledger_entry')
        .innerJoin('ledger_movement', 'ledger_movement.id', 'ledger_entry.movement_id')
        .select('amount_minor')
        .where('ref', '=', booking.id)
        .where('account', '=', 'cash')
        .orderBy('ledger_movement.at')
        .orderBy('ledger_movement.id')
        .execute()
    ).map(({ amount_minor }) => amount_minor)
  await record()
  const due = Math.round((booking.total - booking.deposit) * 100)
  expect(await cash()).toEqual([due])
  await rig.database.db.deleteFrom('outbox').execute()
  const shown = (await olu(`${path}/preview`, 'POST', { reason })).body.data.preview as ActPreview
  expect(sum(shown, 'open')).toEqual({ of: 'open', before: 0, after: due / 100 })
  expect(mailsOf(shown)).toEqual([
    ['customer', 'balance.undone.customer'],
    ['provider', 'balance.undone.provider'],
  ])
  expect(await cash()).toEqual([due])
  const done = await olu(path, 'POST', { reason, hash: shown.hash })
  expect(done.body.data.appointment.balancePaid).toBeNull()
  expect((await cash()).toSorted((a, b) => a - b)).toEqual([-due, due])
  expect(await audited(booking.id, 'booking.cash_undone')).toEqual([{ reason }])
  await record()
  expect((await cash()).reduce((all, one) => all + one, 0)).toBe(due)
  expect(await findUnbalanced(rig.database.db)).toEqual([])
})

test('only operators with the duty may end a booking or undo a record', async () => {
  const { booking } = await booked('no-show')
  const at = (act: string) => `/v1/operator/bookings/${booking.id}/${act}`
  const money = await createLimited('money')
  for (const act of ['cancel-for-customer', 'no-show'])
    for (const step of ['', '/preview'])
      expect((await money.call(at(act + step), 'POST', { reason, who: 'customer', hash: 'x' })).body.code).toBe(
        'duty_required',
      )
  const support = await createLimited('support')
  for (const step of ['', '/preview'])
    expect((await support.call(at(`undo-cash${step}`), 'POST', { reason, hash: 'x' })).body.code).toBe('duty_required')
  await support.end()
  expect((await rig.call(at('no-show'), { method: 'POST', body: { reason } })).status).toBe(401)
})
