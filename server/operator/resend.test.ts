import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BookingMail } from '#contract/operator/bookings.ts'
import { createTestClient, createTestKey, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let olu: Awaited<ReturnType<typeof createTestClient>>
beforeAll(async () => {
  rig = await openRig()
  olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
})
beforeEach(() => clearTestTown(rig))
afterAll(async () => {
  await clearTestTown(rig)
})

const reason = 'It went into the wrong folder.'
async function booked() {
  const artist = await createTestProviderWithAccount(rig, { slug: 'mailed' })
  const booking = await (await createTestVisitor(rig)).book('mailed')
  await rig.database.db
    .updateTable('outbox')
    .set({ state: 'sent', sent_at: new Date('2026-11-20T09:00:00Z') })
    .where('channel', '=', 'mail')
    .where('state', '=', 'waiting')
    .execute()
  const path = `/v1/operator/bookings/${booking.id}/mails`
  return { artist, id: booking.id as string, path, mails: (await olu(path)).body.data.mails as BookingMail[] }
}
const stateOf = async (id: string) =>
  (await rig.database.db.selectFrom('outbox').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

test('the emails of a booking are listed with their recipients, and an email is resent once, as previewed', async () => {
  const { path, mails, id } = await booked()
  expect(new Set(mails.map(({ to }) => to))).toEqual(new Set(['customer', 'provider']))
  expect(mails.every(({ state, again }) => state === 'sent' && again)).toBe(true)
  const mail = mails.find(({ to }) => to === 'customer') as BookingMail
  const key = createTestKey()
  for (let i = 0; i < 2; i++) {
    const { body } = await olu(`${path}/${mail.id}/resend`, 'POST', { hash: mail.hash, reason }, key)
    expect(body.data.mail).toMatchObject({ id: mail.id, text: mail.text, state: 'waiting', again: false })
  }
  expect(await stateOf(mail.id)).toBe('waiting')
  const acts = await rig.database.db
    .selectFrom('audit')
    .select(['act', 'reason'])
    .where('subject_id', '=', id)
    .where('act', '=', 'booking.resend')
    .execute()
  expect(acts).toEqual([{ act: 'booking.resend', reason }])
  const again = await olu(`${path}/${mail.id}/resend`, 'POST', { hash: mail.hash, reason })
  expect(again.body.code).toBe('state_changed')
})

test('an outdated preview is refused with the current text', async () => {
  const { path, mails } = await booked()
  const mail = mails[0] as BookingMail
  await rig.database.db.updateTable('outbox').set({ body: 'Other words.' }).where('id', '=', mail.id).execute()
  const { status, body } = await olu(`${path}/${mail.id}/resend`, 'POST', { hash: mail.hash, reason })
  expect([status, body.code]).toEqual([409, 'preview_changed'])
  expect(body.detail.mail).toMatchObject({ id: mail.id, text: 'Other words.' })
  expect(await stateOf(mail.id)).toBe('sent')
})

test('an email is not resent if it belongs to another booking or to none, or if its address is outdated', async () => {
  const { path, mails, artist } = await booked()
  const theirs = mails.find(({ to }) => to === 'provider') as BookingMail
  await rig.database.db
    .updateTable('account')
    .set({ email: `moved-${createTestKey()}@mail.example` })
    .where('id', '=', artist.accountId)
    .execute()
  const resend = (id: string) => olu(`${path}/${id}/resend`, 'POST', { hash: theirs.hash, reason })
  expect((await resend(theirs.id)).body.code).toBe('not_found')
  const other = await rig.database.db
    .selectFrom('outbox')
    .select('id')
    .where('address', '=', 'olu@primp.test')
    .executeTakeFirst()
  if (other) expect((await resend(other.id)).body.code).toBe('not_found')
  expect((await olu(`/v1/operator/bookings/${theirs.id}/mails`)).body.code).toBe('not_found')
  expect((await olu(`${path}/${theirs.id}/resend`, 'POST', { hash: 'x' })).body.code).toBe('invalid_input')
})

test('only operators with the people duty can read or resend the emails of a booking', async () => {
  const { path, mails, artist } = await booked()
  const own = await createTestClient(rig, artist.accountId)
  expect((await own(path)).body.code).toBe('not_yours')
  const mail = mails[0] as BookingMail
  expect((await own(`${path}/${mail.id}/resend`, 'POST', { hash: mail.hash, reason })).body.code).toBe('not_yours')
  const { id } = await rig.database.db
    .insertInto('account')
    .values({
      email: `m-${createTestKey()}@primp.example`,
      name: 'M',
      roles: ['customer', 'operator'],
      duties: ['money'],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await (await createTestClient(rig, id))(path)).body.code).toBe('duty_required')
})
