import { type Database, openEmbedded } from '#db/database.ts'
import type { Movement } from '#server/payments/ledger.ts'
import { postMovement } from '#server/payments/ledger.queries.ts'
import { insertInvoice, getNextInvoiceNumber } from '#server/payments/statements.queries.ts'
import { createEndedAppointment } from '#server/testing/bookings.ts'
import { sql } from 'kysely'
import type { Money } from './market.ts'

const [paidMinor, feeMinor] = [22_400, 3_400]
const yoursMinor = paidMinor - feeMinor

/**
 * Adds a charge-back, balance transactions, a payout, an invoice and a voucher to a sample market. The voucher paid
 * part of the deposit of the appointment, if there is one.
 */
export async function addMovedMoney(database: Database, appointmentId?: string): Promise<Money> {
  const { db } = database
  const { id: providerId } = await db
    .selectFrom('provider')
    .select('id')
    .where('slug', '=', 'mia-hollis')
    .executeTakeFirstOrThrow()
  const at = new Date('2026-11-18T14:05:00Z')
  const soldAt = new Date('2026-10-01T10:20:00Z')
  const { id: booking } = await createEndedAppointment(
    { database },
    { providerId, endsAt: new Date('2026-11-14T11:00:00Z'), state: 'completed' },
  )
  const look = (serviceId: string, label: string, unit: number) => {
    const parts = [{ serviceId, label, unit }]
    return { kind: 'look', label, count: 1, unit, amount: unit, parts, people: [1], minutes: 60 }
  }
  const lines = [look('bridal-makeup', 'Bridal makeup', 140), look('makeup', 'Makeup', 84)]
  await db
    .updateTable('appointment')
    .set({ total_minor: paidMinor, deposit_minor: paidMinor, fee_minor: feeMinor })
    .set({ body: sql`jsonb_set(body, '{lines}', ${JSON.stringify(lines)}::jsonb)` })
    .where('id', '=', booking)
    .execute()
  const { id: payment } = await db
    .insertInto('payment')
    .values({
      kind: 'deposit',
      ref: booking,
      provider_id: providerId,
      country_code: 'GB',
      currency: 'GBP',
      amount_minor: paidMinor,
      fee_minor: feeMinor,
      description: 'Wedding, 14 November 2026',
      email: 'ana@primp.test',
      gateway: 'stripe',
      gateway_id: 'pi_of_the_pictures',
      charge_id: 'ch_of_the_pictures',
      state: 'captured',
      authorised_at: at,
      captured_at: at,
      created_at: at,
      asked_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('charge_back')
    .values({
      payment_id: payment,
      gateway: 'stripe',
      gateway_id: 'dp_of_the_pictures',
      amount_minor: paidMinor,
      fee_minor: 2_000,
      currency: 'GBP',
      reason: 'product_not_received',
      due_at: new Date('2026-11-27T23:59:00Z'),
      taken: true,
      opened_at: new Date('2026-11-19T10:12:00Z'),
      evidence: JSON.stringify({
        customerName: 'Ana Duarte',
        text: 'The booking\nWedding, 14 November 2026, with Mia Hollis: £224.00 in all. Booked on 2026-09-02 18:20:11 UTC by Ana Duarte.\n- Bridal makeup: £140.00\n- Makeup: £84.00\n\nThe run sheet\n9:00 am  Mia arrives\n9:15 am  Ana: bridal makeup, 60 min\n10:15 am  Bea: makeup, 45 min\n11:00 am  Ready\n\nThe calendar\nThe artist arrived: 2026-11-14 08:55:02 UTC.\nDone: 2026-11-14 10:58:40 UTC.',
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = (name: string, type: string, amount: number, fee = 0) => ({
    gateway: 'stripe' as const,
    line_id: `txn_${name}`,
    country_code: 'GB',
    type,
    category: name === 'dispute' ? 'dispute' : type,
    source: `${name}_of_the_pictures`,
    currency: 'GBP',
    amount_minor: amount,
    fee_minor: fee,
    net_minor: amount - fee,
    created_at: at,
    available_at: at,
  })
  await db
    .insertInto('bank_line')
    .values([line('ch', 'charge', paidMinor, 356), line('dispute', 'adjustment', -paidMinor, 2_000)])
    .execute()
  await db
    .insertInto('setting')
    .values({ key: 'payments.linesReadUntil.GB', value: JSON.stringify('2026-11-20T08:50:00.000Z') })
    .execute()
  const { id: payout } = await db
    .insertInto('payout')
    .values({
      provider_id: providerId,
      country_code: 'GB',
      currency: 'GBP',
      amount_minor: yoursMinor,
      state: 'paid',
      gateway: 'test',
      gateway_id: 'po_of_the_pictures',
      created_at: at,
      paid_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('payout_transfer')
    .values({
      payout_id: payout,
      payment_id: payment,
      amount_minor: yoursMinor,
      state: 'sent',
      sent_at: at,
      created_at: at,
    })
    .execute()
  const about = { currency: 'GBP', at, providerId, ref: booking }
  const movements: [Movement, object][] = [
    [{ kind: 'capture', providerId, amountMinor: paidMinor, feeMinor }, { paymentId: payment }],
    [{ kind: 'release', providerId, amountMinor: yoursMinor }, {}],
    [{ kind: 'payout', providerId, amountMinor: yoursMinor }, { payoutId: payout }],
    [{ kind: 'paid_out', amountMinor: yoursMinor }, { payoutId: payout }],
  ]
  await db.transaction().execute(async (tx) => {
    for (const [movement, more] of movements)
      await postMovement(tx, movement, { ...about, ...more, fact: `${movement.kind} of the pictures` })
  })
  await insertInvoice(db, {
    country_code: 'GB',
    number: await getNextInvoiceNumber(db, 'GB'),
    provider_id: providerId,
    month: '2026-10',
    currency: 'GBP',
    fee_minor: 4_800,
    tax_name: null,
    tax_percent: null,
    tax_minor: 0,
    body: {
      from: { name: 'Primp', address: '', taxNumber: '' },
      to: { name: 'Mia Hollis', address: '', taxNumber: '' },
      lines: [{ at: '2026-10-14T10:00:00Z', booking: 'Wedding, 12 December 2026', feeMinor: 4_800 }],
    },
    issued_at: new Date('2026-11-02T04:41:00Z'),
  })
  const { id: voucher } = await db
    .insertInto('voucher')
    .values({
      code_hash: Buffer.from('of the pictures'),
      country_code: 'GB',
      currency: 'GBP',
      amount_minor: 10_000,
      left_minor: 6_000,
      state: 'live',
      buyer_name: 'Ana Duarte',
      buyer_email: 'ana@primp.test',
      to_name: 'Bea',
      to_email: 'bea@mail.example',
      message: 'For your big day.',
      paid_at: soldAt,
      told_at: soldAt,
      sent_at: soldAt,
      created_at: soldAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: sale } = await db
    .insertInto('payment')
    .values({
      kind: 'voucher',
      ref: voucher,
      country_code: 'GB',
      currency: 'GBP',
      amount_minor: 10_000,
      fee_minor: 0,
      description: 'Gift voucher for Bea',
      email: 'ana@primp.test',
      gateway: 'test',
      state: 'captured',
      authorised_at: soldAt,
      captured_at: soldAt,
      created_at: soldAt,
      asked_at: soldAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.transaction().execute((tx) =>
    postMovement(
      tx,
      { kind: 'voucher_sold', amountMinor: 10_000 },
      {
        currency: 'GBP',
        at: soldAt,
        providerId: null,
        ref: voucher,
        paymentId: sale,
        fact: 'voucher of the pictures',
      },
    ),
  )
  await db
    .insertInto('promo_code')
    .values([
      {
        country_code: 'GB',
        code: 'MIA10',
        provider_id: providerId,
        percent: 10,
        most_each: 1,
        starts_at: at,
        created_at: at,
      },
      {
        country_code: 'GB',
        code: 'SPRING',
        amount_minor: 1_500,
        most_uses: 200,
        least_total_minor: 10_000,
        starts_at: at,
        created_at: at,
      },
    ])
    .execute()
  if (appointmentId) await payDeposit(database, appointmentId, voucher)
  return { chargeBack: id, payout, voucher }
}

/** Pays the deposit of a past appointment: by card, and the spent part of the voucher by the voucher. */
async function payDeposit({ db }: Database, appointmentId: string, voucherId: string): Promise<void> {
  const booking = await db
    .selectFrom('appointment')
    .select(['provider_id', 'deposit_minor', 'fee_minor', 'booked_at as at'])
    .where('id', '=', appointmentId)
    .executeTakeFirstOrThrow()
  const voucher = await db
    .selectFrom('voucher')
    .select(['amount_minor', 'left_minor'])
    .where('id', '=', voucherId)
    .executeTakeFirstOrThrow()
  const { provider_id: providerId, deposit_minor: depositMinor, at } = booking
  const spentMinor = voucher.amount_minor - voucher.left_minor
  const { id: spend } = await db
    .insertInto('credit_spend')
    .values({
      voucher_id: voucherId,
      part_of: 'deposit',
      for_ref: appointmentId,
      amount_minor: spentMinor,
      state: 'spent',
      kept_until: at,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const parts = [
    { kind: 'credit', ref: spend, gateway: 'credit', amountMinor: spentMinor },
    { kind: 'deposit', ref: appointmentId, gateway: 'test', amountMinor: depositMinor - spentMinor },
  ] as const
  await db.transaction().execute(async (tx) => {
    for (const { kind, ref, gateway, amountMinor } of parts) {
      const partFeeMinor = Math.round((booking.fee_minor * amountMinor) / depositMinor)
      const { id: paymentId } = await tx
        .insertInto('payment')
        .values({
          kind,
          ref,
          provider_id: providerId,
          country_code: 'GB',
          currency: 'GBP',
          amount_minor: amountMinor,
          fee_minor: partFeeMinor,
          description: 'Wedding, 20 November 2026, Mia Hollis',
          email: 'ana@primp.test',
          gateway,
          part_of: kind === 'credit' ? 'deposit' : null,
          state: 'captured',
          authorised_at: at,
          captured_at: at,
          created_at: at,
          asked_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const from = kind === 'credit' ? 'vouchers' : 'bank'
      await postMovement(
        tx,
        { kind: 'capture', providerId, amountMinor, feeMinor: partFeeMinor, from },
        { currency: 'GBP', at, providerId, ref: appointmentId, paymentId, fact: `${kind} of the pictures` },
      )
    }
  })
}

// Command: adds them to the sample market in a directory.
if (import.meta.main) {
  const database = await openEmbedded(process.argv[2] as string)
  process.stdout.write(JSON.stringify(await addMovedMoney(database, process.argv[3])))
  await database.close()
}
