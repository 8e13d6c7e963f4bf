import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})
afterAll(() => clearTestTown(rig))

const mailsOf = async (kind: string, like: string) =>
  (
    await rig.database.db
      .selectFrom('outbox')
      .select(['subject', 'body', 'address'])
      .where('kind', '=', kind)
      .where('fact', 'like', `%${like}%`)
      .where('channel', '=', 'mail')
      .execute()
  ).map(({ subject, body }) => `${subject}\n${body}`)

test('the email about an artist’s cancellation says how much money is held for a replacement, and until when', async () => {
  const artist = await createTestProviderWithAccount(rig, { slug: 'away', costs: { makeup: 9_000 } })
  const booked = await (await createTestVisitor(rig)).book('away')
  await createInstantTestProvider(rig, { slug: 'stand-in' })
  const away = await createTestClient(rig, artist.accountId)
  const answer = await away(`/v1/providers/appointments/${booked.id}`, 'PATCH', { act: 'cancel', reason: 'Flu' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const [mail] = await mailsOf('cancelled.byProvider.customer', booked.id)
  expect(mail).toContain(`We will hold the £${booked.deposit.toFixed(2)} you paid until Mon 23 Nov`)
  expect(mail).not.toContain('We are refunding')
})

test('a move tells both sides the arrival and ready-by times; with a travelling artist, the artist arrives', async () => {
  const artist = await createTestProviderWithAccount(rig, { slug: 'mover' })
  const leila = await createTestVisitor(rig)
  const booked = await leila.book('mover')
  const theirs = await createTestClient(rig, artist.accountId)
  const asked = await theirs(`/v1/providers/appointments/${booked.id}`, 'PATCH', {
    act: 'proposeMove',
    to: { eventDate: '2027-06-13', finishTime: '15:00' },
  })
  const { move } = asked.body.data.appointment
  const arrives = /mover arrives at [12]:\d\d PM on Sun 13 June 2027 and will have you ready by 3 PM/
  const [suggested] = await mailsOf('move.asked.customer', move.id)
  expect(suggested).toMatch(arrives)
  expect(suggested).toContain(
    'Until you reply, you are booked for Sat 12 June 2027, arrival 12:20 PM, ready by 1:30 PM.',
  )
  await leila.call(`/v1/bookings/${booked.id}/moves/${move.id}`, 'POST', { answer: 'accept' })
  expect((await mailsOf('move.accepted.customer', booked.id))[0]).toMatch(arrives)
  expect((await mailsOf('move.accepted.provider', booked.id))[0]).toMatch(
    /has moved to Sun 13 June 2027\. You arrive at [12]:\d\d PM and have everyone ready by 3 PM/,
  )
  const { conversationId } = (await theirs(`/v1/providers/appointments/${booked.id}`)).body.data.appointment
  const { messages } = (await theirs(`/v1/conversations/${conversationId}`)).body.data
  expect(JSON.stringify(messages)).toMatch(/Sun 13 June 2027, arrival [12]:\d\d PM, ready by 3 PM/)
})

test('a run sheet lists only the artists who have work on it', async () => {
  await createInstantTestProvider(rig, { slug: 'team', crew: [['makeup'], ['updo']] })
  const leila = await createTestVisitor(rig)
  const booked = await leila.book('team')
  expect(booked.plan.artists).toHaveLength(1)
  expect(booked.provider.artists).toEqual(booked.plan.artists)
  expect(booked.plan.blocks.map(({ artistIndex }: { artistIndex: number }) => artistIndex)).toEqual([0])
  const { sheet } = (await rig.call(`/v1/run-sheets/${booked.shareKey}`)).body.data
  expect(sheet.artists).toEqual(booked.plan.artists)
})

test('the artist’s calendar file names the client and the place; the file of a cancelled booking mentions no balance', async () => {
  const artist = await createTestProviderWithAccount(rig, { slug: 'dated' })
  const leila = await createTestVisitor(rig)
  const booked = await leila.book('dated')
  const theirs = await createTestClient(rig, artist.accountId)
  const file = async () =>
    ((await theirs(`/v1/providers/appointments/${booked.id}`)).body.data.appointment.calendarFile as string).replaceAll(
      '\r\n ',
      '',
    )
  expect(await file()).toContain('SUMMARY:Leila Haddad\\, 1 person\\, ready by 1:30 PM')
  expect(await file()).toContain('LOCATION:1 Church Lane')
  expect(booked.calendarFile).toBeNull()
  await leila.call(`/v1/bookings/${booked.id}/cancel`, 'POST', { refund: booked.refund.now })
  const cancelled = await file()
  expect(cancelled).toContain('STATUS:CANCELLED')
  expect(cancelled).toContain('Balance £0')
})

test('several declined cards cause one email an hour', async () => {
  await createInstantTestProvider(rig, { slug: 'declining' })
  const leila = await createTestVisitor(rig)
  const { hold } = (await leila.hold('declining')).body.data
  const { payment } = (await leila.pay(hold.id)).body.data
  for (const minutes of [0, 1, 4, 9]) {
    rig.at(new Date(testNow.getTime() + minutes * 60_000))
    expect((await leila.card(payment.clientSecret, '4000000000000002')).body.code).toBe('card_declined')
  }
  expect(await mailsOf('payment.failed', payment.id)).toHaveLength(1)
})
