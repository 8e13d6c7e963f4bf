import type { StatementRow } from '#contract/payments/statements.ts'
import { formatDate, formatMoney } from '#contract/format.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import { type Country, createTranslator } from '#contract/words.ts'
import { paymentMessages } from '#web/payments/messages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import tableStyles from '#web/ui/table.module.css'
import styles from './statement.module.css'

const columns = ['deposit', 'fee', 'yours', 'out'] as const

export function Statement({
  rows,
  currency,
  country,
}: {
  rows: readonly StatementRow[]
  currency: string
  country: Country
}) {
  const t = createTranslator(paymentMessages, country)
  const exactly = (n: number) => formatMoney(n, currency, { decimals: 'always' })
  const amount = (n: number) => (n === 0 ? '' : formatMoney(n, currency, { decimals: 'always' }))
  if (rows.length === 0) return <Empty drawing="purse" title={t('earn.statement.none')} />
  const cell = (column: (typeof columns)[number], said: string, more?: string) => (
    <td className={joinClasses(tableStyles.amount, more)}>
      {said && (
        <>
          <span className={tableStyles.label}>{t(`earn.col.${column}`)} </span>
          {said}
        </>
      )}
    </td>
  )
  const sum = (of: (row: StatementRow) => number) =>
    amount(toMajor(rows.reduce((all, row) => all + toMinor(of(row)), 0)))
  return (
    <div role="group" className={tableStyles.tableScroll} aria-label={t('earn.title')} tabIndex={0}>
      <table className={joinClasses(tableStyles.table, tableStyles.rowsOnPhone, styles.statement, styles.table)}>
        <caption className="visually-hidden">{t('earn.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('earn.col.date')}</th>
            <th scope="col">{t('earn.col.booking')}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className={tableStyles.amount}>
                {t(`earn.col.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map((row, i) => (
            <tr key={`${row.at} ${i}`}>
              <td>{formatDate(row.at.slice(0, 10), country)}</td>
              <td>
                {row.booking || t('earn.statement.payout')}
                {row.whole !== null && row.whole > 0 && (
                  <div className="micro muted">
                    {t('earn.statement.job', {
                      paid: exactly(row.whole),
                      fee: exactly(row.fee),
                      day: exactly(toMajor(toMinor(row.whole) - toMinor(row.paid))),
                      payout: exactly(row.yours),
                    })}{' '}
                    <b className="bold">
                      {t('earn.statement.job.yours', {
                        yours: exactly(toMajor(toMinor(row.whole) - toMinor(row.fee))),
                      })}
                    </b>
                  </div>
                )}
              </td>
              {cell('deposit', amount(row.paid))}
              {cell('fee', amount(row.fee))}
              {cell('yours', amount(row.yours))}
              {cell('out', amount(row.paidOut))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('earn.sum')}
            </th>
            {cell(
              'deposit',
              sum((row) => row.paid),
              'bold',
            )}
            {cell(
              'fee',
              sum((row) => row.fee),
              'bold',
            )}
            {cell(
              'yours',
              sum((row) => row.yours),
              'bold',
            )}
            {cell(
              'out',
              sum((row) => row.paidOut),
              'bold',
            )}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
