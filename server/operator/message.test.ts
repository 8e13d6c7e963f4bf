import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestClient, createTestKey, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let olu: Awaited<ReturnType<typeof createTestClient>>
beforeAll(async () => {
  rig = await openRig()
  olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
})
const forget = async () => {
  await rig.database.db.deleteFrom('outbox').where('kind', '=', 'booking.team').execute()
  await clearTestTown(rig)
}
beforeEach(forget)
afterAll(forget)

const text = 'The way to the house is closed until noon. Please come by the north gate.'
async function booked() {
  const artist = await createTestProviderWithAccount(rig, { slug: 'written-to' })
  const booking = await (await createTestVisitor(rig)).book('written-to')
  return {
    artist,
    path: `/v1/operator/bookings/${booking.id}/message`,
    id: booking.id as string,
    number: booking.number as number,
  }
}
const written = () =>
  rig.database.db
    .selectFrom('outbox')
    .select(['address', 'subject', 'body'])
    .where('kind', '=', 'booking.team')
    .orderBy('address')
    .execute()

test('the emails to both sides are previewed, and the same emails are sent once', async () => {
  const { path, id, number } = await booked()
  const preview = (await olu(`${path}/preview`, 'POST', { to: 'both', text })).body.data.mails
  expect(preview.map(({ to }: { to: string }) => to)).toEqual(['customer', 'provider'])
  for (const mail of preview) {
    expect(mail.text).toContain(text)
    expect(mail.subject).toContain(`booking ${number},`)
    expect(mail.subject + mail.text, 'every slot is filled').not.toMatch(/[{}]/)
  }
  expect(await written(), 'a preview writes nothing').toEqual([])
  const key = createTestKey()
  for (let i = 0; i < 2; i++)
    expect((await olu(path, 'POST', { to: 'both', text }, key)).body.data.mails).toEqual(preview)
  const shown = preview.map(({ address, subject, text: body }: { address: string; subject: string; text: string }) => ({
    address,
    subject,
    body,
  }))
  expect(await written()).toEqual(
    shown.toSorted((a: { address: string }, b: { address: string }) => (a.address < b.address ? -1 : 1)),
  )
  const entry = await rig.database.db
    .selectFrom('audit')
    .selectAll()
    .where('act', '=', 'booking.message')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ subject_id: id, after: { to: ['customer', 'provider'], text } })
})

test('sending the same text again creates a second email, and an email can go to one side only', async () => {
  const { path } = await booked()
  await rig.database.db.deleteFrom('outbox').execute()
  for (let i = 0; i < 2; i++) expect((await olu(path, 'POST', { to: 'provider', text })).status).toBe(200)
  expect(await written()).toHaveLength(2)
})

test('a deleted account gets no email; a message without recipients or without text is refused', async () => {
  const { artist, path } = await booked()
  await rig.database.db.updateTable('provider').set({ account_id: null }).where('id', '=', artist.id).execute()
  expect((await olu(`${path}/preview`, 'POST', { to: 'both', text })).body.data.mails).toHaveLength(1)
  for (const to of [`${path}/preview`, path])
    expect((await olu(to, 'POST', { to: 'provider', text })).body.code).toBe('no_channel')
  expect((await olu(path, 'POST', { to: 'both', text: ' ' })).body.code).toBe('invalid_input')
  const nobody = path.replace(/[0-9a-f-]{36}/, '00000000-0000-4000-8000-000000000000')
  expect((await olu(nobody, 'POST', { to: 'both', text })).body.code).toBe('not_found')
})

test('an operator without the people duty cannot send messages', async () => {
  const { path } = await booked()
  const { db } = rig.database
  const id = await getAccountId(rig, 'olu@primp.test')
  const { duties } = await db.selectFrom('account').select('duties').where('id', '=', id).executeTakeFirstOrThrow()
  await db
    .updateTable('account')
    .set({ duties: ['money'] })
    .where('id', '=', id)
    .execute()
  try {
    const other = await createTestClient(rig, id)
    for (const to of [`${path}/preview`, path])
      expect((await other(to, 'POST', { to: 'both', text })).body.code).toBe('duty_required')
  } finally {
    await db.updateTable('account').set({ duties }).where('id', '=', id).execute()
  }
})
