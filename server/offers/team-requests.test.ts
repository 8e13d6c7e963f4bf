import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { handleTestBankEvents } from '#server/payments/events.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { createTestAddress } from '#server/testing/clients.ts'
import { clearTestTown, createTestBusyTime } from '#server/testing/providers.ts'
import {
  confirmRequestsByMail,
  countMails,
  createKeyHeader,
  createSignedInProvider,
  createTestSearch,
  deleteTestMails,
  getLastMail,
  testCustomer,
} from '#server/testing/requests.ts'
import { endRequests } from './end-requests.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
const forget = async () => {
  rig.at(testNow)
  await rig.database.db.deleteFrom('team_up').execute()
  await clearTestTown(rig)
  await deleteTestMails(rig)
}
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(forget)
afterAll(forget)

const later = (hours: number) => new Date(testNow.getTime() + hours * 3_600_000)
const party = {
  services: ['makeup', 'updo'].flatMap((id) => Array.from({ length: 9 }, () => id)),
  people: [{ count: 9, services: ['makeup', 'updo'] }],
}
const answer = (bearer: string, requestId: string, what: string, body: unknown = {}) =>
  rig.call(`/v1/providers/me/requests/${requestId}/${what}`, {
    method: 'POST',
    bearer,
    body,
    headers: createKeyHeader(),
    address: createTestAddress(),
  })

/** Creates two artists without Instant Book, and a chosen team of them for a party of nine. */
async function chosen(now = testNow) {
  rig.at(now)
  const artists = []
  for (const [slug, makeup] of [
    ['ida-asks', 4_000],
    ['oda-asks', 5_000],
  ] as const) {
    const artist = await createSignedInProvider(rig, { slug, costs: { makeup, updo: makeup - 500 } })
    await rig.database.db.updateTable('provider').set({ payouts_ready: true }).where('id', '=', artist.id).execute()
    artists.push(artist)
  }
  const search = await createTestSearch(rig, party)
  const made = await search.as(`/v1/quotes/${search.id}/teams`, { profileIds: ['ida-asks', 'oda-asks'] })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const teamId = made.body.data.teamId as string
  const of = `/v1/teams/${teamId}`
  const ask = () => search.as(`${of}/requests`, { requester: testCustomer })
  const asked = async () => (await rig.call(`${of}/requests`, { cookie: search.cookie })).body.data
  const team = async () => (await rig.call(of, { cookie: search.cookie })).body.data.team
  const [ida, oda] = artists as [(typeof artists)[number], (typeof artists)[number]]
  return { ida, oda, search, teamId, of, ask, asked, team }
}
async function out() {
  const made = await chosen()
  expect((await made.ask()).status).toBe(200)
  await confirmRequestsByMail(rig, testCustomer.email)
  const { requests } = await made.asked()
  const of = (artist: { id: string }): string =>
    requests.find(({ profileId }: { profileId: string }) => profileId === artist.id).id
  return { ...made, ofIda: of(made.ida), ofOda: of(made.oda) }
}
const mailsTo = (accountId: string, kind: string) =>
  rig.database.db
    .selectFrom('outbox')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('channel', '=', 'mail')
    .execute()
const statesOf = ({ requests }: { requests: { state: string; open: boolean }[] }) =>
  requests.map(({ state, open }) => (open ? state : `${state}, over`))
const theDayBefore = new Date('2027-06-11T09:00:00Z')
const startsOf = ({ parts }: { parts: { locked: { plan: { arriveAt: string } } }[] }): number[] =>
  parts.map(({ locked }) => Date.parse(locked.plan.arriveAt)).toSorted((a, b) => a - b)

describe('Requests to a team', { timeout: 120_000 }, () => {
  test('one email link sends the requests to all artists at once, and the page shows the latest deadline', async () => {
    const { ida, oda, teamId, ask, asked, search, team } = await chosen()
    expect((await team()).parts.map(({ why }: { why: string }) => why)).toEqual(['askFirst', 'askFirst'])
    const made = await ask()
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    expect(statesOf(made.body.data)).toEqual(['unconfirmed', 'unconfirmed'])
    expect(made.body.data).toMatchObject({ confirm: { email: testCustomer.email }, answersBy: null })
    expect(await countMails(rig, testCustomer.email, 'request.confirm')).toBe(1)
    const opened = await confirmRequestsByMail(rig, testCustomer.email)
    expect(opened.body.data).toMatchObject({ sent: 2, path: `/teams/${teamId}` })
    const now = await asked()
    expect(statesOf(now)).toEqual(['requested', 'requested'])
    expect(now.answersBy).toBe(
      now.requests
        .map(({ endsAt }: { endsAt: string }) => endsAt)
        .toSorted()
        .at(-1),
    )
    for (const { accountId } of [ida, oda]) expect(await mailsTo(accountId, 'request.new')).toHaveLength(1)
    expect((await ask()).body.code).toBe('already_requested')
    expect(await search.own()).toMatchObject({ requests: [], earlier: [] })
    const [first] = (await team()).parts
    const ofPart = (await rig.call(`/v1/quotes/${first.searchId}/requests`, { cookie: search.cookie })).body.data
    expect(ofPart).toMatchObject({ requests: [{ state: 'requested' }], earlier: [] })
  })

  test('if one artist of a team cannot be requested, no request is sent', async () => {
    const { ida, oda, ask, asked } = await chosen()
    await createTestBusyTime(rig, oda, '2027-06-12T06:00:00Z', '2027-06-12T09:00:00Z')
    const refused = await ask()
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 422, code: 'request_not_possible' })
    expect((await asked()).requests).toEqual([])
    expect(await mailsTo(ida.accountId, 'request.new')).toEqual([])
    expect(await countMails(rig, testCustomer.email, 'request.confirm')).toBe(0)
  })

  test('if one artist of a team declines, the others are released, and the team can be requested again', async () => {
    const { ida, oda, ofIda, ofOda, asked, ask, teamId } = await out()
    const yes = await answer(ida.bearer, ofIda, 'offer')
    expect(yes.status, JSON.stringify(yes.body)).toBe(200)
    expect((await answer(oda.bearer, ofOda, 'decline', { reason: 'notFree' })).status).toBe(200)
    const now = await asked()
    expect(now.requests.map(({ open }: { open: boolean }) => open)).toEqual([false, false])
    expect(now.requests.find(({ id }: { id: string }) => id === ofOda).state).toBe('declined')
    expect(now.answersBy).toBeNull()
    expect(await mailsTo(ida.accountId, 'team.released')).toHaveLength(1)
    const told = await getLastMail(rig, testCustomer.email, 'team.incomplete')
    expect(told?.body).toContain(`/teams/${teamId}`)
    expect((await answer(ida.bearer, ofIda, 'offer/withdraw')).body.code).toBe('state_changed')
    const again = await ask()
    expect(again.status, JSON.stringify(again.body)).toBe(200)
    expect(statesOf(again.body.data).every((state) => state === 'unconfirmed' || state === 'requested')).toBe(true)
  })

  test('if one artist of a team does not answer in time, the others are released', async () => {
    const { ida, oda, ofIda, ofOda, asked } = await out()
    expect((await answer(ida.bearer, ofIda, 'offer')).status).toBe(200)
    rig.at(later(24.1))
    await endRequests(createJobContext(rig, 'test'))
    const now = await asked()
    expect(now.requests.map(({ open }: { open: boolean }) => open)).toEqual([false, false])
    expect(now.requests.find(({ id }: { id: string }) => id === ofOda).state).toBe('expired')
    expect(await mailsTo(ida.accountId, 'team.released')).toHaveLength(1)
    expect(await mailsTo(oda.accountId, 'team.released')).toEqual([])
  })

  test('on the day before the event, all artists of a team have the longest deadline', async () => {
    const { ask, asked, team } = await chosen(theDayBefore)
    const [first, last] = startsOf(await team())
    expect(first, 'the artists start at different times').toBeLessThan(last as number)
    expect((await ask()).status).toBe(200)
    await confirmRequestsByMail(rig, testCustomer.email)
    const now = await asked()
    const by = new Date((last as number) - 12 * 3_600_000).toISOString()
    expect(now.answersBy).toBe(by)
    expect(now.requests.map(({ endsAt }: { endsAt: string }) => endsAt)).toEqual([by, by])
  })

  test('if an artist of a team can no longer be requested when the link is opened, no request is sent', async () => {
    const { ida, oda, ask, asked, team, search } = await chosen(theDayBefore)
    const [first] = startsOf(await team())
    expect((await ask()).status).toBe(200)
    // By then the last artist could still be asked.
    rig.at(new Date((first as number) - 1.9 * 3_600_000))
    expect((await search.as(`/v1/quotes/${search.id}/requests/send-link`)).status).toBe(200)
    expect((await confirmRequestsByMail(rig, testCustomer.email)).body.data).toMatchObject({ sent: 0, endsAt: null })
    expect(statesOf(await asked()).toSorted()).toEqual(['expired, over', 'withdrawn, over'])
    for (const { accountId } of [ida, oda]) expect(await mailsTo(accountId, 'request.new')).toEqual([])
  })

  test('unused offers of a team expire together', async () => {
    const { ida, oda, ofIda, ofOda, asked } = await out()
    expect((await answer(ida.bearer, ofIda, 'offer')).status).toBe(200)
    rig.at(later(1))
    expect((await answer(oda.bearer, ofOda, 'offer')).status).toBe(200)
    rig.at(later(72.5))
    await endRequests(createJobContext(rig, 'test'))
    expect((await asked()).requests.map(({ open }: { open: boolean }) => open)).toEqual([false, false])
    expect(await countMails(rig, testCustomer.email, 'team.incomplete')).toBe(1)
    expect(await countMails(rig, testCustomer.email, 'offer.expired.customer')).toBe(0)
    expect(await mailsTo(ida.accountId, 'offer.expired.provider')).toHaveLength(1)
    expect(await mailsTo(oda.accountId, 'team.released')).toHaveLength(1)
  })

  test('once all artists have offered, the team is booked at once at the offered prices', async () => {
    const { ida, oda, ofIda, ofOda, of, search, team } = await out()
    for (const [artist, id] of [
      [ida, ofIda],
      [oda, ofOda],
    ] as const)
      expect((await answer(artist.bearer, id, 'offer')).status).toBe(200)
    const { parts } = await team()
    expect(parts.map(({ why }: { why: string | null }) => why)).toEqual([null, null])
    const hashes = parts.map(({ locked }: { locked: { hash: string } }) => locked.hash)
    const held = await search.as(`${of}/hold`, { hashes })
    expect(held.status, JSON.stringify(held.body)).toBe(200)
    const paid = await search.as(`${of}/payment`, {
      requester: testCustomer,
      day: { address: '1 Church Lane' },
      terms: true,
    })
    expect(paid.status, JSON.stringify(paid.body)).toBe(200)
    for (const { clientSecret } of paid.body.data.payments)
      await search.as(`/v1/test-bank/intents/${clientSecret}/confirm`, {
        number: '4242424242424242',
        expiry: '12/30',
        code: '123',
      })
    await handleTestBankEvents(createJobContext(rig, 'test'))
    expect((await rig.call(`${of}/hold`, { cookie: search.cookie })).body.data.hold.state).toBe('booked')
    const offers = await rig.database.db
      .selectFrom('offer')
      .select('state')
      .where('request_id', 'in', [ofIda, ofOda])
      .execute()
    expect(offers.map(({ state }) => state)).toEqual(['accepted', 'accepted'])
  })

  test('an artist of a team cannot make an offer for another time', async () => {
    const { ida, ofIda, asked } = await out()
    const moved = await answer(ida.bearer, ofIda, 'offer', { finishTime: '12:00' })
    expect({ status: moved.status, code: moved.body.code }).toEqual({ status: 422, code: 'part_of_team' })
    expect(statesOf(await asked())).toEqual(['requested', 'requested'])
  })

  test('only the customer can withdraw a team request, and it is withdrawn from all artists at once', async () => {
    const { ida, oda, of, search, asked } = await out()
    const stranger = await createTestSearch(rig, {}, { ...testCustomer, email: 'somebody@ask.example' })
    for (const [path, method] of [
      [`${of}/requests`, 'GET'],
      [`${of}/requests`, 'POST'],
      [`${of}/requests/withdraw`, 'POST'],
    ] as const) {
      const refused = await rig.call(path, {
        method,
        ...(method === 'POST' ? { body: { requester: testCustomer }, headers: createKeyHeader() } : {}),
        cookie: stranger.cookie,
        address: createTestAddress(),
      })
      expect({ path, method, status: refused.status }).toEqual({ path, method, status: 404 })
    }
    const back = await search.as(`${of}/requests/withdraw`)
    expect(back.status, JSON.stringify(back.body)).toBe(200)
    expect(statesOf(await asked())).toEqual(['withdrawn, over', 'withdrawn, over'])
    for (const { accountId } of [ida, oda]) expect(await mailsTo(accountId, 'request.withdrawn')).toHaveLength(1)
    expect((await search.as(`${of}/requests/withdraw`)).body.code).toBe('state_changed')
  })
})
