import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ProviderState } from '#contract/operator/people.ts'
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
import { clearTestTown } from '#server/testing/providers.ts'
import { getSender } from '#server/notifications/index.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

const doc = readFileSync('docs/states.md', 'utf8')
const rowsOf = (header: string) =>
  (doc.split(header)[1] ?? '')
    .split('\n\n')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', '')),
    ) ?? []
const header = '| state lost by |'
const columns = (doc.split('\n').find((line) => line.startsWith(header)) ?? '')
  .slice(1, -1)
  .split('|')
  .slice(1)
  .map((name) => name.trim())
const table = rowsOf(header).map(([state = '', ...cells]) => ({ state, cells }))

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

type Busy = Awaited<ReturnType<typeof createBusyTestProvider>>
const reason = 'Reported by two customers.'
const lose: Record<string, (busy: Busy) => Promise<unknown>> = {
  'profile paused': ({ act }) => act('/v1/providers/me/pause', 'POST', { paused: true }),
  'profile suspended': ({ artist }) => olu(`/v1/operator/providers/${artist.id}/suspend`, 'POST', { reason }),
  'account suspended': ({ artist }) => olu(`/v1/operator/people/${artist.accountId}/suspend`, 'POST', { reason }),
  'account deleted': async ({ artist }) => {
    const account = await findAccountById(rig.database.db, artist.accountId)
    const ctx = createJobContext(rig, 'test')
    const sender = await getSender(ctx)
    if (account) await ctx.transaction((tx) => deleteAccount(tx, sender, account))
  },
  'service off': ({ artist }) =>
    rig.database.db
      .updateTable('provider_service')
      .set({ status: 'off' })
      .where('provider_id', '=', artist.id)
      .execute(),
  'base moved': ({ artist }) =>
    rig.database.db.updateTable('provider').set({ lat: 51.5, lng: -0.1 }).where('id', '=', artist.id).execute(),
}

test('the table covers every state and every dependant, and its test files exist', () => {
  expect(table.map(({ state }) => state).toSorted()).toEqual(Object.keys(lose).toSorted())
  for (const { state, cells } of table)
    expect([state, cells.length, cells.includes('')]).toEqual([state, columns.length, false])
  const neverLive = [...doc.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  for (const state of ProviderState.options)
    expect([
      state,
      state === 'approved' ||
        neverLive.includes(state) ||
        state in Object.fromEntries(table.map((row) => [row.state.split(' ')[1], 1])),
    ]).toEqual([state, true])
  for (const [name, , file = ''] of rowsOf('| state | what depends on it |'))
    expect([name, existsSync(file)]).toEqual([name, true])
})

test.each(table)('dependants of the lost state “$state”: $cells', async ({ state, cells }) => {
  const { db } = rig.database
  const busy = await createBusyTestProvider(rig, `state-${state.replace(' ', '-')}`)
  const { artist, act, offered, open } = busy
  await db.updateTable('provider').set({ instant_booking: true }).where('id', '=', artist.id).execute()
  const booker = await createTestVisitor(rig, { eventDate: '2027-07-17' }, { details: createRequester() })
  const booked = await booker.book(artist.slug)
  const saver = await db
    .insertInto('account')
    .values({
      email: `saver-${createTestKey().toLowerCase()}@mail.example`,
      name: 'Saver',
      roles: ['customer'],
      email_verified_at: testNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('saved_artist')
    .values({ account_id: saver.id, provider_id: artist.id, created_at: testNow })
    .execute()
  await db
    .insertInto('freed_alert')
    .values({
      search_id: offered.id,
      email: 'alert@states.example',
      fits_then: 0,
      created_at: testNow,
      looked_at: testNow,
    })
    .execute()
  const deleting = state === 'account deleted' ? (await act('/v1/accounts/me/delete', 'POST', {})).body.code : null
  await lose[state]?.(busy)
  const { requests, holds, waiting } = await open()
  const stays = (yes: boolean) => (yes ? 'stays' : 'ends')
  const appointment = await db.selectFrom('appointment').select('state').where('id', '=', booked.id).executeTakeFirst()
  const answer = await db.selectFrom('offer').select('state').where('request_id', '=', offered.requestId).execute()
  const alerts = await db.selectFrom('freed_alert').select('id').where('email', '=', 'alert@states.example').execute()
  const saved = (await (await createTestClient(rig, saver.id))('/v1/saved-artists')).body.data.artists
  const profile = await rig.call(`/v1/@/${artist.slug}`)
  const seen: Record<string, string> = {
    'booking ahead': deleting === 'open_bookings' ? 'refused' : stays(appointment?.state === 'booked'),
    request: stays(requests.some((request) => request.state === 'requested')),
    offer: stays(answer.some((offer) => offer.state === 'offered')),
    'hold in payment': stays(holds.some((hold) => hold.state === 'held')),
    'waiting list': stays(waiting.length > 0),
    alert: stays(alerts.length > 0),
    'saved artist': saved[0] ? (saved[0].live ? 'shown' : 'marked') : 'gone',
    'saved search': stays((await offered.call(`/v1/quotes/${offered.id}`)).status === 200),
    'public page':
      profile.status === 404
        ? 'gone'
        : (profile.body.data.state ?? profile.body.data.provider?.state) === 'paused'
          ? 'marked'
          : 'shown',
  }
  expect(Object.keys(seen)).toEqual(columns)
  expect(Object.values(seen)).toEqual(cells)
})
