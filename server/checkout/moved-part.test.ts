import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { acceptMoveAsProvider, createTestTeamBooking } from '#server/testing/bookings.ts'
import { createTestClient } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { processBookingJobs } from './finish-booking.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(() => {
  rig.at(testNow)
  return clearTestTown(rig)
})
afterAll(() => clearTestTown(rig))

test('a part that was moved and then cancelled gets a replacement that belongs to the team like the first artist', async () => {
  const { hair, makeup, leila, teamId, idOf } = await createTestTeamBooking(rig)
  const moved = await leila.call(`/v1/bookings/${idOf(hair)}/moves`, 'POST', {
    eventDate: '2027-06-13',
    finishTime: '11:00',
  })
  expect(moved.status, JSON.stringify(moved.body)).toBe(200)
  expect((await acceptMoveAsProvider(rig, idOf(hair), moved.body.data.appointment.move.id)).status).toBe(200)
  await createTestProviderWithAccount(rig, { slug: 'other-hair', costs: { updo: 2_500 } })
  const cancelled = await (await createTestClient(rig, hair.accountId))(
    `/v1/providers/appointments/${idOf(hair)}`,
    'PATCH',
    {
      act: 'cancel',
      reason: 'A broken wrist.',
    },
  )
  expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
  const taken = await leila.call(`/v1/bookings/${idOf(hair)}/rescue`, 'POST', { profileId: 'other-hair' })
  expect(taken.body.data?.appointment, JSON.stringify(taken.body)).toMatchObject({
    state: 'booked',
    eventDate: '2027-06-13',
  })
  const { id } = taken.body.data.appointment
  await processBookingJobs(createJobContext(rig, 'test'))

  const own = (await leila.call(`/v1/bookings/${id}/team`)).body.data
  expect(own).toMatchObject({ teamId, talks: true, mates: [{ slug: 'only-makeup' }] })
  const asMakeup = await createTestClient(rig, makeup.accountId)
  expect((await asMakeup(`/v1/providers/appointments/${idOf(makeup)}/team`)).body.data.mates).toMatchObject([
    { slug: 'other-hair' },
  ])
  const { team } = (await leila.call(`/v1/teams/${teamId}`)).body.data
  expect(
    team.parts.map(({ artist, state }: { artist: { slug: string }; state: string }) => [artist.slug, state]),
  ).toEqual(
    expect.arrayContaining([
      ['other-hair', 'booked'],
      ['only-makeup', 'booked'],
    ]),
  )
  const theirs = (await leila.call(`/v1/bookings/${idOf(makeup)}`)).body.data.appointment.plan
  const back = await leila.call(`/v1/bookings/${id}/moves`, 'POST', {
    eventDate: theirs.doneAt.slice(0, 10),
    finishTime: theirs.doneAt.slice(11, 16),
  })
  expect(back.body.code).toBe('slot_taken')
})
