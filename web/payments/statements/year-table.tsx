import { formatMoney } from '#contract/format.ts'
import type { YearFigures } from '#contract/payments/statements.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { PriceLines } from '#web/ui/price-lines.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import tableStyles from '#web/ui/table.module.css'
import { statementMessages } from './statement-files.tsx'
import styles from './year-table.module.css'

const t = createTranslator(statementMessages)

export function YearTable({ figures }: { figures: YearFigures }) {
  const amount = (n: number) => formatMoney(n, figures.currency, { decimals: 'always' })
  const { sums, taxName } = figures
  if (sums.received === 0 && sums.refunded === 0) return <Empty drawing="purse" title={t('year.none')} />
  return (
    <div className="stack gap-24">
      <PriceLines
        lines={[
          {
            label: t('year.received'),
            detail: taxName ? t('year.tax', { tax: taxName, amount: amount(sums.tax) }) : t('year.received.note'),
            amount: sums.received,
          },
          ...(sums.refunded > 0 ? [{ label: t('year.refunded'), amount: -sums.refunded }] : []),
          {
            label: t('year.fee'),
            amount: -sums.fee,
            ...(taxName && sums.feeTax !== 0
              ? { detail: t('year.feeTax', { tax: taxName, amount: amount(sums.feeTax) }) }
              : {}),
          },
          ...(sums.feeRefunded > 0 ? [{ label: t('year.feeRefunded'), amount: sums.feeRefunded }] : []),
        ]}
        currency={figures.currency}
        total={{ label: t('year.yours'), amount: sums.yours }}
      />
      <div role="group" className={tableStyles.tableScroll} aria-label={t('year.boxes')} tabIndex={0}>
        <table className={joinClasses(tableStyles.table, tableStyles.rowsOnPhone, styles.boxes)}>
          <caption className="visually-hidden">{t('year.boxes')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('year.box')}</th>
              <th scope="col">{t('year.what')}</th>
              <th scope="col" className={tableStyles.amount}>
                {t('year.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {figures.boxes.map((one) => (
              <tr key={one.box + one.what}>
                <th scope="row" className={styles.box}>
                  {one.box}
                </th>
                <td className={styles.what}>{one.what}</td>
                <td className={joinClasses(tableStyles.amount, styles.sum)}>{amount(one.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="small muted">{t('year.note')}</p>
    </div>
  )
}
