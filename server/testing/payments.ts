import { createRequester, createTestVisitor, createTestAddress, createTestKey, createTestClient } from './clients.ts'
import { createTestProviderWithAccount } from './providers.ts'
import { type TestRig, testNow, type Answer } from '#server/test-rig.ts'
import { getVoucherCode } from '#server/payments/voucher-views.ts'
import { savedTestCards } from '#contract/payments/cards.ts'

let made = 0
export const createTestCode = (): string => `SPRING${process.pid % 1000}${++made}`

/** Inserts a promo code: 10 off the platform's fee by default. */
export const createTestPromo = (rig: TestRig, more: Record<string, unknown> = {}) =>
  rig.database.db
    .insertInto('promo_code')
    .values({
      country_code: 'GB',
      code: createTestCode(),
      ...('percent' in more ? {} : { amount_minor: 1_000 }),
      starts_at: testNow,
      ...more,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Creates an artist with a high price, so that the fee covers a promo code. */
export const createExpensiveTestProvider = (rig: TestRig, slug: string, cost = 30_000) =>
  createTestProviderWithAccount(rig, { slug, costs: { makeup: cost }, notice: 0 })

/** Creates a hold of a visitor. Returns functions that add and drop promo codes, read the hold and book it. */
export async function createTestHold(
  rig: TestRig,
  slug: string,
  details: object = createRequester(),
  search: Record<string, unknown> = {},
) {
  const leila = await createTestVisitor(rig, search, { details })
  const { hold } = (await leila.hold(slug)).body.data
  const add = (code: string, key?: string) => leila.call(`/v1/holds/${hold.id}/promo`, 'POST', { code }, key)
  const drop = () => leila.call(`/v1/holds/${hold.id}/promo/drop`, 'POST', {})
  const read = async () => (await leila.call(`/v1/holds/${hold.id}`)).body.data.hold
  const book = async (papers: Record<string, unknown> = {}) => {
    const paid = await leila.pay(hold.id, papers)
    if (paid.status !== 200) throw new Error(JSON.stringify(paid.body))
    await leila.card(paid.body.data.payment.clientSecret)
    const { appointmentId } = await read()
    return (await leila.call(`/v1/bookings/${appointmentId}`)).body.data.appointment
  }
  return { leila, hold, add, drop, read, book }
}

const gift = {
  countryCode: 'GB',
  amount: 100,
  fromName: 'Grace Osei',
  toName: 'Leila Haddad',
  toEmail: 'leila-gift@mail.example',
  message: 'For your day.',
}

/** Buys a gift voucher with a card that succeeds. Returns its code and a function that calls the API as its buyer. */
export async function createTestVoucher(rig: TestRig, more: Record<string, unknown> = {}) {
  const address = createTestAddress()
  const own: { cookie?: string } = {}
  const call = async (path: string, method = 'GET', body?: unknown, key: string = createTestKey()): Promise<Answer> => {
    const answer = await rig.call(path, {
      method,
      ...(body === undefined ? {} : { body }),
      ...own,
      address,
      headers: { 'idempotency-key': key },
    })
    if (answer.cookie && !own.cookie) own.cookie = answer.cookie
    return answer
  }
  const fromEmail = `grace-${createTestKey()}@mail.example`
  const opened = await call('/v1/vouchers', 'POST', { ...gift, fromEmail, ...more })
  if (opened.status !== 200) throw new Error(JSON.stringify(opened.body))
  const { voucherId, payment } = opened.body.data
  await call(`/v1/test-bank/intents/${payment.clientSecret}/confirm`, 'POST', {
    number: '4242424242424242',
    expiry: '12/30',
    code: '123',
  })
  const row = await rig.database.db
    .selectFrom('voucher')
    .selectAll()
    .where('id', '=', voucherId)
    .executeTakeFirstOrThrow()
  const code = await getVoucherCode(rig, row)
  if (!code) throw new Error('no code')
  return {
    id: voucherId as string,
    code,
    paymentId: payment.id as string,
    accountId: row.account_id as string,
    fromEmail,
    call,
  }
}

export const getVoucherBalance = async (rig: TestRig, id: string): Promise<number> =>
  (await rig.database.db.selectFrom('voucher').select('left_minor').where('id', '=', id).executeTakeFirstOrThrow())
    .left_minor / 100

export async function createCardSetup(rig: TestRig, accountId: string): Promise<{ id: string; clientSecret: string }> {
  const me = await createTestClient(rig, accountId)
  const answer = await me('/v1/cards', 'POST', { countryCode: 'GB', agreed: true })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data.setup
}

/** Confirms a card setup with card details, as the browser does. */
export const confirmCardSetup = (rig: TestRig, clientSecret: string, more: object = {}) =>
  rig.call(`/v1/test-bank/setups/${clientSecret}/confirm`, {
    method: 'POST',
    body: { number: savedTestCards.success, expiry: '4 / 30', code: '123', ...more },
    address: createTestAddress(),
    headers: { 'idempotency-key': createTestKey() },
  })

export async function createTestCard(rig: TestRig, accountId: string, number: string = savedTestCards.success) {
  const { id, clientSecret } = await createCardSetup(rig, accountId)
  const typed = await confirmCardSetup(rig, clientSecret, { number })
  if (typed.status !== 200) throw new Error(JSON.stringify(typed.body))
  return (await (await createTestClient(rig, accountId))(`/v1/cards/${id}/saved`, 'POST', {})).body.data.card
}
