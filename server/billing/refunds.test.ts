import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { computeIncludedTax } from '#contract/payments/tax.ts'
import { completeAppointments } from '#server/bookings/completion.ts'
import { createTestClient, createTestKey, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { payOut, payOutJobs } from '#server/payments/payouts.ts'
import { recordReversal } from '#server/payments/transfers.ts'
import { insertReversal, listTransfers } from '#server/payments/transfers.queries.ts'
import { eraseAccount } from '#server/accounts/erase.queries.ts'
import { issueInvoices } from '#server/payments/invoices.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

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

const DAY_MS = 86_400_000
const ctx = () => createJobContext(rig, 'test')
const minor = (amount: number) => Math.round(amount * 100)
/** Creates an artist with payout details, and reads the earnings figures. */
async function earning(slug: string) {
  const artist = await createTestProviderWithAccount(rig, { slug })
  // Opens a session for each call, because months pass in between.
  const call = async (path: string, method?: string, body?: unknown, key?: string) =>
    (await createTestClient(rig, artist.accountId))(path, method, body, key)
  const details = await call('/v1/providers/me/payouts/details', 'PUT', { holder: 'Nia Own', number: '12345678' })
  expect(details.status, JSON.stringify(details.body)).toBe(200)
  const data = async (path: string) => {
    const { status, body } = await call(`/v1/providers/me/${path}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data
  }
  const figures = async () => {
    const { held, earned, onItsWay, paid } = await data('earnings')
    return [held, earned, onItsWay, paid].map(minor)
  }
  return { artist, call, data, figures }
}
async function bookedOn(slug: string, eventDate: string) {
  const visitor = await createTestVisitor(rig, { eventDate })
  const booked = await visitor.book(slug)
  return { visitor, booked }
}
async function completed({ endsAt }: { endsAt: string }) {
  rig.at(new Date(Date.parse(endsAt) + 3 * DAY_MS))
  await completeAppointments(ctx())
}
/** Erases the customer of a booking as the deletion of an account does. */
async function deleteCustomer(appointmentId: string) {
  const account = await rig.database.db
    .selectFrom('appointment')
    .innerJoin('account', 'account.id', 'appointment.account_id')
    .select(['account.id', 'account.email'])
    .where('appointment.id', '=', appointmentId)
    .executeTakeFirstOrThrow()
  await ctx().transaction((tx) => eraseAccount(tx.db, { ...account, now: tx.now }))
}
const vat = { number: 'GB 980 7806 84', region: '' }
const taxDetails = { legalName: 'Nia Own Ltd', address: '1 High Street\nLerwick', taxNumber: '1955839661' }

describe('The four earnings figures', () => {
  test('every amount counts in exactly one of the four figures', async () => {
    const { figures } = await earning('four-figures')
    const { booked } = await bookedOn('four-figures', '2027-06-12')
    const [yours = 0] = await figures()
    expect(yours).toBeGreaterThan(0)
    expect(await figures()).toEqual([yours, 0, 0, 0])
    await completed(booked)
    expect(await figures()).toEqual([0, yours, 0, 0])
    // Sent, and not yet confirmed by the bank.
    await payOut(ctx())
    expect(await figures()).toEqual([0, 0, 0, yours])
    await rig.database.db.updateTable('payout').set({ state: 'sent', paid_at: null }).execute()
    expect(await figures()).toEqual([0, 0, yours, 0])
  })
})

test('the returned part of a payout is a separate row, and the sum equals what the bank received', async () => {
  const { db } = rig.database
  const { artist, data, figures } = await earning('returned-part')
  const { booked } = await bookedOn('returned-part', '2027-06-12')
  await completed(booked)
  await payOut(ctx())
  const payout = await db
    .selectFrom('payout')
    .selectAll()
    .where('provider_id', '=', artist.id)
    .executeTakeFirstOrThrow()
  const [transfer] = await listTransfers(db, payout.id)
  if (!transfer) throw new Error('the payout has no transfer')
  // The transfer is reversed before the payout leaves Stripe, so the bank receives only the rest.
  const back = await insertReversal(db, {
    transfer_id: transfer.id,
    amount_minor: 200,
    next_at: null,
    created_at: testNow,
  })
  if (!back) throw new Error('no reversal was inserted')
  await ctx().transaction((tx) => recordReversal(tx, transfer, back, `trr_${createTestKey()}`))
  const bankMinor = payout.amount_minor - 200
  await db.updateTable('payout').set({ bank_minor: bankMinor }).where('id', '=', payout.id).execute()
  expect((await figures())[3]).toBe(bankMinor)
  const shown = { amount: payout.amount_minor / 100, returned: 2, bank: bankMinor / 100 }
  expect((await data('payouts')).payouts).toMatchObject([shown])
  expect((await data(`payouts/${payout.id}`)).payout).toMatchObject(shown)
  const { rows, lines } = await data('earnings/statement')
  const row = rows.find(({ paidOut }: { paidOut: number }) => paidOut < 0)
  expect(row).toMatchObject({ paid: 0, fee: 0, yours: 0, paidOut: -2 })
  expect(row).toMatchObject({ type: 'payout_returned', payoutNumber: `P-${payout.id.slice(0, 8).toUpperCase()}` })
  expect(lines).toContain('Payout returned')
  expect(rows.reduce((sum: number, one: { paidOut: number }) => sum + minor(one.paidOut), 0)).toBe(bankMinor)
})

describe('Payout rhythms', () => {
  const rhythm = (call: Awaited<ReturnType<typeof createTestClient>>, to: unknown, key?: string) =>
    call('/v1/providers/me/payouts/rhythm', 'PUT', { rhythm: to }, key)
  const payouts = async (data: (path: string) => Promise<{ payouts: { id: string; amount: number }[] }>) =>
    (await data('payouts')).payouts

  test('a payout rhythm must be one of three, and needs payout details first', async () => {
    const artist = await createTestProviderWithAccount(rig, { slug: 'no-details' })
    const bare = await createTestClient(rig, artist.accountId)
    await rig.database.db.deleteFrom('payout_account').where('provider_id', '=', artist.id).execute()
    expect((await rhythm(bare, 'weekly')).body.code).toBe('payout_details_first')
    const { call, data } = await earning('rhythm-kept')
    expect((await rhythm(call, 'hourly')).status).toBe(400)
    const key = createTestKey()
    const [one, again] = [await rhythm(call, 'weekly', key), await rhythm(call, 'weekly', key)]
    expect(again.body).toEqual(one.body)
    expect((await data('payouts')).rhythm).toBe('weekly')
  })

  test('the rhythm per job pays out each job as soon as it is earned, with nothing left over', async () => {
    const { call, data, figures } = await earning('by-job')
    const [first, second] = [await bookedOn('by-job', '2027-06-12'), await bookedOn('by-job', '2027-06-13')]
    expect((await rhythm(call, 'job')).status).toBe(200)
    const [all = 0] = await figures()
    await completed(first.booked)
    await completed(second.booked)
    await payOut(ctx())
    expect(await payouts(data)).toEqual([])
    await Promise.all([payOutJobs(ctx()), payOutJobs(ctx())])
    expect(await payouts(data)).toHaveLength(1)
    await payOut(ctx())
    await payOutJobs(ctx())
    const made = await payouts(data)
    expect(made.map(({ amount }) => minor(amount)).reduce((sum, one) => sum + one, 0)).toBe(all)
    for (const { id, amount } of made) {
      const { payout } = await data(`payouts/${id}`)
      expect(payout.parts).toHaveLength(1)
      expect(payout.parts[0]).toMatchObject({ booking: expect.stringContaining('Wedding'), part: amount })
    }
  })

  test('the weekly rhythm pays out on Mondays, and catches up on a missed Monday', async () => {
    const { call, data } = await earning('by-week')
    const { booked } = await bookedOn('by-week', '2027-06-12')
    await rhythm(call, 'weekly')
    await completed(booked)
    // Tuesday 15 June: the amount was earned after Monday, so it waits for the next Monday.
    await payOut(ctx())
    expect(await payouts(data)).toEqual([])
    expect((await data('payouts')).nextDate).toBe('2027-06-21')
    rig.at(new Date('2027-06-22T06:30:00Z'))
    await payOut(ctx())
    expect(await payouts(data)).toHaveLength(1)
  })
})

describe('Payouts', () => {
  test('a payout lists the bookings that add up to its amount; nobody else can read it', async () => {
    const { data } = await earning('listed')
    const [one, two] = [await bookedOn('listed', '2027-06-12'), await bookedOn('listed', '2027-06-13')]
    await completed(one.booked)
    await completed(two.booked)
    await payOut(ctx())
    const [{ id, amount }] = (await data('payouts')).payouts
    const { payout } = await data(`payouts/${id}`)
    expect(payout.number).toBe(`P-${id.slice(0, 8).toUpperCase()}`)
    expect(payout.parts.map(({ booking }: { booking: string }) => booking)).toEqual(
      expect.arrayContaining([expect.stringContaining('12 Jun'), expect.stringContaining('13 Jun')]),
    )
    for (const { paid, fee, part } of payout.parts) expect(minor(paid)).toBe(minor(fee) + minor(part))
    expect(payout.parts.reduce((sum: number, { part }: { part: number }) => sum + minor(part), 0)).toBe(minor(amount))
    const other = await earning('not-listed')
    expect((await other.call(`/v1/providers/me/payouts/${id}`)).body.code).toBe('not_found')
    expect((await other.call(`/v1/providers/me/papers/payout?of=${id}`)).body.code).toBe('not_found')
  })
})

describe('Tax', () => {
  test('tax details are validated, saved and shown to nobody else', async () => {
    const { call, data } = await earning('tax-details')
    expect(await data('tax')).toMatchObject({ person: null, registration: null, rates: [{ name: 'VAT', percent: 20 }] })
    const save = (more: object, key?: string) =>
      call('/v1/providers/me/tax', 'PUT', { ...taxDetails, registration: null, ...more }, key)
    expect((await save({ taxNumber: '123' })).body).toMatchObject({
      code: 'tax_number',
      errors: [{ path: 'taxNumber' }],
    })
    expect((await save({ registration: { number: '980780685', region: '' } })).body).toMatchObject({
      code: 'vat_number',
      errors: [{ path: 'registration.number' }],
    })
    expect((await save({ registration: { ...vat, region: 'ON' } })).body.code).toBe('no_tax_here')
    expect((await save({ legalName: ' ' })).status).toBe(400)
    const key = createTestKey()
    const [kept, again] = [await save({ registration: vat }, key), await save({ registration: vat }, key)]
    expect(again.body).toEqual(kept.body)
    expect(kept.body.data).toMatchObject({
      person: taxDetails,
      registration: { number: '980780684', name: 'VAT', percent: 20 },
    })
    const { since } = kept.body.data.registration
    await Promise.all([save({ registration: vat }), save({ registration: vat })])
    expect((await data('tax')).registration.since).toBe(since)
    const other = await earning('other-tax')
    expect(await other.data('tax')).toMatchObject({ person: null, registration: null })
  })

  test('tax appears in price, booking, receipt and annual statement of a registered artist only', async () => {
    const { call, data } = await earning('registered')
    const before = await createTestVisitor(rig, { eventDate: '2027-06-12' })
    expect((await before.quote('registered')).tax).toBeNull()
    await call('/v1/providers/me/tax', 'PUT', { ...taxDetails, registration: vat })
    expect((await before.quote('registered')).tax).toBeNull()
    const { visitor, booked } = await bookedOn('registered', '2027-06-13')
    const total = minor(booked.total)
    const included = { name: 'VAT', percent: 20, number: '980780684', amount: computeIncludedTax(total, 20) / 100 }
    expect((await visitor.quote('registered'))?.tax ?? included).toEqual(included)
    expect((await visitor.call(`/v1/bookings/${booked.id}`)).body.data.appointment.tax).toEqual(included)

    const account = await rig.database.db
      .selectFrom('payment')
      .select(['id', 'account_id', 'amount_minor'])
      .where('id', '=', booked.payments[0].id)
      .executeTakeFirstOrThrow()
    const payer = await createTestClient(rig, account.account_id as string)
    const { receipt } = (await payer(`/v1/payments/${account.id}/receipt`)).body.data
    expect(receipt).toMatchObject({
      sellerName: 'Nia Own Ltd',
      rows: [{ what: 'deposit', how: 'card', amount: booked.deposit }],
      open: booked.balance,
      booking: { number: booked.number, state: 'booked', total: booked.total, balance: booked.balance, later: null },
      tax: { name: 'VAT', number: '980780684', amount: computeIncludedTax(account.amount_minor, 20) / 100 },
    })
    await call('/v1/providers/me/tax', 'PUT', { ...taxDetails, registration: null })
    const after = await createTestVisitor(rig, { eventDate: '2027-06-19' })
    expect((await after.quote('registered')).tax).toBeNull()
    expect((await visitor.call(`/v1/bookings/${booked.id}`)).body.data.appointment.tax).toEqual(included)
    await completed(booked)
    const { figures } = await data('earnings/year')
    expect(figures).toMatchObject({
      taxName: 'VAT',
      sums: {
        received: account.amount_minor / 100,
        tax: computeIncludedTax(account.amount_minor, 20) / 100,
        bookings: 1,
      },
    })
  })
})

describe('Tax on receipts', () => {
  test('every receipt of a booking has the tax of the booking, whatever the registration on the day of the payment', async () => {
    const { artist, call } = await earning('tax-fixed')
    await rig.database.db.updateTable('provider').set({ online_balance: true }).where('id', '=', artist.id).execute()
    const register = (registration: typeof vat | null) =>
      call('/v1/providers/me/tax', 'PUT', { ...taxDetails, registration })
    const before = await bookedOn('tax-fixed', '2027-06-12')
    await register(vat)
    const during = await bookedOn('tax-fixed', '2027-06-13')
    const payBalance = async ({ visitor, booked }: Awaited<ReturnType<typeof bookedOn>>) => {
      rig.at(new Date(Date.parse(booked.startsAt) - 5 * DAY_MS))
      const { payment } = (await visitor.call(`/v1/bookings/${booked.id}/balance`, 'POST', {})).body.data
      await visitor.card(payment.clientSecret)
      const payments = await rig.database.db
        .selectFrom('payment')
        .select(['id', 'account_id'])
        .where('id', 'in', [booked.payments[0].id, payment.id])
        .execute()
      const receipts = payments.map(async ({ id, account_id }) => {
        const payer = await createTestClient(rig, account_id as string)
        return (await payer(`/v1/payments/${id}/receipt`)).body.data.receipt
      })
      return Promise.all(receipts)
    }
    for (const receipt of await payBalance(before)) expect(receipt).toMatchObject({ open: 0, tax: null })
    await register(null)
    const tax = { name: 'VAT', percent: 20, amount: computeIncludedTax(minor(during.booked.total), 20) / 100 }
    for (const receipt of await payBalance(during)) expect(receipt).toMatchObject({ open: 0, tax })
  })
})

describe('Statements', () => {
  test('the statements of a month and of a tax year have the rows of the full one; the boxes of the year are its sums', async () => {
    const { call, data } = await earning('stated')
    const { booked } = await bookedOn('stated', '2027-06-12')
    await completed(booked)
    await payOut(ctx())
    const all = await data('earnings/statement')
    expect(all.rows).toHaveLength(2)
    const months = await Promise.all(
      [...new Set<string>(all.rows.map(({ at }: { at: string }) => at.slice(0, 7)))].map((month) =>
        data(`earnings/statement?month=${month}`),
      ),
    )
    expect(months.flatMap(({ rows }) => rows)).toEqual(all.rows)
    const years = await Promise.all([2026, 2027].map((year) => data(`earnings/statement?year=${year}`)))
    expect(years.flatMap(({ rows }) => rows)).toEqual(all.rows)
    const { figures, lines, years: known } = await data('earnings/year?year=2027')
    expect(known).toEqual([2026, 2027])
    expect(figures).toMatchObject({ from: '2027-04-06', to: '2028-04-05', taxName: null })
    const { sums, boxes } = figures
    expect(minor(sums.received)).toBe(minor(sums.fee) + minor(sums.yours))
    expect(minor(sums.paidOut)).toBe(minor(sums.yours))
    expect(boxes).toEqual([
      { box: 'SA103S, box 9', what: 'Turnover', amount: sums.received },
      expect.objectContaining({ box: 'SA103S, box 19', amount: sums.fee }),
    ])
    expect(figures.months).toHaveLength(13)
    expect(lines).toContain(`SA103S, box 9`)
    expect(lines).toContain('Turnover')
    for (const wrong of ['statement?month=2026-13', 'statement?year=1999', 'year?year=1'])
      expect((await call(`/v1/providers/me/earnings/${wrong}`)).status, wrong).toBe(400)
  })
})

describe('Customers on documents', () => {
  test('statement, payout and invoice name the customer, the job and the booking number until the customer is deleted', async () => {
    const { artist, data } = await earning('named')
    const { visitor, booked } = await bookedOn('named', '2027-06-12')
    rig.at(new Date('2026-12-02T12:00:00Z'))
    await issueInvoices(ctx())
    await completed(booked)
    await payOut(ctx())
    const number = String((await visitor.call(`/v1/bookings/${booked.id}`)).body.data.appointment.number)
    const named = { booking: 'Wedding, Sat 12 June 2027', bookingNumber: number, customer: 'Leila Haddad' }
    const documents = async () => {
      const { rows } = await data('earnings/statement')
      const { payout } = await data(`payouts/${(await data('payouts')).payouts[0].id}`)
      const { invoice } = await data(`invoices/${(await data('invoices')).invoices[0].id}`)
      return { rows, parts: payout.parts, lines: invoice.lines, number: payout.number }
    }
    const before = await documents()
    expect(before.rows).toMatchObject([
      { ...named, type: 'deposit', payoutNumber: null },
      { ...named, type: 'payout', payoutNumber: before.number },
    ])
    expect(before.parts).toMatchObject([{ ...named, type: 'deposit' }])
    expect(before.lines).toMatchObject([{ ...named, type: 'deposit' }])
    expect(JSON.stringify(before)).not.toContain(artist.slug)
    await deleteCustomer(booked.id)
    const after = await documents()
    const gone = { bookingNumber: number, customer: '' }
    expect([after.rows[0], after.parts[0], after.lines[0]]).toMatchObject([gone, gone, gone])
    expect((await data('earnings/statement')).lines).toContain('Deleted customer')
  })

  test('PDF and CSV have one table: rows add up from the opening to the closing balance', async () => {
    const { data } = await earning('balanced')
    const { booked } = await bookedOn('balanced', '2027-06-12')
    await completed(booked)
    await payOut(ctx())
    await bookedOn('balanced', '2027-07-10')
    for (const period of ['', '?month=2026-11', '?month=2027-06', '?year=2027', '?month=2027-05']) {
      const statement = await data(`earnings/statement${period}`)
      const sum = (column: string) =>
        statement.rows.reduce((all: number, row: Record<string, number>) => all + minor(row[column] ?? 0), 0)
      expect(minor(statement.closing), period).toBe(minor(statement.opening) + sum('yours') - sum('paidOut'))
      if (statement.rows.length) expect(statement.rows.at(-1).balance).toBe(statement.closing)
      for (const column of ['paid', 'fee', 'yours', 'paidOut'])
        expect(minor(statement.totals[column])).toBe(sum(column))
      const [head, opening, ...more] = statement.lines.trimEnd().split('\r\n')
      expect(head).toBe(
        'Date,Booking number,Customer,Job,Type,Customer paid,Fee,Yours,Paid out,Payout number,Balance,Currency',
      )
      expect(opening).toBe(`,,,,Opening balance,,,,,,${statement.opening.toFixed(2)},GBP`)
      expect(more.at(-1)).toBe(`,,,,Closing balance,,,,,,${statement.closing.toFixed(2)},GBP`)
      expect(more).toHaveLength(statement.rows.length + 2)
    }
    expect((await data('earnings/statement?month=2027-05')).opening).toBeGreaterThan(0)
  })
})

describe('Fee rules', () => {
  const feesOf = (rows: { fee: number }[]) => rows.reduce((sum, { fee }) => sum + minor(fee), 0)

  test('the statement shows the fee that was in the booking’s price, and a full refund returns the whole fee', async () => {
    const { artist, data } = await earning('ruled')
    const { db } = rig.database
    const rule = {
      provider_id: artist.id,
      percent: 5,
      first_on: '2026-11-01',
      reason: 'for a year',
      created_at: testNow,
    }
    await db.insertInto('fee_rule').values(rule).execute()
    // The catalogue cache expires after one second of real time.
    rig.age(1_200)
    const kept = await bookedOn('ruled', '2027-06-12')
    const given = await bookedOn('ruled', '2027-06-13')
    await db.deleteFrom('fee_rule').where('provider_id', '=', artist.id).execute()
    rig.age(1_200)
    const { quote } = (
      await db
        .selectFrom('quote')
        .innerJoin('search', 'search.id', 'quote.search_id')
        .select('quote.body as quote')
        .where('search.id', '=', kept.visitor.id)
        .execute()
    )[0] as unknown as { quote: { fee: number; total: number; terms: { percent: number } } }
    expect(quote.terms.percent).toBe(5)
    expect(minor(quote.fee)).toBeGreaterThan(0)
    const { refund } = (await given.visitor.call(`/v1/bookings/${given.booked.id}`)).body.data.appointment
    const cancelled = await given.visitor.call(`/v1/bookings/${given.booked.id}/cancel`, 'POST', { refund: refund.now })
    expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
    await completed(kept.booked)
    const { rows } = await data('earnings/statement')
    expect(feesOf(rows)).toBe(minor(quote.fee))
    const usual = await bookedOn('ruled', '2027-06-20')
    expect(minor(usual.booked.total)).toBeGreaterThan(minor(quote.total))
  })
})

describe('Fee invoices', () => {
  const issued = async (providerId: string) =>
    rig.database.db
      .selectFrom('fee_invoice')
      .selectAll()
      .where('provider_id', '=', providerId)
      .orderBy('month')
      .execute()

  test('a fee invoice is issued once per past month, numbered without gaps, and never changes', async () => {
    const { artist, call, data } = await earning('invoiced')
    await bookedOn('invoiced', '2027-06-12')
    await issueInvoices(ctx())
    expect(await issued(artist.id)).toEqual([])
    await rig.database.db
      .updateTable('market')
      .set({ tax_number: 'GB123456789', business_address: '1 Canal Street' })
      .where('country_code', '=', 'GB')
      .execute()
    rig.at(new Date('2026-12-02T12:00:00Z'))
    const last = await rig.database.db
      .selectFrom('fee_invoice_number')
      .select('last')
      .where('country_code', '=', 'GB')
      .executeTakeFirst()
    const before = last?.last ?? 0
    await Promise.all([issueInvoices(ctx()), issueInvoices(ctx())])
    await rig.database.db
      .updateTable('market')
      .set({ tax_number: '', business_address: '' })
      .where('country_code', '=', 'GB')
      .execute()
    const [row, ...more] = await issued(artist.id)
    expect(more).toEqual([])
    const numbers = await rig.database.db
      .selectFrom('fee_invoice')
      .select('number')
      .where('country_code', '=', 'GB')
      .where('number', '>', before)
      .orderBy('number')
      .execute()
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, i) => before + i + 1))
    const { invoices } = await data('invoices')
    expect(invoices).toEqual([
      {
        id: row?.id,
        number: expect.stringMatching(/^GB-\d{6}$/),
        credit: false,
        month: '2026-11',
        total: expect.any(Number),
      },
    ])
    const { invoice } = await data(`invoices/${row?.id}`)
    const { rows } = await data('earnings/statement')
    expect(minor(invoice.total)).toBe(rows.reduce((sum: number, { fee }: { fee: number }) => sum + minor(fee), 0))
    expect(invoice).toMatchObject({
      from: { address: '1 Canal Street', taxNumber: 'GB123456789', taxNumberLabel: 'VAT number' },
      to: { name: 'invoiced' },
      tax: { name: 'VAT', percent: 20, amount: computeIncludedTax(minor(invoice.total), 20) / 100 },
      lines: [{ booking: expect.stringContaining('Wedding'), fee: invoice.total }],
    })
    await expect(
      rig.database.db
        .updateTable('fee_invoice')
        .set({ fee_minor: 0 })
        .where('id', '=', row?.id ?? '')
        .execute(),
    ).rejects.toThrow(/never changed/)
    const other = await earning('not-invoiced')
    expect((await other.call(`/v1/providers/me/invoices/${row?.id}`)).body.code).toBe('not_found')
    expect((await call('/v1/providers/me/invoices/x')).status).toBe(400)
  })

  test('a month with more fees refunded than charged gives a credit note', async () => {
    const { data } = await earning('credited')
    const { visitor, booked } = await bookedOn('credited', '2027-06-12')
    rig.at(new Date('2026-12-02T12:00:00Z'))
    await issueInvoices(ctx())
    const { refund } = (await visitor.call(`/v1/bookings/${booked.id}`)).body.data.appointment
    const cancelled = await visitor.call(`/v1/bookings/${booked.id}/cancel`, 'POST', { refund: refund.now })
    expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
    rig.at(new Date('2027-01-02T12:00:00Z'))
    await issueInvoices(ctx())
    const { invoices } = await data('invoices')
    expect(invoices.map(({ credit }: { credit: boolean }) => credit)).toEqual([true, false])
    expect(minor(invoices[0].total)).toBe(-minor(invoices[1].total))
    const { invoice } = await data(`invoices/${invoices[0].id}`)
    expect(invoice).toMatchObject({ title: 'Credit note', corrects: [invoices[1].number] })
  })
})

describe('PDF documents', () => {
  test('PDF files show the same content as their pages', async () => {
    const { call, data } = await earning('papers')
    const { booked } = await bookedOn('papers', '2027-06-12')
    await call('/v1/providers/me/tax', 'PUT', { ...taxDetails, legalName: 'Ниа Own ✂ Łucja', registration: null })
    rig.at(new Date('2026-12-02T12:00:00Z'))
    await issueInvoices(ctx())
    await completed(booked)
    await payOut(ctx())
    const [{ id: payout }] = (await data('payouts')).payouts
    const [{ id: invoice }] = (await data('invoices')).invoices
    for (const [kind, of] of [
      ['statement', '2026-11'],
      ['statement', 'all'],
      ['year', '2026'],
      ['payout', payout],
      ['invoice', invoice],
    ]) {
      const { name, pdf } = await data(`papers/${kind}?of=${of}`)
      const bytes = Buffer.from(pdf, 'base64')
      expect(name).toBe(`primp-${kind}-${of}.pdf`)
      expect(bytes.subarray(0, 8).toString('latin1')).toBe('%PDF-1.7')
      expect(bytes.subarray(-6).toString('latin1')).toContain('%%EOF')
    }
    for (const [kind, of] of [
      ['statement', 'yesterday'],
      ['year', '26'],
      ['payout', 'x'],
      ['invoice', payout],
    ])
      expect((await call(`/v1/providers/me/papers/${kind}?of=${of}`)).body.code, kind).toBe('not_found')
    expect((await call('/v1/providers/me/papers/poem?of=2026')).status).toBe(400)
  })
})
