import { openEmbedded } from '#db/database.ts'
import { postMovement } from '#server/payments/ledger.queries.ts'
import { insertInvoice, getNextInvoiceNumber } from '#server/payments/statements.queries.ts'

// Command: adds a charge-back, balance transactions, a payout and an invoice to the sample market in a directory.
const database = await openEmbedded(process.argv[2] as string)
const { db } = database
const { id: providerId } = await db
  .selectFrom('provider')
  .select('id')
  .where('slug', '=', 'mia-hollis')
  .executeTakeFirstOrThrow()
const at = new Date('2026-11-18T14:05:00Z')
const { id: payment } = await db
  .insertInto('payment')
  .values({
    kind: 'balance',
    ref: crypto.randomUUID(),
    provider_id: providerId,
    country_code: 'GB',
    currency: 'GBP',
    amount_minor: 22_400,
    fee_minor: 0,
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
    amount_minor: 22_400,
    fee_minor: 2_000,
    currency: 'GBP',
    reason: 'product_not_received',
    due_at: new Date('2026-11-27T23:59:00Z'),
    taken: true,
    opened_at: new Date('2026-11-19T10:12:00Z'),
    evidence: JSON.stringify({
      customerName: 'Ana Reyes',
      text: 'The booking\nWedding, 14 November 2026, with Mia Hollis: £224.00 in all. Booked on 2026-09-02 18:20:11 UTC by Ana Reyes.\n- Bridal makeup: £140.00\n- Makeup: £84.00\n\nThe run sheet\n9:00 am  Mia arrives\n9:15 am  Ana: bridal makeup, 60 min\n10:15 am  Bea: makeup, 45 min\n11:00 am  Ready\n\nThe calendar\nThe artist arrived: 2026-11-14 08:55:02 UTC.\nDone: 2026-11-14 10:58:40 UTC.',
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
  .values([line('ch', 'charge', 22_400, 356), line('dispute', 'adjustment', -22_400, 2_000)])
  .execute()
await db
  .insertInto('setting')
  .values({ key: 'payments.linesReadUntil.GB', value: JSON.stringify('2026-11-20T08:50:00.000Z') })
  .execute()
const about = { currency: 'GBP', at, providerId, paymentId: payment }
await db
  .transaction()
  .execute((tx) =>
    postMovement(
      tx,
      { kind: 'capture', providerId, amountMinor: 22_400, feeMinor: 3_400 },
      { ...about, fact: 'of the pictures' },
    ),
  )
const { id: payout } = await db
  .insertInto('payout')
  .values({
    provider_id: providerId,
    country_code: 'GB',
    currency: 'GBP',
    amount_minor: 19_000,
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
  .values({ payout_id: payout, payment_id: payment, amount_minor: 19_000, state: 'sent', sent_at: at, created_at: at })
  .execute()
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
    buyer_name: 'Ana Reyes',
    buyer_email: 'ana@primp.test',
    to_name: 'Bea',
    to_email: 'bea@mail.example',
    message: 'For your big day.',
    paid_at: at,
    told_at: at,
    sent_at: at,
    created_at: at,
  })
  .returning('id')
  .executeTakeFirstOrThrow()
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
process.stdout.write(JSON.stringify({ chargeBack: id, payout, voucher }))
await database.close()
