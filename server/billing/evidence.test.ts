import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { findConversationId } from '#server/messaging/index.ts'
import { evidenceLimits } from '#contract/operator/bank.ts'
import { collectEvidence } from '#server/payments/dispute-evidence.ts'
import { findPaymentById } from '#server/payments/index.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => clearTestTown(rig))

test('the evidence for a bank has the agreed terms, the plan, what happened and the messages', async () => {
  const artist = await createTestProviderWithAccount(rig, { slug: 'disputed' })
  const leila = await createTestVisitor(rig)
  const booked = await leila.book('disputed')
  const { db } = rig.database
  const row = await db.selectFrom('appointment').selectAll().where('id', '=', booked.id).executeTakeFirstOrThrow()
  const conversation = await findConversationId(db, {
    searchId: row.search_id,
    accountId: row.account_id ?? '',
    providerId: row.provider_id,
  })
  const asArtist = await createTestClient(rig, artist.accountId)
  const said = await asArtist(`/v1/conversations/${conversation}/messages`, 'POST', {
    text: 'Which lipstick would you like?',
    key: 'a-message-of-the-artist',
  })
  expect(said.status).toBe(200)
  const payment = await findPaymentById(db, booked.payments[0].id)
  if (!payment) throw new Error('the payment is missing')
  const evidence = await collectEvidence(createJobContext(rig, 'test'), payment)
  expect(evidence).toMatchObject({ customerName: 'Leila Haddad', serviceDate: row.event_date })
  expect(evidence.text).toMatch(/^The booking\nWedding, /)
  for (const part of [
    'Cancellation policy, shown before payment',
    '50% of the amount paid is refunded.',
    'Terms accepted',
    'The run sheet',
    'Leila',
    'Artist’s time booked from',
    'Status: booked.',
    'Which lipstick would you like?',
  ])
    expect(evidence.text).toContain(part)
  const at = new Date(booked.startsAt)
  const received_at = new Date(at.getTime() + 90 * 60_000)
  const word = { id: crypto.randomUUID(), kind: 'arrived', undo: false, at, received_at, acting: false }
  await db
    .insertInto('appointment_progress')
    .values({ ...word, appointment_id: booked.id })
    .execute()
  await db.updateTable('appointment').set({ arrived_at: at }).where('id', '=', booked.id).execute()
  const later = (await collectEvidence(createJobContext(rig, 'test'), payment)).text
  const known = (of: Date) => `${of.toISOString().slice(0, 19).replace('T', ' ')} UTC`
  expect(later).toContain(`Artist arrived: ${known(at)}. Reported by the artist and received at ${known(received_at)}.`)
  expect(evidence.record).toBeNull()
  // A record longer than a text field is attached as a PDF.
  const long = Array.from({ length: 300 }, (_, n) => ({
    conversation_id: conversation ?? '',
    side: 'customer',
    kind: 'text',
    text: `${n}: ${'🎨 see you there. '.repeat(20)}`,
  }))
  await db.insertInto('message').values(long).execute()
  const whole = await collectEvidence(createJobContext(rig, 'test'), payment)
  expect(whole.text).toMatch(/^The complete record is attached as a PDF\.\n\nThe booking\n/)
  expect(whole.text.length).toBeLessThanOrEqual(evidenceLimits.text)
  expect(whole.record?.length).toBeLessThanOrEqual(40_000)
  expect(whole.record).toContain('0: 🎨 see you there.')
  expect(whole.record?.isWellFormed()).toBe(true)
})
