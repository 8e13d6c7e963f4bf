import {
  formatCustomer,
  type Statement as StatementOf,
  type StatementRow,
  statementTypes,
} from '#contract/payments/statements.ts'
import { formatDate, formatMoney } from '#contract/format.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { paymentMessages } from '#web/payments/messages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import tableStyles from '#web/ui/table.module.css'
import styles from './statement.module.css'

const amounts = ['paid', 'fee', 'yours', 'out'] as const

/** Shows the rows of a statement, newest first, between its closing and opening balance. */
export function Statement({ statement, country }: { statement: StatementOf; country: Country }) {
  const t = createTranslator(paymentMessages, country)
  const { rows, currency, totals } = statement
  const exactly = (n: number) => formatMoney(n, currency, { decimals: 'always' })
  const amount = (n: number) => (n === 0 ? '' : exactly(n))
  if (rows.length === 0 && statement.closing === 0)
    return <Empty drawing="purse" title={t('earnings.statement.none')} />
  const cell = (column: (typeof amounts)[number] | 'balance', shown: string, more?: string) => (
    <td className={joinClasses(tableStyles.amount, more)}>
      {shown && (
        <>
          <span className={tableStyles.label}>{t(`earnings.col.${column}`)} </span>
          {shown}
        </>
      )}
    </td>
  )
  const balanceRow = (label: string, balance: number) => (
    <tr>
      <th scope="row" colSpan={10}>
        {label}
      </th>
      {cell('balance', exactly(balance), 'bold')}
    </tr>
  )
  return (
    <div role="group" className={tableStyles.tableScroll} aria-label={t('earnings.title')} tabIndex={0}>
      <table className={joinClasses(tableStyles.table, tableStyles.rowsOnPhone, styles.statement, styles.table)}>
        <caption className="visually-hidden">{t('earnings.title')}</caption>
        <thead>
          <tr>
            {(['date', 'number', 'customer', 'booking', 'type'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`earnings.col.${column}`)}
              </th>
            ))}
            {amounts.map((column) => (
              <th key={column} scope="col" className={tableStyles.amount}>
                {t(`earnings.col.${column}`)}
              </th>
            ))}
            <th scope="col">{t('earnings.col.payout')}</th>
            <th scope="col" className={tableStyles.amount}>
              {t('earnings.col.balance')}
            </th>
          </tr>
        </thead>
        <tbody>
          {balanceRow(t('earnings.closing'), statement.closing)}
          {rows.toReversed().map((row, i) => (
            <tr key={`${row.at} ${i}`}>
              <td className={styles.day}>{formatDate(row.day, country)}</td>
              <td>
                {row.bookingNumber && <span className={tableStyles.label}>{t('earnings.col.number')} </span>}
                {row.bookingNumber}
              </td>
              <td>{formatCustomer(row)}</td>
              <td>
                {row.booking}
                <WholeJob row={row} currency={currency} country={country} />
              </td>
              <td>{statementTypes[row.type]}</td>
              {cell('paid', amount(row.paid))}
              {cell('fee', amount(row.fee))}
              {cell('yours', amount(row.yours))}
              {cell('out', amount(row.paidOut))}
              <td className={styles.payout}>{row.payoutNumber}</td>
              {cell('balance', exactly(row.balance))}
            </tr>
          ))}
          {balanceRow(t('earnings.opening'), statement.opening)}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={5}>
              {t('earnings.sum')}
            </th>
            {cell('paid', amount(totals.paid), 'bold')}
            {cell('fee', amount(totals.fee), 'bold')}
            {cell('yours', amount(totals.yours), 'bold')}
            {cell('out', amount(totals.paidOut), 'bold')}
            <td colSpan={2} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** Shows how the whole price of a booking is divided, on the row of its deposit. */
function WholeJob({ row, currency, country }: { row: StatementRow; currency: string; country: Country }) {
  if (row.whole === null || row.whole <= 0) return null
  const t = createTranslator(paymentMessages, country)
  const exactly = (n: number) => formatMoney(n, currency, { decimals: 'always' })
  return (
    <div className="micro muted">
      {t('earnings.statement.job', {
        paid: exactly(row.whole),
        fee: exactly(row.fee),
        day: exactly(toMajor(toMinor(row.whole) - toMinor(row.paid))),
        payout: exactly(row.yours),
      })}{' '}
      <b className="bold">
        {t('earnings.statement.job.yours', { yours: exactly(toMajor(toMinor(row.whole) - toMinor(row.fee))) })}
      </b>
    </div>
  )
}
