import { money } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import consoleStyles from '#web/operator/console.module.css'
import { classes } from '#web/ui/class-names.ts'
import tableStyles from '#web/ui/table.module.css'
import { feeWords } from './fee-words.ts'

const t = reader(feeWords)

type Example = {
  service: string
  currency: string
  cost: number
  before: number
  after: number
  percentBefore: number
  percentAfter: number
}
type Props = { of: { prices: number; changed: number; examples: readonly Example[] } & Partial<Changed> }
type Changed = { artists: number; changedArtists: number }

/** What another fee would do: how many artists and prices, and what customers would pay for one. */
export function FeeExamples({ of }: Props) {
  const cash = (amount: number, currency: string) => money(amount, currency, { mixed: true })
  return (
    <div className="stack gap-8" aria-live="polite">
      <p className="bold">{t('op.feeRules.preview')}</p>
      <p className="small">
        {of.artists !== undefined && `${t('op.feeRules.artists', { n: of.changedArtists ?? 0, m: of.artists })} `}
        {t('op.feeRules.prices', { n: of.changed, m: of.prices })}
      </p>
      {of.examples.length > 0 && (
        <div role="group" className={tableStyles.tableScroll} aria-label={t('op.feeRules.preview')} tabIndex={0}>
          <table className={tableStyles.table}>
            <thead>
              <tr>
                {(['service', 'cost', 'before', 'after'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`op.feeRules.example.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {of.examples.map((example) => {
                const { service, currency } = example
                const price = (amount: number, percent: number) =>
                  t('op.feeRules.example.price', { price: cash(amount, currency), percent })
                return (
                  <tr key={`${service} ${currency}`}>
                    <td>{service}</td>
                    {[
                      cash(example.cost, currency),
                      price(example.before, example.percentBefore),
                      price(example.after, example.percentAfter),
                    ].map((said, i) => (
                      <td key={i} className={classes('tabular', consoleStyles.keep)}>
                        {said}
                      </td>
                    ))}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
