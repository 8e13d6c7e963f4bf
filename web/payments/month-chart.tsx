import type { Earnings } from '#contract/payments/payments.ts'
import { formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { formatMonthName, formatShortMonth } from '#web/ui/figures/figure.tsx'
import { paymentMessages } from './messages.ts'
import { BarChart } from '#web/ui/pictures/bar-chart.tsx'
import tableStyles from '#web/ui/table.module.css'

const t = createTranslator(paymentMessages)

export function MonthChart({ months, currency }: Pick<Earnings, 'months' | 'currency'>) {
  const amount = (n: number) => formatMoney(n, currency, { decimals: 'always' })
  const most = Math.max(...months.map(({ yours }) => yours), 0)
  const best = months.find(({ yours }) => yours === most) ?? months[0]
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last || !best || most <= 0) return <Empty drawing="purse" title={t('earnings.chart.none')} />
  return (
    <>
      <BarChart
        label={t('earnings.chart.label', {
          from: formatMonthName(first.month),
          to: formatMonthName(last.month),
          most: amount(most),
          best: formatMonthName(best.month),
        })}
        bars={months.map(({ month, yours }) => ({ key: month, name: formatShortMonth(month), value: yours }))}
        format={(yours) => formatMoney(Math.round(yours), currency)}
      />
      <details>
        <summary className="small">{t('earnings.table')}</summary>
        <div role="group" className={tableStyles.tableScroll} aria-label={t('earnings.chart')} tabIndex={0}>
          <table className={tableStyles.table}>
            <caption className="visually-hidden">{t('earnings.chart')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('earnings.col.month')}</th>
                <th scope="col" className={tableStyles.amount}>
                  {t('earnings.col.bookings')}
                </th>
                <th scope="col" className={tableStyles.amount}>
                  {t('earnings.col.fee')}
                </th>
                <th scope="col" className={tableStyles.amount}>
                  {t('earnings.col.yours')}
                </th>
              </tr>
            </thead>
            <tbody>
              {months.toReversed().map((m) => (
                <tr key={m.month}>
                  <th scope="row">{formatMonthName(m.month)}</th>
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
