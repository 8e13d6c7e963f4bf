import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { confirmTestAddress, createTestVisitor } from '#server/testing/clients.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { notifyWaitingList } from '#server/search/index.ts'
import { clearTestTown, createInstantTestProvider, createTestBusyTime } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { holdFreedTime } from './freed-holds.ts'
import { expireHolds } from './release-holds.ts'

const day = '2027-06-12'
let rig: TestRig
const forget = async () => {
  await clearTestTown(rig)
  await rig.database.db.deleteFrom('freed_alert').where('email', 'like', '%@freed.example').execute()
  await rig.database.db.deleteFrom('outbox').execute()
}
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await forget()
})
afterAll(async () => {
  rig.at(testNow)
  await forget()
})

const minutes = (n: number) => new Date(testNow.getTime() + n * 60_000)
const look = () => notifyWaitingList(createJobContext(rig, 'test'), holdFreedTime)
const lapse = () => expireHolds(createJobContext(rig, 'test'))
const mails = async () =>
  await rig.database.db
    .selectFrom('outbox')
    .select(['address', 'kind', 'body'])
    .where('address', 'like', '%@freed.example')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
const holds = (providerId: string) =>
  rig.database.db
    .selectFrom('hold')
    .selectAll()
    .where('provider_id', '=', providerId)
    .where('state', '=', 'held')
    .execute()

/** Repeats the job until `told` customers are notified: it sees a freed time a moment later. */
const lookUntil = async (told: number) => {
  for (let i = 0; i < 50; i++) {
    await look()
    if ((await mails()).length >= told) return
    await new Promise((wait) => setTimeout(wait, 50))
  }
}

/** Creates an artist with a full day, and people on the waiting list in the given order. */
async function awaited(waiting: readonly string[], terms: Record<string, unknown> = {}) {
  const artist = await createInstantTestProvider(rig, { slug: 'freed', ...terms })
  const fill = () => createTestBusyTime(rig, artist, `${day}T10:00:00Z`, `${day}T13:00:00Z`)
  const free = () =>
    rig.database.db.deleteFrom('busy').where('provider_id', '=', artist.id).where('kind', '=', 'appointment').execute()
  await fill()
  const people = []
  for (const [i, name] of waiting.entries()) {
    rig.at(new Date(testNow.getTime() + i * 1_000))
    const one = await createTestVisitor(rig, { eventDate: day })
    await confirmTestAddress(rig, `${name}@freed.example`, 'alert')
    expect((await one.call(`/v1/quotes/${one.id}/alert`, 'POST', { email: `${name}@freed.example` })).status).toBe(200)
    people.push(one)
  }
  return { artist, fill, free, people }
}

describe('Freed time', { timeout: process.env['PROVE'] ? 1_200_000 : 120_000 }, () => {
  test('a freed time is held for the customer who has waited longest, who goes straight to payment', async () => {
    const {
      artist,
      free,
      people: [first, second],
    } = await awaited(['a', 'b'])
    if (!first || !second) throw new Error('the waiting list is empty')
    await free()
    rig.at(minutes(1))
    await lookUntil(1)
    expect((await mails()).map(({ address }) => address)).toEqual(['a@freed.example'])
    expect((await mails())[0]?.body).toContain('We will hold the time for you until Fri 20 November, 9:31 AM.')
    const [kept] = await holds(artist.id)
    expect(kept).toMatchObject({ search_id: first.id, expires_at: minutes(31), freed: true })
    const page = (await first.call(`/v1/quotes/${first.id}`)).body.data
    expect(page.offers.mobile[0].provider).toMatchObject({ slug: 'freed', status: 'offered' })
    const passer = await createTestVisitor(rig, { eventDate: day })
    for (const other of [second, passer]) expect((await other.hold('freed')).status).not.toBe(200)
    rig.at(minutes(20))
    const held = await first.hold('freed')
    expect(held.body.data.hold, JSON.stringify(held.body)).toMatchObject({
      id: kept?.id,
      state: 'held',
      expiresAt: minutes(31).toISOString(),
    })
    const booked = await first.book('freed')
    expect(booked).toMatchObject({ state: 'booked', provider: { slug: 'freed' } })
  })

  test('the hold expires with the turn without another email, and goes to the next customer', async () => {
    const {
      artist,
      free,
      people: [, second],
    } = await awaited(['a', 'b'])
    await free()
    rig.at(minutes(1))
    await lookUntil(1)
    rig.at(minutes(20))
    await look()
    expect(await mails()).toHaveLength(1)
    rig.at(minutes(32))
    await lapse()
    await lookUntil(2)
    expect((await mails()).map(({ address, kind }) => `${kind} ${address}`)).toEqual([
      'alert.freed a@freed.example',
      'alert.freed b@freed.example',
    ])
    expect(await holds(artist.id)).toMatchObject([{ search_id: second?.id, expires_at: minutes(62) }])
    rig.at(minutes(63))
    await lapse()
    expect(await holds(artist.id)).toEqual([])
    expect(
      await rig.database.db.selectFrom('busy').select('id').where('provider_id', '=', artist.id).execute(),
    ).toEqual([])
  })

  test('the time of an artist without Instant Book is announced but not held, and the email does not promise it', async () => {
    const { artist, free } = await awaited(['a'])
    await rig.database.db.updateTable('provider').set({ instant_booking: false }).where('id', '=', artist.id).execute()
    await free()
    rig.at(minutes(1))
    await lookUntil(1)
    expect(await holds(artist.id)).toEqual([])
    const [mail] = await mails()
    expect(mail?.body).toContain('for £52.')
    expect(mail?.body).not.toContain('kept for you')
  })

  test('no sequence of events gives a freed time to two customers at once', async () => {
    const act = fc.constantFrom('look', 'race', 'pass', 'lapse', 'free', 'fill', 'takeUp', 'letGo')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(act, fc.integer({ min: 0, max: 12 })), { minLength: 4, maxLength: 14 }),
        async (acts) => {
          rig.at(testNow)
          await forget()
          const { artist, free, fill, people } = await awaited(['a', 'b', 'c'])
          const passer = await createTestVisitor(rig, { eventDate: day })
          let now = 1
          for (const [what, wait] of acts) {
            now += wait
            rig.at(minutes(now))
            if (what === 'look') await look()
            else if (what === 'race')
              await Promise.all([look(), look(), passer.hold('freed'), ...people.map((one) => one.hold('freed'))])
            else if (what === 'pass') await passer.hold('freed')
            else if (what === 'lapse') await lapse()
            else if (what === 'free') await free()
            else if (what === 'fill') await fill().catch(() => {})
            else {
              const one = people[wait % people.length]
              const held = await one?.hold('freed')
              if (what === 'letGo' && held?.status === 200)
                await one?.call(`/v1/holds/${held.body.data.hold.id}/release`, 'POST', {})
            }
            const kept = await holds(artist.id)
            expect(kept.length).toBeLessThanOrEqual(1)
            const busy = await rig.database.db
              .selectFrom('busy')
              .select('ref')
              .where('provider_id', '=', artist.id)
              .where('kind', '=', 'hold')
              .execute()
            expect(busy.map(({ ref }) => ref)).toEqual(kept.map(({ id }) => id))
            const turns = await rig.database.db
              .selectFrom('freed_turn')
              .select('id')
              .where('provider_id', '=', artist.id)
              .where('started_at', '<=', minutes(now))
              .where('ends_at', '>', minutes(now))
              .execute()
            expect(turns.length).toBeLessThanOrEqual(1)
          }
        },
      ),
      { numRuns: process.env['PROVE'] ? 60 : 6 },
    )
  })
})
