import { beforeAll, expect, test } from 'vitest'
import { createTestConversation } from '#server/testing/bookings.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
const signIn = async (email: string): Promise<string> =>
  (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email, password: 'primp-sample-1' },
      address: '127.9.5.4',
    })
  ).body.data.token
beforeAll(async () => {
  rig = await openRig()
})

test('both sides of a conversation see its booking, each with their own view, and nobody else does', async () => {
  await createTestConversation(rig, 'mia-hollis')
  const talk = await rig.database.db
    .selectFrom('conversation')
    .innerJoin('appointment', (join) =>
      join
        .onRef('appointment.search_id', '=', 'conversation.search_id')
        .onRef('appointment.provider_id', '=', 'conversation.provider_id'),
    )
    .innerJoin('provider', 'provider.id', 'conversation.provider_id')
    .select(['conversation.id', 'appointment.id as booked'])
    .where('provider.slug', '=', 'mia-hollis')
    .orderBy('appointment.booked_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const path = `/v1/conversations/${talk.id}/booking`
  const { booking } = (await rig.call(path, { bearer: await signIn('mia@primp.test') })).body.data
  expect(booking).toMatchObject({ id: talk.booked, earnings: expect.any(Number) })
  expect((await rig.call(path, { bearer: await signIn('olu@primp.test') })).body.code).toBe('not_found')
  expect((await rig.call(path)).status).toBe(401)
})
