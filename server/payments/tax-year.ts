import { formatCsv } from '#contract/csv.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { zonedDay } from '#contract/format.ts'
import { toMajor, type Minor } from '#contract/money.ts'
import type { statements, YearFigures } from '#contract/payments/statements.ts'
import { computeIncludedTax, getTaxYearOf, getTaxYearSpan, taxOffices } from '#contract/payments/tax.ts'
import type { Country } from '#contract/words.ts'
import type { Context } from '#server/platform/context.ts'
import { getCallerPayee } from './earnings.ts'
import { getTaxOnFees } from './invoices.ts'
import { getMovementSpan } from './statements.queries.ts'
import { getInvoiceDetails } from './tax.queries.ts'
import { type IncomeLine, listIncome, sumPaidOut } from './tax-year.queries.ts'

/** Amounts of a period. Refunds have their own columns, so that no receipt and no fee is below zero. */
type Sums = {
  bookings: number
  /** Fee plus earnings, cash and tips included. */
  received: Minor
  refunded: Minor
  tips: Minor
  fee: Minor
  feeRefunded: Minor
  /** The tax in sales, less refunds. Tips are voluntary and include no tax. */
  tax: Minor
  /** The tax in fees that the artist can reclaim, less refunds. */
  feeTax: Minor
  yours: Minor
  /** Sales and fees during the registration, tax included, less refunds and without tips. */
  taxedSales: Minor
  taxedFees: Minor
}

/** Returns the figures of a tax year: income by the month in which it was earned, and the boxes of the tax forms. */
export async function getTaxYear(
  ctx: Context,
  { year: asked }: InputOf<typeof statements.year>,
): Promise<OutputOf<typeof statements.year>> {
  const { id, tz, currency, country_code } = await getCallerPayee(ctx)
  const country = country_code as Country
  const today = zonedDay(ctx.now.toISOString(), tz)
  const year = asked ?? getTaxYearOf(country, today)
  const days = getTaxYearSpan(country, year)
  const whose = { providerId: id, currency, tz, days }
  const { tax_number } = await getInvoiceDetails(ctx.db, country)
  const feeTax = tax_number ? await getTaxOnFees(ctx, id, country, today) : null
  const lines = await listIncome(ctx.db, { ...whose, feeTaxPercent: feeTax?.percent ?? null })
  const paidOut = await sumPaidOut(ctx.db, whose)
  const months = monthsOf(days.from).map((month) => ({
    month,
    sums: sumIncome(lines.filter((line) => line.month === month)),
    paidOut: paidOut.get(month) ?? 0,
  }))
  const sums = addUp(months.map((month) => month.sums))
  const isRegistered = lines.some(({ taxPercent, registered }) => taxPercent !== null || registered)
  const figures: YearFigures = {
    year,
    ...days,
    currency,
    countryCode: country,
    taxName: isRegistered ? taxOffices[country].tax : null,
    sums: present(
      sums,
      months.reduce((all, month) => all + month.paidOut, 0),
    ),
    months: months.map(({ month, sums, paidOut }) => ({ month, ...present(sums, paidOut) })),
    boxes: listBoxes(country, sums, isRegistered).map(({ box, what, minor }) => ({
      box,
      what,
      amount: toMajor(minor),
    })),
  }
  return { figures, years: await yearsOf(ctx, country, id, tz), lines: formatYear(figures) }
}

const none: Sums = {
  bookings: 0,
  received: 0,
  refunded: 0,
  tips: 0,
  fee: 0,
  feeRefunded: 0,
  tax: 0,
  feeTax: 0,
  yours: 0,
  taxedSales: 0,
  taxedFees: 0,
}

const addUp = (all: readonly Sums[]): Sums => {
  const total = { ...none }
  for (const one of all) for (const key of Object.keys(total) as (keyof Sums)[]) total[key] += one[key]
  return total
}

/** Sums the income of a month. What was refunded before a booking was earned is not income, and no refund either. */
function sumIncome(lines: readonly IncomeLine[]): Sums {
  const earned = Map.groupBy(
    lines.filter(({ beforeEarned }) => beforeEarned),
    ({ bookingId, tip }) => `${bookingId} ${tip}`,
  )
  const sales = [...earned.values()].map((parts) => {
    const { received, refunded, fee, feeRefunded, ...sums } = addUp(parts.map(sumLine))
    const sale = { ...sums, ...split(received - refunded, fee - feeRefunded) }
    return { ...sale, tips: Math.min(sale.tips, sale.received), bookings: sale.received > 0 && sums.tips === 0 ? 1 : 0 }
  })
  return addUp([...sales, ...lines.filter(({ beforeEarned }) => !beforeEarned).map(sumLine)])
}

const split = (received: Minor, fee: Minor) => ({
  received: Math.max(0, received),
  refunded: Math.max(0, -received),
  fee: Math.max(0, fee),
  feeRefunded: Math.max(0, -fee),
})

function sumLine({ tip, fee, yours, taxPercent, registered, feeTaxPercent }: IncomeLine): Sums {
  const received = fee + yours
  const isTaxed = taxPercent !== null && !tip
  return {
    bookings: 0,
    ...split(received, fee),
    tips: tip ? Math.max(0, received) : 0,
    tax: isTaxed ? computeIncludedTax(received, taxPercent) : 0,
    feeTax: registered && feeTaxPercent !== null ? computeIncludedTax(fee, feeTaxPercent) : 0,
    yours,
    taxedSales: isTaxed ? received : 0,
    taxedFees: registered ? fee : 0,
  }
}

const present = (sums: Sums, paidOut: Minor): YearFigures['sums'] => ({
  bookings: sums.bookings,
  received: toMajor(sums.received),
  refunded: toMajor(sums.refunded),
  tips: toMajor(sums.tips),
  fee: toMajor(sums.fee),
  feeRefunded: toMajor(sums.feeRefunded),
  tax: toMajor(sums.tax),
  feeTax: toMajor(sums.feeTax),
  yours: toMajor(sums.yours),
  paidOut: toMajor(paidOut),
})

/** Returns the calendar months of a year: thirteen if it begins mid-month. */
function monthsOf(from: string): string[] {
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number)
  return Array.from({ length: day === 1 ? 12 : 13 }, (_, i) =>
    new Date(Date.UTC(year, month - 1 + i, 1)).toISOString().slice(0, 7),
  )
}

async function yearsOf(ctx: Context, country: Country, providerId: string, tz: string): Promise<number[]> {
  const now = getTaxYearOf(country, zonedDay(ctx.now.toISOString(), tz))
  const { first } = await getMovementSpan(ctx.db, providerId, tz)
  const from = first ? Math.min(now, getTaxYearOf(country, first)) : now
  return Array.from({ length: now - from + 1 }, (_, i) => from + i)
}

function formatYear(figures: YearFigures): string {
  const two = (amount: number) => amount.toFixed(2)
  const tax = figures.taxName ?? 'Tax'
  const row = (month: string, sums: YearFigures['sums']) => [
    month,
    String(sums.bookings),
    ...[
      sums.received,
      sums.refunded,
      sums.tips,
      sums.fee,
      sums.feeRefunded,
      sums.tax,
      sums.feeTax,
      sums.yours,
      sums.paidOut,
    ].map(two),
    figures.currency,
  ]
  return formatCsv([
    [
      'Month',
      'Bookings',
      'Received',
      'Refunded',
      'Tips',
      'Fee',
      'Fee refunded',
      `${tax} on sales after refunds`,
      `${tax} on fees after refunds`,
      'Yours',
      'Paid out',
      'Currency',
    ],
    ...figures.months.map(({ month, ...sums }) => row(month, sums)),
    row(`${figures.from} to ${figures.to}`, figures.sums),
    [],
    ['Box', 'Description', 'Amount'],
    ...figures.boxes.map(({ box, what, amount }) => [box, what, two(amount)]),
  ])
}

type Box = { box: string; what: string; minor: Minor }

/**
 * Returns the boxes of tax forms that the platform has figures for. Registered artists declare income without tax and
 * costs without the tax that they reclaim, and the tax itself on a separate return. Tips are no taxed sales. Sources:
 * docs/decisions/0041-books-for-accountants.md.
 */
function listBoxes(country: Country, sums: Sums, isRegistered: boolean): Box[] {
  const { tax, feeTax, taxedSales, taxedFees } = sums
  const sales = sums.received - sums.refunded - tax
  const costs = sums.fee - sums.feeRefunded - feeTax
  const taxReturn = (boxes: Box[]) => (isRegistered ? boxes : [])
  switch (country) {
    case 'GB':
      return [
        { box: 'SA103S, box 9', what: 'Turnover', minor: sales },
        { box: 'SA103S, box 19', what: 'Other allowable business expenses: fees to the platform', minor: costs },
        ...taxReturn([
          { box: 'VAT return, box 1', what: 'VAT due on sales', minor: tax },
          { box: 'VAT return, box 4', what: 'VAT reclaimed on fees to the platform', minor: feeTax },
          { box: 'VAT return, box 6', what: 'Sales without VAT', minor: taxedSales - tax },
          { box: 'VAT return, box 7', what: 'Fees to the platform without VAT', minor: taxedFees - feeTax },
        ]),
      ]
    case 'AU':
      return [
        { box: 'Business and professional items, P8', what: 'Other business income', minor: sales },
        { box: 'Business and professional items, P8', what: 'All other expenses: fees to the platform', minor: costs },
        ...taxReturn([
          { box: 'Activity statement, G1', what: 'Total sales, with GST', minor: taxedSales },
          { box: 'Activity statement, 1A', what: 'GST on sales', minor: tax },
          { box: 'Activity statement, G11', what: 'Fees to the platform, with GST', minor: taxedFees },
          { box: 'Activity statement, 1B', what: 'GST on fees to the platform', minor: feeTax },
        ]),
      ]
    case 'US':
      return [
        { box: 'Schedule C, line 1', what: 'Gross receipts', minor: sales },
        { box: 'Schedule C, line 10', what: 'Commissions and fees', minor: costs },
      ]
    case 'CA':
      return [
        { box: 'Form T2125, line 8299', what: 'Gross business income', minor: sales },
        { box: 'Form T2125, line 8871', what: 'Management and administration fees', minor: costs },
        ...taxReturn([
          { box: 'GST/HST return, line 101', what: 'Sales and other revenue', minor: taxedSales - tax },
          { box: 'GST/HST return, line 105', what: 'Total GST/HST', minor: tax },
          { box: 'GST/HST return, line 108', what: 'Input tax credits on fees to the platform', minor: feeTax },
        ]),
      ]
  }
}
