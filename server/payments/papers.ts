import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { formatDate, formatMoney, formatMonth as monthOf, zonedDay } from '#contract/format.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import {
  type FeeInvoice,
  formatCustomer,
  type PayoutPaper,
  type Statement,
  type statements,
  statementTypes,
  type YearFigures,
} from '#contract/payments/statements.ts'
import { taxOffices, formatTaxYear } from '#contract/payments/tax.ts'
import type { Country } from '#contract/words.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { getCurrentGateway } from '#server/gateways/payments/payments.ts'
import type { Payee } from './payout-accounts.queries.ts'
import { getCallerPayee } from './earnings.ts'
import { findRegistration, findTaxPerson } from './tax.queries.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { drawPdf, type Paper } from './draw-pdf.ts'
import { getInvoice } from './invoices.ts'
import { buildStatementTable, getPayout, getStatement, statementColumns } from './statements.ts'
import { getTaxYear } from './tax-year.ts'

type Facts = [string, string][]
type Words = ReturnType<typeof createTranslator<typeof paperTexts>>
type For = { country: Country; tz: string; currency: string; t: Words; facts: Facts }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const monthKey = /^\d{4}-(0[1-9]|1[0-2])$/

/** Returns a document as PDF in base64. */
export async function getPaper(
  ctx: Context,
  { kind, of }: InputOf<typeof statements.paper>,
): Promise<OutputOf<typeof statements.paper>> {
  const payee = await getCallerPayee(ctx)
  const country = payee.country_code as Country
  const t = createTranslator(paperTexts, country)
  const reading: For = {
    country,
    tz: payee.tz,
    currency: payee.currency,
    t,
    facts: await getProviderFacts(ctx, payee, t),
  }
  const paper = await paperOf(ctx, kind, of, reading)
  if (getCurrentGateway(ctx.env) === 'test') paper.notes = [...paper.notes, t('paper.test')]
  const pdf = await drawPdf(paper, country === 'US' || country === 'CA' ? 'LETTER' : 'A4')
  return { name: `primp-${kind}-${of}.pdf`, pdf: pdf.toString('base64') }
}

async function paperOf(
  ctx: Context,
  kind: InputOf<typeof statements.paper>['kind'],
  of: string,
  reading: For,
): Promise<Paper> {
  switch (kind) {
    case 'statement': {
      if (of !== 'all' && !monthKey.test(of)) throw new Refusal('not_found')
      return statementPaper(await getStatement(ctx, of === 'all' ? {} : { month: of }), of, reading)
    }
    case 'year': {
      if (!/^20\d\d$/.test(of)) throw new Refusal('not_found')
      return yearPaper((await getTaxYear(ctx, { year: Number(of) })).figures, reading)
    }
    case 'payout': {
      if (!uuid.test(of)) throw new Refusal('not_found')
      return payoutPaper((await getPayout(ctx, { payoutId: of })).payout, reading)
    }
    case 'invoice': {
      if (!uuid.test(of)) throw new Refusal('not_found')
      return invoicePaper((await getInvoice(ctx, { invoiceId: of })).invoice, reading)
    }
  }
}

async function getProviderFacts(ctx: Context, payee: Payee, t: Words): Promise<Facts> {
  const [person, registration] = [await findTaxPerson(ctx.db, payee.id), await findRegistration(ctx.db, payee.id)]
  const office = taxOffices[payee.country_code as Country]
  return [
    [t('paper.name'), person?.legal_name ?? payee.name],
    ...(person?.address ? [[t('paper.address'), person.address.replaceAll('\n', ', ')] as [string, string]] : []),
    ...(person?.tax_number
      ? [[t('paper.number', { office: office.number }), person.tax_number] as [string, string]]
      : []),
    ...(registration ? [[t('paper.registered', { tax: office.tax }), registration.number] as [string, string]] : []),
  ]
}

const cash = (currency: string) => (amount: number) =>
  amount === 0 ? '' : formatMoney(amount, currency, { decimals: 'always' })
const nameOf = (key: string): string => monthOf(Number(key.slice(0, 4)), Number(key.slice(5, 7)))
const sum = (amounts: readonly number[]): number => toMajor(amounts.reduce((all, amount) => all + toMinor(amount), 0))

function statementPaper(statement: Statement, of: string, { t, country, currency, facts }: For): Paper {
  const amount = (n: number) => formatMoney(n, currency, { decimals: 'always' })
  const table = buildStatementTable(statement).map((cells) =>
    cells.map((cell, i) =>
      typeof cell === 'number' ? amount(cell) : i === 0 && cell ? formatDate(cell, country) : cell,
    ),
  )
  return {
    title: of === 'all' ? t('paper.statement.all') : t('paper.statement', { period: nameOf(of) }),
    language: 'en',
    landscape: true,
    facts,
    tables: [{ columns: statementColumns, rows: table, bold: [0, table.length - 2, table.length - 1] }],
    notes: [t('paper.statement.note')],
  }
}

function yearPaper(figures: YearFigures, { t, country, currency, facts }: For): Paper {
  const amount = cash(currency)
  const { taxName } = figures
  const cells = (sums: YearFigures['sums']) => [
    sums.bookings ? String(sums.bookings) : '',
    ...[
      sums.received,
      sums.refunded,
      sums.tips,
      sums.fee,
      sums.feeRefunded,
      ...(taxName ? [sums.tax, sums.feeTax] : []),
      sums.yours,
      sums.paidOut,
    ].map(amount),
  ]
  const column = (label: string) => ({ label, share: 2, amount: true }) as const
  return {
    title: t('paper.year', { year: formatTaxYear(country, figures.year) }),
    language: 'en',
    landscape: true,
    facts: [...facts, [t('paper.period'), `${formatDate(figures.from, country)} – ${formatDate(figures.to, country)}`]],
    tables: [
      {
        title: t('paper.boxes'),
        columns: [
          { label: t('paper.box'), share: 4 },
          { label: t('paper.what'), share: 6 },
          { label: t('paper.amount'), share: 2, amount: true },
        ],
        rows: figures.boxes.map(({ box, what, amount: of }) => [
          box,
          what,
          formatMoney(of, currency, { decimals: 'always' }),
        ]),
      },
      {
        columns: [
          { label: t('paper.month'), share: 3 },
          ...(['bookings', 'received', 'refunded', 'tips', 'fee', 'feeRefunded'] as const).map((name) =>
            column(t(`paper.${name}`)),
          ),
          ...(taxName ? [column(t('paper.tax', { tax: taxName })), column(t('paper.feeTax', { tax: taxName }))] : []),
          column(t('paper.yours')),
          column(t('paper.out')),
        ],
        rows: figures.months.map(({ month, ...sums }) => [nameOf(month), ...cells(sums)]),
        sums: [t('paper.sum'), ...cells(figures.sums)],
      },
    ],
    notes: [t('paper.year.note')],
  }
}

function payoutPaper(payout: PayoutPaper, { t, country, currency, facts }: For): Paper {
  const amount = cash(currency)
  return {
    title: t('paper.payout.title', { number: payout.number }),
    language: 'en',
    facts: [
      ...facts,
      [t('paper.payout.date'), formatDate(payout.day, country)],
      [t('paper.payout.state'), t(`paper.payout.state.${payout.state}`)],
    ],
    tables: [
      {
        columns: [
          { label: t('paper.bookingNumber'), share: 3 },
          { label: t('paper.customer'), share: 5 },
          { label: t('paper.booking'), share: 6 },
          { label: t('paper.type'), share: 4 },
          { label: t('paper.paid'), share: 3, amount: true },
          { label: t('paper.fee'), share: 3, amount: true },
          { label: t('paper.part'), share: 3, amount: true },
        ],
        rows: [
          ...payout.parts.map((row) => [
            row.bookingNumber ?? '',
            formatCustomer(row),
            row.booking || t('paper.other'),
            statementTypes[row.type],
            ...[row.paid, row.fee, row.part].map(amount),
          ]),
          ...(payout.returned > 0 ? [['', '', t('paper.returned'), '', '', '', amount(-payout.returned)]] : []),
        ],
        sums: [
          '',
          '',
          t(payout.state === 'paid' ? 'paper.bank' : 'paper.sum'),
          '',
          '',
          '',
          amount(payout.state === 'paid' ? payout.bank : payout.amount - payout.returned),
        ],
      },
    ],
    notes: [],
  }
}

function invoicePaper(invoice: FeeInvoice, { t, tz, country, currency }: For): Paper {
  const two = (amount: number) => formatMoney(amount, currency, { decimals: 'always' })
  const party = ({ name, address, taxNumber, taxNumberLabel }: FeeInvoice['from']) =>
    [name, address.replaceAll('\n', ', '), `${taxNumberLabel} ${taxNumber}`.trim()].filter(Boolean).join(', ')
  const tax = invoice.tax
  return {
    title: `${invoice.title} ${invoice.number}`,
    language: 'en',
    facts: [
      [t('paper.from'), party(invoice.from)],
      [t('paper.to'), party(invoice.to)],
      [t('paper.issued'), formatDate(zonedDay(invoice.issuedAt, tz), country)],
      ...(invoice.taxPoint ? [[t('paper.taxPoint'), formatDate(invoice.taxPoint, country)] as [string, string]] : []),
      [t('paper.period'), t('paper.for', { month: nameOf(invoice.month) })],
      ...(invoice.corrects.length ? [[t('paper.corrects'), invoice.corrects.join(', ')] as [string, string]] : []),
    ],
    tables: [
      {
        columns: [
          { label: t('paper.date'), share: 5 },
          { label: t('paper.bookingNumber'), share: 3 },
          { label: t('paper.customer'), share: 5 },
          { label: t('paper.booking'), share: 6 },
          { label: t('paper.type'), share: 4 },
          { label: t('paper.fee'), share: 3, amount: true },
        ],
        rows: [
          ...invoice.lines.map((row) => [
            formatDate(zonedDay(row.at, tz), country),
            row.bookingNumber ?? '',
            formatCustomer(row),
            row.booking,
            row.type ? statementTypes[row.type] : '',
            two(row.fee),
          ]),
          ...(tax
            ? [
                ['', '', '', t('paper.invoice.net', { tax: tax.name }), '', two(sum([invoice.total, -tax.amount]))],
                ['', '', '', t('paper.invoice.tax', { tax: tax.name, percent: tax.percent }), '', two(tax.amount)],
              ]
            : []),
        ],
        sums: [t('paper.sum'), '', '', '', '', two(invoice.total)],
      },
    ],
    notes: [t('paper.invoice.settled')],
  }
}

const paperTexts = defineMessages({
  'paper.name': 'Name',
  'paper.address': 'Address',
  'paper.number': '{office}',
  'paper.registered': '{tax} number',
  'paper.period': 'Period',
  'paper.date': 'Date',
  'paper.bookingNumber': 'Booking number',
  'paper.customer': 'Customer',
  'paper.booking': 'Job',
  'paper.type': 'Type',
  'paper.fee': 'Fee',
  'paper.yours': 'Yours',
  'paper.out': 'Paid out',
  'paper.sum': 'Total',
  'paper.returned': 'Returned to Primp after a refund',
  'paper.bank': 'Paid to your bank',
  'paper.statement': 'Statement {period}',
  'paper.statement.all': 'Statement, all months',
  'paper.statement.note':
    'The balance is what Primp owes you. Each row adds your earnings and subtracts payouts. Cash is already yours and does not change the balance.',
  'paper.year': 'Tax year {year}',
  'paper.month': 'Month',
  'paper.bookings': 'Bookings',
  'paper.received': 'Received',
  'paper.refunded': 'Refunded',
  'paper.tips': 'Tips received',
  'paper.feeRefunded': 'Fee refunded',
  'paper.tax': '{tax} on sales after refunds',
  'paper.feeTax': '{tax} on fees after refunds',
  'paper.box': 'Box',
  'paper.what': 'Description',
  'paper.amount': 'Amount',
  'paper.boxes': 'For your tax return',
  'paper.year.note':
    'A booking counts on the day it was completed, or when you kept money after a cancellation. A deposit for a future job is not income yet. Received includes recorded cash and tips. Tips have no fee and no tax. A later refund counts on its own day. Costs do not include reclaimable tax on fees. This is not tax advice.',
  'paper.payout.title': 'Payout {number}',
  'paper.payout.date': 'Created on',
  'paper.payout.state': 'Status',
  'paper.payout.state.queued': 'queued',
  'paper.payout.state.sent': 'on its way',
  'paper.payout.state.paid': 'paid',
  'paper.payout.state.failed': 'failed',
  'paper.paid': 'Customer paid',
  'paper.part': 'In this payout',
  'paper.other': 'Corrections and amounts without a booking',
  'paper.corrects': 'Corrects invoice',
  'paper.from': 'From',
  'paper.to': 'To',
  'paper.issued': 'Issued on',
  'paper.taxPoint': 'Date of supply (tax point)',
  'paper.for': 'Fees for {month}',
  'paper.invoice.tax': 'Includes {tax} at {percent}%',
  'paper.invoice.net': 'Total excluding {tax}',
  'paper.invoice.settled': 'Paid: we deducted the fee from what your customers paid.',
  'paper.test': 'Test payments: no real money has moved.',
})
