import { formatMoney } from '#contract/format.ts'
import styles from './price-lines.module.css'

export interface PriceLineView {
  label: string
  detail?: string
  amount: number
}

interface PriceLinesProps {
  lines: readonly PriceLineView[]
  currency: string
  total: { label: string; amount: number; note?: string | undefined }
  /** A part of the total that someone else keeps, such as a fee; shown below the total as a negative amount. */
  less?: { label: string; amount: number } | undefined
  deposit?: {
    label: string
    amount: number
    /** A part of the deposit that is charged later. */
    later?: { label: string; amount: number } | undefined
    balanceLabel: string
    balance: number
  }
}

/** Lines of the looks and travel, total and what goes off it, then deposit and balance. */
export function PriceLines({ lines, currency, total, less, deposit }: PriceLinesProps) {
  return (
    <div className="stack">
      <dl className={styles.lines}>
        {lines.map((line) => (
          <div key={line.label}>
            <dt>
              {line.label}
              {line.detail && <small>{line.detail}</small>}
            </dt>
            <dd>{formatMoney(line.amount, currency)}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>
            {total.label}
            {total.note && <small>{total.note}</small>}
          </dt>
          <dd>{formatMoney(total.amount, currency)}</dd>
        </div>
        {less && (
          <div>
            <dt>{less.label}</dt>
            <dd>{formatMoney(-less.amount, currency)}</dd>
          </div>
        )}
      </dl>
      {deposit && (
        <dl className={styles.payment}>
          <div>
            <dt className="bold">{deposit.label}</dt>
            <dd className="number">{formatMoney(deposit.amount, currency, { decimals: 'always' })}</dd>
          </div>
          {deposit.later && (
            <div>
              <dt>{deposit.later.label}</dt>
              <dd className="tabular">{formatMoney(deposit.later.amount, currency, { decimals: 'always' })}</dd>
            </div>
          )}
          <div className="small muted">
            <dt>{deposit.balanceLabel}</dt>
            <dd className="tabular">{formatMoney(deposit.balance, currency, { decimals: 'always' })}</dd>
          </div>
        </dl>
      )}
    </div>
  )
}
