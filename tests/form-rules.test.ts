import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestClient, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { accountRules } from './form-rules/accounts.ts'
import { consoleRules } from './form-rules/console.ts'
import { dashboardRules } from './form-rules/dashboard.ts'
import type { Who } from './form-rules/rule.ts'
import { signupRules } from './form-rules/signup.ts'

let rig: TestRig
let callers: Record<Exclude<Who, 'anyone'>, Awaited<ReturnType<typeof createTestClient>>>
let names: Record<string, string> = {}
beforeAll(async () => {
  rig = await openRig()
  const artist = await createTestProviderWithAccount(rig, { slug: 'by-the-rules' })
  const document = await rig.database.db
    .insertInto('artist_document')
    .values({ provider_id: artist.id, kind: 'insurance', holder: 'Nia', sent_at: new Date('2026-11-01') })
    .returning('id')
    .executeTakeFirstOrThrow()
  await rig.database.db
    .updateTable('provider')
    .set({ payouts_ready: true, instant_booking: true })
    .where('id', '=', artist.id)
    .execute()
  const booking = await (await createTestVisitor(rig)).book('by-the-rules')
  const payment = await rig.database.db
    .selectFrom('payment')
    .innerJoin('appointment', 'appointment.hold_id', 'payment.ref')
    .select('payment.id')
    .where('appointment.id', '=', booking.id)
    .executeTakeFirstOrThrow()
  await rig.database.db
    .updateTable('provider')
    .set({ payouts_ready: false, instant_booking: false })
    .where('id', '=', artist.id)
    .execute()
  names = { ARTIST: artist.id, DOCUMENT: document.id, BOOKING: booking.id, PAYMENT: payment.id }
  const newcomer = await createTestProviderWithAccount(rig, { slug: 'still-joining' })
  await rig.database.db
    .updateTable('provider')
    .set({ state: 'draft', approved_at: null, sample: false })
    .where('id', '=', newcomer.id)
    .execute()
  callers = {
    artist: await createTestClient(rig, artist.accountId),
    newcomer: await createTestClient(rig, newcomer.accountId),
    operator: await createTestClient(rig, await getAccountId(rig, 'olu@primp.test')),
  }
})
afterAll(async () => {
  await clearTestTown(rig)
  await rig.database.db.deleteFrom('outbox').execute()
})

describe.each([
  ['dashboards', dashboardRules],
  ['joining', signupRules],
  ['accounts', accountRules],
  ['console', consoleRules],
] as const)('%s: the API refuses what a form would not send', (_, rules) => {
  test.each(rules)('$form: $rule', async ({ who = 'artist', call: [method, path, body], refused }) => {
    const to = path.replace(/[A-Z]{4,}/, (name) => names[name] ?? name)
    const { status, body: said } =
      who === 'anyone'
        ? await rig.call(to, { method, body, address: '127.9.9.9', headers: { 'idempotency-key': 'form rules' } })
        : await callers[who](to, method, body)
    expect(status, JSON.stringify(said)).toBeGreaterThanOrEqual(400)
    expect(status, JSON.stringify(said)).toBeLessThan(500)
    const fields = ((said.errors ?? []) as { path: string }[]).map((error) => error.path)
    expect([...fields, said.code], JSON.stringify(said)).toContain(refused)
    // No other field is refused.
    expect(
      fields.filter((field) => field !== refused && !field.startsWith(`${refused}.`)),
      JSON.stringify(said),
    ).toEqual(fields.includes(refused) || fields.length === 0 ? [] : fields)
  })
})
