import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createJobContext } from '#server/platform/jobs.ts'
import { createEndedAppointment, deleteTestAppointments } from '#server/testing/bookings.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { reminders, sendReminders } from './reminders.ts'

let rig: TestRig
let providerId = ''
let made: { id: string; searchId: string }[] = []
const hours = (n: number) => new Date(testNow.getTime() + n * 3_600_000)
const run = (at: Date) => sendReminders({ ...createJobContext(rig, 'test'), now: at })
// Leaves out reminders of the sample market's appointments.
const sent = async () =>
  (
    await rig.database.db
      .selectFrom('outbox')
      .select(['channel', 'kind', 'address', 'fact'])
      .orderBy('created_at')
      .orderBy('kind')
      .execute()
  ).filter(({ fact }) => made.some(({ id }) => fact?.includes(id)))
const booked = async (start: number, more: { state?: string } = {}) => {
  const one = await createEndedAppointment(rig, { providerId, endsAt: hours(start + 2), ...more })
  made.push(one)
  return one
}
beforeAll(async () => {
  rig = await openRig()
  providerId = (
    await rig.database.db.selectFrom('provider').select('id').where('slug', '=', 'mia-hollis').executeTakeFirstOrThrow()
  ).id
})
beforeEach(() => rig.database.db.deleteFrom('outbox').execute())
afterEach(async () => {
  await deleteTestAppointments(rig, made)
  made = []
})
afterAll(() => rig.database.db.deleteFrom('outbox').execute())

test('customer and artist are reminded 7 days, 24 hours and 2 hours before, each once, however often the job runs', async () => {
  await booked(200)
  for (let hour = 0; hour < 201; hour += 0.5) await run(hours(hour))
  const mails = (await sent()).filter(({ channel }) => channel === 'mail')
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual(
    reminders.flatMap(({ name }) => [`reminder.${name}.customer`, `reminder.${name}.provider`]).toSorted(),
  )
  expect(new Set(mails.map(({ address }) => address))).toEqual(new Set(['ana@primp.test', 'mia@primp.test']))
  expect(
    (await sent())
      .filter(({ channel }) => channel === 'sms')
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(['reminder.24h.provider', 'reminder.2h.provider'])
})

test('a customer who ticked the box is reminded by SMS', async () => {
  const { id } = await booked(20)
  const { db } = rig.database
  const { account_id, requester } = await db
    .updateTable('appointment')
    .set({ sms_reminders: true })
    .where('id', '=', id)
    .returning(['account_id', 'requester'])
    .executeTakeFirstOrThrow()
  const { mobile } = requester as unknown as { mobile: string }
  await db
    .insertInto('number_proof')
    .values({ account_id: account_id as string, mobile, proven_at: testNow })
    .onConflict((oc) => oc.doNothing())
    .execute()
  await run(hours(0))
  expect(
    (await sent())
      .filter(({ channel }) => channel === 'sms')
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(['reminder.24h.customer', 'reminder.24h.provider'])
})

test('two concurrent processes send one reminder, and a moved appointment is reminded again', async () => {
  const { id } = await booked(23)
  await Promise.all([run(hours(0)), run(hours(0))])
  expect((await sent()).filter(({ channel }) => channel === 'mail')).toHaveLength(2)
  await rig.database.db
    .updateTable('appointment')
    .set({ starts_at: hours(60), ends_at: hours(62) })
    .where('id', '=', id)
    .execute()
  await run(hours(1))
  await run(hours(37))
  expect((await sent()).filter(({ channel }) => channel === 'mail')).toHaveLength(4)
})

test('a cancelled booking, or one made after the reminder was due, is not reminded', async () => {
  await booked(20, { state: 'cancelled' })
  const { id } = await booked(23)
  await rig.database.db
    .updateTable('appointment')
    .set({ booked_at: hours(0) })
    .where('id', '=', id)
    .execute()
  await run(hours(1))
  expect(await sent()).toEqual([])
})
