import { dayDetails, requester, settleOwn, visitorIn } from '#server/bookings/small-bookings.ts'
import { hearTestBank } from '#server/payments/events/events.ts'
import { ownContext } from '#server/platform/jobs.ts'
import type { TestRig } from '#server/test-rig.ts'

/** A booked team of two for tests: three people, each with one artist for their hair and with another for their makeup after it. */
export async function hairAndMakeup(rig: TestRig) {
  const hair = await settleOwn(rig, { slug: 'only-hair', costs: { updo: 3_000 } })
  const makeup = await settleOwn(rig, { slug: 'only-makeup', costs: { makeup: 3_000 } })
  const services = ['makeup', 'updo']
  const leila = await visitorIn(rig, {
    services: services.flatMap((id) => Array.from({ length: 3 }, () => id)),
    people: [{ count: 3, services }],
  })
  const profileIds = ['only-hair', 'only-makeup']
  const { teamId } = (await leila.call(`/v1/quotes/${leila.id}/teams`, 'POST', { profileIds })).body.data
  const of = `/v1/teams/${teamId}`
  const { team } = (await leila.call(of)).body.data
  const hashes = team.parts.map(({ locked }: { locked: { hash: string } }) => locked.hash)
  const held = await leila.call(`${of}/hold`, 'POST', { hashes })
  if (held.status !== 200) throw new Error(JSON.stringify(held.body))
  const papers = { requester: requester(), day: dayDetails, terms: true, names: ['Leila', 'Noor', 'Ama'] }
  for (const { clientSecret } of (await leila.call(`${of}/payment`, 'POST', papers)).body.data.payments)
    await leila.card(clientSecret)
  await hearTestBank(ownContext(rig, 'test'))
  const { parts } = (await leila.call(`${of}/hold`)).body.data.hold
  const idOf = (artist: { id: string }): string =>
    parts.find(({ profileId }: { profileId: string }) => profileId === artist.id).appointmentId
  return { hair, makeup, leila, teamId, idOf }
}
