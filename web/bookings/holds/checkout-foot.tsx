import { formatMoney } from '#contract/format.ts'
import type { LockedQuote } from '#contract/search/quotes.ts'
import { type Country, createTranslator } from '#contract/words.ts'
import { bookMessages } from '#web/bookings/messages.ts'
import { Button } from '#web/ui/button.tsx'

interface CheckoutFootProps {
  quote: Pick<LockedQuote, 'total' | 'currency'>
  /** What is paid now, of the whole. */
  dueNow: number
  country: Country
  waiting: boolean
  onNext: () => void
}

/** What stands at the foot of a phone while the way on is out of sight: what is paid now, and the next step. */
export function CheckoutFoot({ quote, dueNow, country, waiting, onNext }: CheckoutFootProps) {
  const t = createTranslator(bookMessages, country)
  return (
    <div className="phone-foot no-print">
      <div>
        <span className="number">{formatMoney(dueNow, quote.currency, { decimals: 'always' })}</span>
        <div className="micro muted">{t('book.deposit.of', { total: formatMoney(quote.total, quote.currency) })}</div>
      </div>
      <Button size="large" loading={waiting} onClick={onNext}>
        {t('book.next')}
      </Button>
    </div>
  )
}
