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
import { FactStrip } from '#web/ui/fact-strip.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import tableStyles from '#web/ui/table.module.css'
import styles from './statement.module.css'

/** Shows the totals of a statement and its rows, newest first. */
export function Statement({ statement, country }: { statement: StatementOf; country: Country }) {
  const t = createTranslator(paymentMessages, country)
  const { rows, currency, totals } = statement
  const exactly = (n: number) => formatMoney(n, currency, { decimals: 'always' })
  const amount = (n: number) => (n === 0 ? '' : exactly(n))
  const year = new Date().getFullYear()
  if (rows.length === 0 && statement.closing === 0)
    return <Empty drawing="purse" title={t('earnings.statement.none')} />
  const nameOf = (row: StatementRow) =>
    formatCustomer(row) ||
    row.booking ||
    (row.payoutNumber ? t('earnings.payout', { number: row.payoutNumber }) : statementTypes[row.type])
  return (
    <div className="stack">
      <FactStrip
        facts={[
          { label: t('earnings.opening'), value: exactly(statement.opening) },
          { label: t('earnings.col.paid'), value: exactly(totals.paid) },
          { label: t('earnings.col.fee'), value: exactly(totals.fee) },
          { label: t('earnings.col.yours'), value: exactly(totals.yours) },
          { label: t('earnings.col.out'), value: exactly(totals.paidOut) },
          { label: t('earnings.closing'), value: exactly(statement.closing) },
        ]}
      />
      <div role="group" className={tableStyles.tableScroll} aria-label={t('earnings.title')} tabIndex={0}>
        <table className={joinClasses(tableStyles.table, tableStyles.rowsOnPhone, styles.statement)}>
          <caption className="visually-hidden">{t('earnings.title')}</caption>
          <thead>
            <tr>
              {(['date', 'booking', 'type'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`earnings.col.${column}`)}
                </th>
              ))}
              {(['paid', 'fee', 'yours', 'out', 'balance'] as const).map((column) => (
                <th key={column} scope="col" className={tableStyles.amount}>
                  {t(`earnings.col.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map((row, i) => (
              <tr key={`${row.at} ${i}`}>
                <td className={styles.day}>{formatDate(row.day, country, year)}</td>
                <td className={styles.job}>
                  <b className="bold">{nameOf(row)}</b>
                  {row.bookingNumber && (
                    <span className="muted"> {t('earnings.number', { number: row.bookingNumber })}</span>
                  )}
                  <div className={styles.more}>
                    {row.bookingNumber && <span className="muted">{row.booking}</span>}
                    <WholeJob row={row} currency={currency} country={country} />
                  </div>
                </td>
                <td className={styles.type}>
                  {statementTypes[row.type]}
                  {row.payoutNumber && row.booking && <div className="micro muted">{row.payoutNumber}</div>}
                </td>
                <td className={joinClasses(tableStyles.amount, styles.wide)}>{amount(row.paid)}</td>
                <td className={joinClasses(tableStyles.amount, styles.wide)}>{amount(row.fee)}</td>
                <td className={joinClasses(tableStyles.amount, styles.change)}>{amount(row.yours)}</td>
                <td className={joinClasses(tableStyles.amount, styles.change)}>{amount(row.paidOut)}</td>
                <td className={joinClasses(tableStyles.amount, styles.balance)}>
                  <span className={styles.label}>{t('earnings.col.balance')} </span>
                  {exactly(row.balance)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
