import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestAddress, createTestClient, createTestKey } from '#server/testing/clients.ts'
import { createTestVoucher, getVoucherBalance } from '#server/testing/payments.ts'
import type { GatewayEvent } from '#server/gateways/payments/gateway.ts'
import { handleDisputeWebhook } from './charge-backs.ts'
import { findPaymentById, type PaymentRow } from './payments.queries.ts'
import { listAccountBalances, findUnbalanced } from './ledger.queries.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { sendVouchers } from './voucher-sales.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(() => rig.at(testNow))
afterAll(async () => {
  rig.at(testNow)
  expect(await findUnbalanced(rig.database.db)).toEqual([])
})

const mailsTo = (email: string) =>
  rig.database.db
    .selectFrom('outbox')
    .selectAll()
    .where('address', '=', email)
    .where('channel', '=', 'mail')
    .orderBy('created_at')
    .execute()
const job = () => createJobContext(rig, 'test')
const owed = async () =>
  0 -
  Number(
    (await listAccountBalances(rig.database.db)).find((one) => one.account === 'vouchers' && one.currency === 'GBP')
      ?.minor ?? 0,
  )
async function operator(email: string) {
  const { id } = await rig.database.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return createTestClient(rig, id)
}

describe('Buying a gift voucher', () => {
  test('a voucher is paid by card, owed by the platform, shown to its buyer, and emailed to both with a code that is not stored', async () => {
    const before = await owed()
    const toEmail = `leila-${createTestKey()}@mail.example`
    const voucher = await createTestVoucher(rig, { toEmail })
    expect(await owed()).toBe(before + 10_000)
    const own = (await voucher.call(`/v1/vouchers/bought/${voucher.id}`)).body.data.voucher
    expect(own).toMatchObject({ code: voucher.code, amount: 100, left: 100, state: 'live', toEmail, currency: 'GBP' })
    expect(own.expiresAt.slice(0, 4)).toBe(String(testNow.getUTCFullYear() + 5))
    const looked = await rig.call('/v1/vouchers/look', {
      method: 'POST',
      body: { code: voucher.code },
      address: createTestAddress(),
    })
    expect(looked.body.data.voucher).toMatchObject({ left: 100, fromName: 'Grace Osei', message: 'For your day.' })
    expect(looked.body.data.voucher).not.toHaveProperty('id')
    await sendVouchers(job())
    await sendVouchers(job())
    const [theirs, ...more] = await mailsTo(toEmail)
    expect(more).toEqual([])
    expect(JSON.stringify(theirs)).toContain(voucher.code)
    const [receipt, ...others] = await mailsTo(voucher.fromEmail)
    expect(others).toEqual([])
    expect(JSON.stringify(receipt)).toContain(voucher.code)
    const kept = await rig.database.db.selectFrom('voucher').selectAll().where('id', '=', voucher.id).execute()
    expect(JSON.stringify(kept)).not.toContain(voucher.code.replaceAll('-', ''))
  })

  test('a voucher for a later day is sent on the morning of that day, by local time; the buyer is notified at once', async () => {
    const toEmail = `leila-${createTestKey()}@mail.example`
    const day = new Date(testNow.getTime() + 5 * 86_400_000).toISOString().slice(0, 10)
    const voucher = await createTestVoucher(rig, { toEmail, sendOn: day })
    await sendVouchers(job())
    expect(await mailsTo(voucher.fromEmail)).toHaveLength(1)
    rig.at(new Date(`${day}T07:00:00Z`))
    await sendVouchers(job())
    expect(await mailsTo(toEmail)).toHaveLength(0)
    rig.at(new Date(`${day}T09:30:00Z`))
    await sendVouchers(job())
    expect(await mailsTo(toEmail)).toHaveLength(1)
  })

  test('two requests with one key are one payment, and an invalid amount or day is refused', async () => {
    const [address, key] = [createTestAddress(), createTestKey()]
    const body = {
      countryCode: 'GB',
      amount: 50,
      fromName: 'Grace',
      fromEmail: `g-${createTestKey()}@mail.example`,
      toName: 'Leila',
    }
    const call = (more = {}, k = key) =>
      rig.call('/v1/vouchers', {
        method: 'POST',
        body: { ...body, ...more },
        address,
        headers: { 'idempotency-key': k },
      })
    const one = await call()
    const again = await rig.call('/v1/vouchers', {
      method: 'POST',
      body,
      address,
      headers: { 'idempotency-key': key },
      ...(one.cookie ? { cookie: one.cookie } : {}),
    })
    expect(again.body).toEqual(one.body)
    expect((await call({ amount: 5 }, createTestKey())).body).toMatchObject({ code: 'voucher_amount' })
    expect((await call({ amount: 5_000 }, createTestKey())).body).toMatchObject({ code: 'voucher_amount' })
    expect((await call({ sendOn: '2020-01-01' }, createTestKey())).body).toMatchObject({ code: 'voucher_day' })
    expect((await call({ sendOn: '2099-01-01' }, createTestKey())).body).toMatchObject({ code: 'voucher_day' })
    const { voucherId } = one.body.data
    expect(await getVoucherBalance(rig, voucherId)).toBe(0)
    expect((await rig.call(`/v1/vouchers/bought/${voucherId}`, { address })).status).toBe(404)
  })

  test('a voucher follows the law of its market: it never expires in the United States', async () => {
    const voucher = await createTestVoucher(rig, { countryCode: 'US', amount: 150 })
    const own = (await voucher.call(`/v1/vouchers/bought/${voucher.id}`)).body.data.voucher
    expect(own).toMatchObject({ currency: 'USD', expiresAt: null })
    const { terms } = (await rig.call('/v1/vouchers/terms')).body.data
    expect(
      terms.map(({ countryCode, months }: { countryCode: string; months: number }) => [countryCode, months]),
    ).toEqual([
      ['AU', 60],
      ['CA', null],
      ['GB', 60],
      ['US', null],
    ])
  })
})

describe('Bought vouchers', () => {
  test('only the buyer can return a voucher to the card, within the return period and once', async () => {
    const voucher = await createTestVoucher(rig)
    const before = await owed()
    const buyer = await createTestClient(rig, voucher.accountId)
    const other = await createTestClient(rig, (await createTestVoucher(rig)).accountId)
    expect((await other('/v1/vouchers/mine')).body.data.vouchers.map(({ id }: { id: string }) => id)).not.toContain(
      voucher.id,
    )
    expect((await other(`/v1/vouchers/bought/${voucher.id}`)).status).toBe(404)
    expect((await other(`/v1/vouchers/bought/${voucher.id}/return`, 'POST', {})).status).toBe(404)
    const [mine] = (await buyer('/v1/vouchers/mine')).body.data.vouchers
    expect(mine).toMatchObject({ id: voucher.id, code: voucher.code, left: 100 })
    rig.at(new Date(mine.returnUntil))
    const late = await createTestClient(rig, voucher.accountId)
    expect((await late(`/v1/vouchers/bought/${voucher.id}/return`, 'POST', {})).body.code).toBe('voucher_return_closed')
    rig.at(testNow)
    const key = createTestKey()
    const back = await buyer(`/v1/vouchers/bought/${voucher.id}/return`, 'POST', {}, key)
    expect(back.body.data.voucher, JSON.stringify(back.body)).toMatchObject({ left: 0, returnUntil: null })
    expect((await buyer(`/v1/vouchers/bought/${voucher.id}/return`, 'POST', {}, key)).body).toEqual(back.body)
    expect((await buyer(`/v1/vouchers/bought/${voucher.id}/return`, 'POST', {})).body.code).toBe('state_changed')
    expect(await owed()).toBe(before)
    const [refund] = await rig.database.db
      .selectFrom('refund')
      .selectAll()
      .where('payment_id', '=', voucher.paymentId)
      .execute()
    expect(refund).toMatchObject({ amount_minor: 10_000 })
  })

  test('operators find, view, block and refund the unspent part of a voucher, with an audit entry; others cannot', async () => {
    const voucher = await createTestVoucher(rig)
    const olu = await operator('olu@primp.test')
    const listed = (await olu(`/v1/operator/vouchers?text=${encodeURIComponent(voucher.fromEmail)}`)).body.data
    expect(listed.vouchers).toMatchObject([{ id: voucher.id, left: 100, buyer: { email: voucher.fromEmail } }])
    expect(JSON.stringify(listed)).not.toContain(voucher.code)
    const buyer = await createTestClient(rig, voucher.accountId)
    for (const path of ['', `/${voucher.id}`]) expect((await buyer(`/v1/operator/vouchers${path}`)).status).toBe(403)
    const reason = 'The buyer’s card was stolen.'
    expect((await buyer(`/v1/operator/vouchers/${voucher.id}/block`, 'POST', { reason })).status).toBe(403)
    const blocked = await olu(`/v1/operator/vouchers/${voucher.id}/block`, 'POST', { reason })
    expect(blocked.body.data.voucher, JSON.stringify(blocked.body)).toMatchObject({
      state: 'blocked',
      blockedFor: reason,
    })
    expect((await olu(`/v1/operator/vouchers/${voucher.id}/block`, 'POST', { reason })).body.code).toBe('state_changed')
    const look = () =>
      rig.call('/v1/vouchers/look', { method: 'POST', body: { code: voucher.code }, address: createTestAddress() })
    expect((await look()).body.code).toBe('code_unknown')
    await olu(`/v1/operator/vouchers/${voucher.id}/unblock`, 'POST', { reason })
    expect((await look()).status).toBe(200)
    const part = { amount: 40, bears: 'platform', reason }
    expect((await olu(`/v1/operator/payments/${voucher.paymentId}/refund`, 'POST', part)).status).toBe(200)
    expect(await getVoucherBalance(rig, voucher.id)).toBe(60)
    await rig.database.db.updateTable('voucher').set({ left_minor: 1_000 }).where('id', '=', voucher.id).execute()
    const much = await olu(`/v1/operator/payments/${voucher.paymentId}/refund`, 'POST', part)
    expect(much.body.code).toBe('refund_too_much')
    await rig.database.db.updateTable('voucher').set({ left_minor: 6_000 }).where('id', '=', voucher.id).execute()
    const shown = (await olu(`/v1/operator/vouchers/${voucher.id}`)).body.data
    expect(shown).toMatchObject({ paymentId: voucher.paymentId, spends: [], voucher: { left: 60 } })
    const acts = await rig.database.db
      .selectFrom('audit')
      .select('act')
      .where('subject_id', '=', voucher.id)
      .orderBy('id')
      .execute()
    expect(acts.map(({ act }) => act)).toEqual(['voucher.block', 'voucher.unblock'])
  })

  test('a charge-back blocks a voucher; if the charge-back is lost, the unspent part is cancelled and the platform bears the spent part', async () => {
    const voucher = await createTestVoucher(rig)
    const before = await owed()
    await rig.database.db.updateTable('voucher').set({ left_minor: 4_000 }).where('id', '=', voucher.id).execute()
    const hear = (kind: GatewayEvent['kind'], status: 'open' | 'lost') =>
      job().transaction(async (tx) => {
        const payment = await findPaymentById(tx.db, voucher.paymentId)
        const chargeBack = {
          id: `dp_${voucher.id}`,
          amountMinor: 10_000,
          currency: 'GBP',
          reason: 'fraudulent',
          status,
          dueAt: null,
          feeMinor: 0,
        }
        return handleDisputeWebhook(
          tx,
          'test',
          { kind, at: testNow, chargeBack } as unknown as GatewayEvent,
          payment as PaymentRow,
        )
      })
    expect(await hear('charge_back_opened', 'open')).toBe('moved')
    const stands = () =>
      rig.database.db
        .selectFrom('voucher')
        .select(['state', 'left_minor'])
        .where('id', '=', voucher.id)
        .executeTakeFirst()
    expect(await stands()).toEqual({ state: 'blocked', left_minor: 4_000 })
    expect(await hear('charge_back_told', 'lost')).toBe('moved')
    expect(await hear('charge_back_told', 'lost')).toBe('late')
    expect(await stands()).toEqual({ state: 'blocked', left_minor: 0 })
    expect(await owed()).toBe(before - 4_000)
    expect(await findUnbalanced(rig.database.db)).toEqual([])
  })
})
