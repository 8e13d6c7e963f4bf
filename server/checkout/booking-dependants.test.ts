import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '#server/accounts/deletion.ts'
import { findAccountById } from '#server/accounts/accounts.queries.ts'
import { createBusyTestProvider } from '#server/testing/bookings.ts'
import {
  createRequester,
  createTestClient,
  createTestKey,
  createTestVisitor,
  getAccountId,
} from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { getSender } from '#server/notifications/index.ts'
import { sendPayments } from '#server/payments/index.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let olu: Awaited<ReturnType<typeof createTestClient>>
beforeAll(async () => {
  rig = await openRig()
  olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
})
const forget = async () => {
  rig.at(testNow)
  await clearTestTown(rig)
}
beforeEach(forget)
afterAll(forget)

const reason = 'Reported by two customers.'
const ends = { requests: 1, offers: 1, holds: 1, waiting: 1, bookings: 0 }
const kindsAfter = async (busy: Awaited<ReturnType<typeof createBusyTestProvider>>) => {
  const of = async (email: string, kinds: RegExp) =>
    (await busy.mails(email)).filter(({ kind }) => kinds.test(kind)).map(({ kind, body }) => [kind, body] as const)
  return {
    asking: await of(busy.people.asking.email, /unavailable/),
    offered: await of(busy.people.offered.email, /unavailable/),
    paying: await of(busy.people.paying.email, /unavailable/),
    waiting: await of(busy.people.waiting.email, /waiting\.(ended|turnEnded)/),
  }
}

test.each([
  ['paused', 'is taking a break from bookings', 'profile.paused', [{ id: expect.anything() }], []],
  ['suspended', 'is not available on Primp at the moment', 'profile.suspended', [], ['waiting.ended']],
  ['person', 'is not available on Primp at the moment', 'suspended', [], ['waiting.ended']],
  ['closed', 'has left Primp', 'account.deleted', [], ['waiting.ended']],
] as const)(
  'an artist who becomes unavailable (%s) has no open requests, holds or offers left, and everyone affected is notified of the reason',
  async (how, why, own, waiting, waitingMail) => {
    const busy = await createBusyTestProvider(rig, `ends-${how}`)
    const { artist, act, paying, hold, payment, offered } = busy
    const account = await findAccountById(rig.database.db, artist.accountId)
    if (!account) throw new Error('the artist has no account')
    expect((await act('/v1/accounts/me/ends')).body.data.asArtist).toEqual(ends)
    expect((await olu(`/v1/operator/providers/${artist.id}`)).body.data.ends).toEqual(ends)
    expect((await olu(`/v1/operator/people/${artist.accountId}`)).body.data.ends).toEqual(ends)
    const done = {
      paused: () => act('/v1/providers/me/pause', 'POST', { paused: true }),
      suspended: () => olu(`/v1/operator/providers/${artist.id}/suspend`, 'POST', { reason }),
      person: () => olu(`/v1/operator/people/${artist.accountId}/suspend`, 'POST', { reason }),
      closed: async () => {
        const ctx = createJobContext(rig, 'test')
        const sender = await getSender(ctx)
        await ctx.transaction((tx) => deleteAccount(tx, sender, account))
        return { status: 200 }
      },
    }
    expect((await done[how]()).status).toBe(200)
    expect(await busy.open()).toMatchObject({
      requests: [{ state: 'declined' }, { state: 'offered' }],
      holds: [{ state: 'released', end_reason: 'artist_unavailable' }],
      waiting,
    })
    const told = await kindsAfter(busy)
    expect(told.asking.map(([kind]) => kind)).toEqual(['request.unavailable'])
    expect(told.offered.map(([kind]) => kind)).toEqual(['offer.unavailable'])
    expect(told.paying.map(([kind]) => kind)).toEqual(['hold.unavailable'])
    expect(told.waiting.map(([kind]) => kind)).toEqual(waitingMail)
    const bodies = Object.values(told)
      .flat()
      .map(([, body]) => body)
    for (const body of bodies) expect(body).toContain(`${how === 'closed' ? `ends-${how}` : artist.slug} ${why}.`)
    expect(told.paying[0]?.[1]).toContain('We cancelled your payment')
    const page = (await offered.call(`/v1/quotes/${offered.id}/requests`)).body.data
    expect(page.requests.filter(({ open }: { open: boolean }) => open)).toEqual([])
    await sendPayments(createJobContext(rig, 'test'))
    await paying.call(
      `/v1/test-bank/intents/${payment.clientSecret}/challenge`,
      'POST',
      { answer: 'pass' },
      createTestKey(),
    )
    expect((await paying.call(`/v1/holds/${hold.id}`)).body.data.hold).toMatchObject({
      endReason: 'artist_unavailable',
      appointmentId: null,
    })
    const mine = (await busy.mails(account.email)).find(({ kind }) => kind === own)
    expect(mine?.body).toContain('This ended 1 request, 1 offer')
  },
)

test('suspending a customer ends their waiting-list entries and requests, and notifies the asked artists', async () => {
  const artist = await createTestProviderWithAccount(rig, { slug: 'asked-by-them' })
  const { db } = rig.database
  await db.updateTable('provider').set({ instant_booking: false }).where('id', '=', artist.id).execute()
  const who = createRequester()
  const one = await createTestVisitor(rig, {}, { details: who })
  const asked = await one.call(`/v1/quotes/${one.id}/requests`, 'POST', { profiles: ['asked-by-them'] })
  const { id } = asked.body.data.requests[0]
  const request = await db
    .updateTable('request')
    .set({ state: 'requested', confirmed_at: testNow })
    .where('id', '=', id)
    .returning('account_id')
    .executeTakeFirstOrThrow()
  expect((await olu(`/v1/operator/people/${request.account_id}`)).body.data.ends).toMatchObject({ requests: 1 })
  expect((await olu(`/v1/operator/people/${request.account_id}/suspend`, 'POST', { reason })).status).toBe(200)
  expect(await db.selectFrom('request').select('state').where('id', '=', id).execute()).toEqual([
    { state: 'withdrawn' },
  ])
  const email = (await findAccountById(db, artist.accountId))?.email ?? ''
  expect(await db.selectFrom('outbox').select('kind').where('address', '=', email).execute()).toContainEqual({
    kind: 'request.withdrawn',
  })
})
