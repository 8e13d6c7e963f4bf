import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendPayments } from '#server/payments/index.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { acceptMoveAsProvider } from '#server/testing/bookings.ts'
import { createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { expireHolds } from './release-holds.ts'

const steps = process.env['PROVE'] ? 10_000 : 150
const artists = 20
const atOnce = 12

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})

const overlaps = () =>
  sql<{ n: number }>`
  select count(*)::int as n from busy a join busy b on a.provider_id = b.provider_id and a.id < b.id and a.during && b.during
  join provider p on p.id = a.provider_id where p.area = 'Lerwick' and a.kind in ('hold', 'appointment') and b.kind in ('hold', 'appointment')`.execute(
    rig.database.db,
  )

test('of fifty concurrent bookings of one slot exactly one succeeds, and the others are refused within a second', async () => {
  // Takes the fastest of a few rounds, because other work on the machine may slow one down.
  let slowest = Number.POSITIVE_INFINITY
  for (let round = 1; round <= 3 && slowest >= 1_000; round++) slowest = await stormOnOneSlot(`sought-after-${round}`)
  expect(slowest).toBeLessThan(1_000)
  expect((await overlaps()).rows).toEqual([{ n: 0 }])
  await clearTestTown(rig)
}, 120_000)

/** Lets fifty customers book one slot. Returns the longest wait. */
async function stormOnOneSlot(slug: string): Promise<number> {
  await createInstantTestProvider(rig, { slug })
  const crowd = await Promise.all(Array.from({ length: 50 }, () => createTestVisitor(rig)))
  const hashes = await Promise.all(crowd.map(async (one) => (await one.quote(slug)).hash))
  const answers = await Promise.all(
    crowd.map(async (one, i) => {
      const from = performance.now()
      const { status, body } = await one.call('/v1/holds', 'POST', {
        quoteId: one.id,
        profileId: slug,
        type: 'mobile',
        hash: hashes[i],
      })
      return { status, code: body.code as string | undefined, ms: performance.now() - from }
    }),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409).map(({ code }) => code)).toEqual(
    Array.from({ length: 49 }, () => 'slot_taken'),
  )
  return Math.max(...answers.map(({ ms }) => ms))
}

test(
  `${steps} concurrent holds, payments, moves and cancellations over ${artists} artists leave no overlap, a balanced ledger and no open hold`,
  async () => {
    const slugs = Array.from({ length: artists }, (_, i) => `storm-${i}`)
    for (const slug of slugs) await createInstantTestProvider(rig, { slug })
    const days = ['2027-06-12', '2027-06-13', '2027-06-14']
    const times = ['09:00', '10:30', '12:00', '13:30', '15:00', '16:30', '18:00']
    let seed = 20_261_120
    const dice = (n: number): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return seed % n
    }
    const pick = <T>(list: readonly T[]): T => list[dice(list.length)] as T
    const visitors = await Promise.all(
      Array.from({ length: 40 }, () => createTestVisitor(rig, { eventDate: pick(days), finishTime: pick(times) })),
    )
    type One = (typeof visitors)[number]
    const booked: { one: One; id: string; deposit: number }[] = []
    const unknown: string[] = []
    let [holds, bookings, moves, cancels] = [0, 0, 0, 0]

    const step = async (): Promise<void> => {
      const kind = dice(10)
      if (kind < 6 || booked.length === 0) {
        const i = dice(visitors.length)
        const one = visitors[i] as One
        const held = await one.hold(pick(slugs))
        if (held.status !== 200) return note(held)
        holds++
        const { hold } = held.body.data
        if (dice(4) === 0) return note(await one.call(`/v1/holds/${hold.id}/release`, 'POST', {}))
        const paid = await one.pay(hold.id)
        if (paid.status !== 200) return note(paid)
        note(
          await one.card(paid.body.data.payment.clientSecret, dice(5) === 0 ? '4000000000000002' : '4242424242424242'),
        )
        const after = (await one.call(`/v1/holds/${hold.id}`)).body.data?.hold
        if (!after?.appointmentId) return
        bookings++
        booked.push({ one, id: after.appointmentId, deposit: after.quote.deposit })
        visitors[i] = await createTestVisitor(rig, { eventDate: pick(days), finishTime: pick(times) })
        return
      }
      const of = pick(booked)
      if (kind < 8) {
        const answer = await of.one.call(`/v1/bookings/${of.id}/moves`, 'POST', {
          eventDate: pick(days),
          finishTime: pick(times),
        })
        note(answer)
        if (answer.status === 200) {
          moves++
          note(await acceptMoveAsProvider(rig, of.id, answer.body.data.appointment.move.id))
        }
        return
      }
      // Cancels twice concurrently with two keys: only one refund.
      const cancel = () => of.one.call(`/v1/bookings/${of.id}/cancel`, 'POST', { refund: of.deposit })
      const answers = await Promise.all([cancel(), cancel()])
      for (const answer of answers) note(answer)
      const done = answers.filter(({ status }) => status === 200).length
      if (done > 1) unknown.push(`cancelled ${done} times`)
      if (done === 0) return
      cancels++
      booked.splice(booked.indexOf(of), 1)
    }
    const note = ({ status, body }: { status: number; body: { code?: string } }) => {
      if (status >= 500) unknown.push(`${status} ${JSON.stringify(body)}`)
    }
    let left = steps
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (left-- > 0) await step()
      }),
    )
    expect(unknown).toEqual([])
    expect((await overlaps()).rows).toEqual([{ n: 0 }])

    rig.at(new Date(testNow.getTime() + 20 * 60_000))
    const ctx = createJobContext(rig, 'storm')
    await expireHolds(ctx)
    for (let round = 0; round < 50; round++) await sendPayments(createJobContext(rig, 'storm'))
    const {
      rows: [sums],
    } = await sql<Record<string, number>>`select
    (select coalesce(sum(abs(sum)), 0) from (select sum(amount_minor) from ledger_entry group by currency) s)::int as ledger,
    (select count(*) from payment y join provider p on p.id = y.provider_id where p.area = 'Lerwick' and y.refunded_minor > y.amount_minor)::int as over_refunded,
    (select count(*) from (select payment_id from refund r join payment y on y.id = r.payment_id join provider p on p.id = y.provider_id where p.area = 'Lerwick' group by payment_id having sum(r.amount_minor) > max(y.amount_minor)) t)::int as refunds_past_paid,
    (select count(*) from hold h join provider p on p.id = h.provider_id where p.area = 'Lerwick' and h.state = 'held')::int as holds,
    (select count(*) from busy b join provider p on p.id = b.provider_id where p.area = 'Lerwick' and b.kind = 'hold')::int as kept,
    (select count(*) from busy b join provider p on p.id = b.provider_id where p.area = 'Lerwick' and b.kind = 'appointment')::int as busy,
    (select count(*) from appointment a join provider p on p.id = a.provider_id where p.area = 'Lerwick' and a.state = 'booked')::int as standing,
    (select count(*) from payment y join provider p on p.id = y.provider_id left join appointment a on a.hold_id = y.ref where p.area = 'Lerwick' and y.state in ('captured', 'capturing') and a.id is null)::int as charged_for_nothing,
    (select count(*) from (select ref from payment y join provider p on p.id = y.provider_id where p.area = 'Lerwick' and y.state in ('captured', 'capturing') group by ref having count(*) > 1) t)::int as charged_twice`.execute(
      rig.database.db,
    )
    expect(sums).toMatchObject({
      ledger: 0,
      holds: 0,
      kept: 0,
      charged_for_nothing: 0,
      charged_twice: 0,
      over_refunded: 0,
      refunds_past_paid: 0,
    })
    expect(sums?.['busy']).toBe(sums?.['standing'])
    expect(Math.min(holds, bookings, cancels)).toBeGreaterThan(5)
    process.stdout.write(
      `${steps} steps: ${holds} holds, ${bookings} bookings, ${moves} moves, ${cancels} cancellations\n`,
    )
  },
  120_000 + steps * 200,
)
