import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestClient, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

// Checks the invariant of money-sequences.test.ts through the API and the database.

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

const runs = process.env['PROVE'] ? 200 : 8
const day = 86_400_000
const reason = 'Agreed on by phone.'
const minor = (amount: number) => Math.round(amount * 100)

const services = fc.constantFrom(['makeup'], ['updo'], ['makeup', 'updo'])
const party = fc.array(services, { minLength: 1, maxLength: 3 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('party' as const), party }) },
  fc.record({ do: fc.constant('team' as const), party, bears: fc.constantFrom('customer', 'artist', 'house') }),
  fc.record({ do: fc.constant('goodwill' as const), part: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ do: fc.constant('move' as const), finishTime: fc.constantFrom('14:00', '15:00', '16:00') }),
  fc.record({ do: fc.constant('balance' as const) }),
)
const artists = fc.record({
  makeup: fc.constantFrom(4_000, 4_400, 5_050),
  updo: fc.constantFrom(3_800, 4_537),
  minimum: fc.constantFrom(0, 10_000),
})
let made = 0

async function booking(of: { makeup: number; updo: number; minimum: number }, inFull: boolean) {
  const slug = `sequence-${++made}`
  const { makeup, updo, minimum } = of
  const terms = { slug, notice: 0, costs: { makeup, updo }, minimum, minutes: { makeup: 30, updo: 30 } }
  const artist = await createTestProviderWithAccount(rig, terms)
  const { db } = rig.database
  await db.updateTable('provider').set({ online_balance: true }).where('id', '=', artist.id).execute()
  const leila = await createTestVisitor(rig)
  const { id } = await leila.book(slug, { inFull })
  // Opens a session for each call, because months pass in between.
  const theirs = async (path: string, method: string, body: unknown) =>
    (await createTestClient(rig, artist.accountId))(path, method, body)
  const olu = async (path: string, method: string, body: unknown) =>
    (await createTestClient(rig, await getAccountId(rig, 'olu@primp.test')))(path, method, body)
  const at = `/v1/bookings/${id}`
  const own = async () => (await leila.call(at)).body.data.appointment
  return { id, at, artist, leila, theirs, olu, own }
}
type Booking = Awaited<ReturnType<typeof booking>>

async function pay({ leila }: Booking, payment: { clientSecret: string } | null | undefined): Promise<void> {
  if (payment) expect((await leila.card(payment.clientSecret)).status).toBe(200)
}

async function accept(of: Booking, moveId: string): Promise<void> {
  const { move } = await of.own()
  if (move?.id !== moveId) return
  const answer = await of.leila.call(`${of.at}/moves/${moveId}`, 'POST', { answer: 'accept' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await pay(of, answer.body.data.payment)
}

async function take(of: Booking, now: { do: string } & Record<string, unknown>): Promise<void> {
  const { id, at, leila, theirs, olu } = of
  const people = ((now['party'] as string[][] | undefined) ?? []).map((services, i) => ({
    person: i === 0 ? 1 : null,
    name: '',
    services,
  }))
  const by = `/v1/operator/bookings/${id}`
  if (now.do === 'balance') {
    const { startsAt } = await of.own()
    rig.at(new Date(Date.parse(startsAt) - 5 * day))
    const opened = await leila.call(`${at}/balance`, 'POST', {})
    if (opened.status === 200) await pay(of, opened.body.data.payment)
    return
  }
  if (now.do === 'goodwill') {
    const { paid, refunded } = await of.own()
    const amount = Math.floor((minor(paid - refunded) * Number(now['part'])) / 100) / 100
    const asked = { amount, reason, as: 'card' }
    const { body } = await olu(`${by}/goodwill/preview`, 'POST', asked)
    if (body.data) await olu(`${by}/goodwill`, 'POST', { ...asked, hash: body.data.preview.hash })
    return
  }
  if (now.do === 'team') {
    const asked = { people, bears: now['bears'], back: 'whole', reason }
    const { body } = await olu(`${by}/party/preview`, 'POST', asked)
    if (!body.data) return
    const done = await olu(`${by}/party`, 'POST', { ...asked, hash: body.data.preview.hash })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    const { move } = await of.own()
    if (move) await accept(of, move.id)
    return
  }
  const asked =
    now.do === 'party'
      ? await leila.call(`${at}/party`, 'POST', { people })
      : await leila.call(`${at}/moves`, 'POST', { eventDate: '2027-06-12', finishTime: now['finishTime'] })
  const move = asked.body.data?.appointment.move
  if (!move) return
  const said = await theirs(`/v1/providers/appointments/${id}`, 'PATCH', { act: 'acceptMove', moveId: move.id })
  expect(said.status, JSON.stringify(said.body)).toBe(200)
  await accept(of, move.id)
}

async function books({ id: providerId }: { id: string }) {
  const { db } = rig.database
  const rows = await db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_movement', 'ledger_movement.id', 'ledger_entry.movement_id')
    .select((eb) => ['account', eb.fn.sum<number>('amount_minor').as('minor')])
    .where('provider_id', '=', providerId)
    .groupBy('account')
    .execute()
  const of = (account: string) => 0 - Number(rows.find((row) => row.account === account)?.minor ?? 0)
  const payments = await db
    .selectFrom('payment')
    .select(['state', 'amount_minor', 'fee_minor', 'refunded_minor', 'fee_refunded_minor'])
    .where('provider_id', '=', providerId)
    .execute()
  const taken = payments.filter(({ state }) => state === 'captured')
  const sum = (one: (row: (typeof taken)[number]) => number) => taken.reduce((all, row) => all + one(row), 0)
  return {
    fees: of('fees'),
    theirs: of(`pending:${providerId}`) + of(`earned:${providerId}`),
    leftMinor: sum((row) => row.amount_minor - row.refunded_minor),
    feeLeftMinor: sum((row) => row.fee_minor - row.fee_refunded_minor),
    stuck: payments.filter(({ state }) => state === 'authorised' || state === 'capturing').length,
  }
}

async function check(of: Booking): Promise<void> {
  const page = await of.own()
  const { fees, theirs, leftMinor, feeLeftMinor, stuck } = await books(of.artist)
  expect(page.lines.reduce((all: number, { amount }: { amount: number }) => all + minor(amount), 0)).toBe(
    minor(page.total),
  )
  expect(page.total).toBeGreaterThan(0)
  expect(stuck).toBe(0)
  expect(minor(page.paid) - minor(page.refunded)).toBe(leftMinor)
  expect([fees, theirs]).toEqual([feeLeftMinor, leftMinor - feeLeftMinor])
}

test(
  'page, payments and ledger of a booking agree after every change, and a cancellation keeps the amount that was shown',
  async () => {
    const steps = fc.array(step, { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(artists, fc.boolean(), steps, async (terms, inFull, all) => {
        rig.at(testNow)
        const of = await booking(terms, inFull)
        await check(of)
        for (const now of all) {
          await take(of, now)
          await check(of)
        }
        const { refund } = await of.own()
        const shown = refund.steps.find((one: { refund: number }) => one.refund === refund.now)
        const cancelled = await of.leila.call(`${of.at}/cancel`, 'POST', { refund: refund.now, reason })
        expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
        const { fees, theirs } = await books(of.artist)
        expect([fees, theirs]).toEqual([minor(shown.keptByPlatform), minor(shown.keptByProvider)])
      }),
      {
        numRuns: runs,
        endOnFailure: true,
        examples: [
          // The goodwill exceeds the price of the smaller party.
          [
            { makeup: 4_000, updo: 3_800, minimum: 0 },
            true,
            [
              { do: 'party', party: [['makeup', 'updo'], ['updo']] },
              { do: 'goodwill', part: 39 },
              { do: 'party', party: [['updo']] },
            ],
          ],
        ],
      },
    )
  },
  runs * 10_000,
)
