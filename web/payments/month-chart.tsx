import type { Earnings } from '#contract/payments/payments.ts'
import { money } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { Empty } from '#web/ui/empty.tsx'
import { monthName, shortMonth } from '#web/ui/figures/named.ts'
import { paymentWords } from './words.ts'
import { BarChart } from '#web/ui/pictures/bar-chart.tsx'
import tableStyles from '#web/ui/table.module.css'

const t = reader(paymentWords)

/** What was earned in each of the last months, as bars, and the same as a table. */
export function MonthChart({ months, currency }: Pick<Earnings, 'months' | 'currency'>) {
  const amount = (n: number) => money(n, currency, { decimals: 'always' })
  const most = Math.max(...months.map(({ yours }) => yours), 0)
  const best = months.find(({ yours }) => yours === most) ?? months[0]
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last || !best || most <= 0) return <Empty drawing="purse" title={t('earn.chart.none')} />
  return (
    <>
      <BarChart
        label={t('earn.chart.label', {
          from: monthName(first.month),
          to: monthName(last.month),
          most: amount(most),
          best: monthName(best.month),
        })}
        bars={months.map(({ month, yours }) => ({ key: month, name: shortMonth(month), value: yours }))}
      />
      <details>
        <summary className="small tap-target">{t('earn.table')}</summary>
        <div role="group" className={tableStyles.tableScroll} aria-label={t('earn.chart')} tabIndex={0}>
          <table className={tableStyles.table}>
            <caption className="visually-hidden">{t('earn.chart')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('earn.col.month')}</th>
                <th scope="col" className={tableStyles.amount}>
                  {t('earn.col.bookings')}
                </th>
                <th scope="col" className={tableStyles.amount}>
                  {t('earn.col.fee')}
                </th>
                <th scope="col" className={tableStyles.amount}>
                  {t('earn.col.yours')}
                </th>
              </tr>
            </thead>
            <tbody>
              {months.toReversed().map((m) => (
                <tr key={m.month}>
                  <th scope="row">{monthName(m.month)}</th>
                  <td className={tableStyles.amount}>{m.bookings}</td>
                  <td className={tableStyles.amount}>{amount(m.fee)}</td>
                  <td className={tableStyles.amount}>{amount(m.yours)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  )
}
