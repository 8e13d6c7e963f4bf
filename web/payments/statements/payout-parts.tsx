import { Check, CircleX, Clock3, type LucideIcon } from 'lucide-react'
import { formatMoney, toHundredths } from '#contract/format.ts'
import { createTranslator, defineMessages } from '#contract/i18n/messages.ts'
import { formatCustomer, type PayoutPaper, statementTypes } from '#contract/payments/statements.ts'
import { paymentMessages } from '#web/payments/messages.ts'
import { Badge, type BadgeLook } from '#web/ui/badge.tsx'
import moneyListStyles from '#web/ui/money-list.module.css'

const messages = defineMessages({
  'part.booking': '{booking}, booking {number}',
  'part.other': 'Corrections and other amounts',
  'part.sum': '{type}: customer paid {paid}, less our fee of {fee}',
  'part.free': '{type}: customer paid {paid}, no fee',
  'part.rest': '{sum}. Other payouts have {rest} of it.',
  'part.refunded': '{sum}. {refund} was refunded after this payout.',
  total: 'Total',
  returned: 'Returned to Primp after a refund',
  bank: 'Paid to your bank',
})

const looks: Record<PayoutPaper['state'], readonly [look: BadgeLook, icon: LucideIcon]> = {
  queued: ['info', Clock3],
  sent: ['info', Clock3],
  paid: ['jadeSoft', Check],
  failed: ['accentSoft', CircleX],
}

/** The state of a payout as icon, label and colour. */
export function PayoutBadge({ state }: { state: PayoutPaper['state'] }) {
  const [look, Icon] = looks[state]
  return (
    <Badge look={look}>
      <Icon className="icon" aria-hidden="true" />
      {createTranslator(paymentMessages)(`payouts.state.${state}`)}
    </Badge>
  )
}

/** Lists the payments of a payout with the sum that leads to the artist's part, then the total. */
export function PayoutParts({ payout }: { payout: PayoutPaper }) {
  const t = createTranslator(messages)
  const amount = (n: number) => formatMoney(n, payout.currency, { decimals: 'always' })
  const sumOf = ({ type, paid, fee, part }: PayoutPaper['parts'][number]) => {
    const said = { type: statementTypes[type], paid: amount(paid), fee: amount(fee) }
    const sum = t(fee === 0 ? 'part.free' : 'part.sum', said)
    const rest = toHundredths(paid - fee - part)
    if (rest > 0) return t('part.rest', { sum, rest: amount(rest) })
    return rest < 0 ? t('part.refunded', { sum, refund: amount(-rest) }) : sum
  }
  return (
    <ul className={moneyListStyles.moneyList}>
      {payout.parts.map((part, i) => (
        <li key={`${part.booking} ${i}`}>
          <div className="stack gap-4 can-shrink">
            <b className="bold">{formatCustomer(part) || part.booking || t('part.other')}</b>
            {part.bookingNumber && (
              <span className="small">{t('part.booking', { booking: part.booking, number: part.bookingNumber })}</span>
            )}
            {part.booking && <span className="small muted">{sumOf(part)}</span>}
          </div>
          <span className="bold tabular">{amount(part.part)}</span>
        </li>
      ))}
      <li>
        <b className="bold">{t('total')}</b>
        <b className="bold tabular">{amount(payout.amount)}</b>
      </li>
      {payout.returned > 0 && (
        <li>
          <span>{t('returned')}</span>
          <span className="bold tabular">{amount(-payout.returned)}</span>
        </li>
      )}
      {payout.state === 'paid' && payout.bank !== payout.amount && (
        <li>
          <b className="bold">{t('bank')}</b>
          <b className="bold tabular">{amount(payout.bank)}</b>
        </li>
      )}
    </ul>
  )
}
