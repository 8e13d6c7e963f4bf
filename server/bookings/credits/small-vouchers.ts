import { newAddress, newKey } from '#server/bookings/small-bookings.ts'
import { codeOf } from '#server/payments/vouchers/voucher-code.ts'
import type { Answer, TestRig } from '#server/test-rig.ts'

const gift = {
  countryCode: 'GB',
  amount: 100,
  fromName: 'Grace Osei',
  toName: 'Leila Haddad',
  toEmail: 'leila-gift@mail.example',
  message: 'For your day.',
}

/** Buys a gift voucher with a card that goes through; answers its code, and how its buyer calls. */
export async function buyVoucher(rig: TestRig, more: Record<string, unknown> = {}) {
  const address = newAddress()
  const own: { cookie?: string } = {}
  const call = async (path: string, method = 'GET', body?: unknown, key: string = newKey()): Promise<Answer> => {
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
  const fromEmail = `grace-${newKey()}@mail.example`
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
  const code = await codeOf(rig, row)
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

/** What is left of a voucher, in major units. */
export const leftOf = async (rig: TestRig, id: string): Promise<number> =>
  (await rig.database.db.selectFrom('voucher').select('left_minor').where('id', '=', id).executeTakeFirstOrThrow())
    .left_minor / 100
