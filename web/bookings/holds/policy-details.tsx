import { ChevronDown } from 'lucide-react'
import { toMajor, type Minor, toMinor } from '#contract/money.ts'
import { refundSums } from '#contract/payments/refund.ts'
import type { WayBack } from '#contract/payments/refund-method.ts'
import type { LockedQuote } from '#contract/search/quotes.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import { createTranslator } from '#contract/words.ts'
import { RefundTimeline } from '#web/bookings/money/refund-timeline.tsx'
import { bookMessages } from '#web/bookings/messages.ts'
import styles from './checkout.module.css'

interface PolicyDetailsProps {
  quote: LockedQuote
  /** What is paid by card and by voucher now. */
  paid: Parameters<typeof refundSums>[0]
  dueNow: number
  way: WayBack
  name: string
  search: SavedSearch
  now: number
}

/** What comes back and until when, folded to a line before it is paid. */
export function PolicyDetails({ quote, paid, dueNow, way, name, search, now }: PolicyDetailsProps) {
  const t = createTranslator(bookMessages, search.countryCode)
  const whole: { totalMinor: Minor; feeMinor: Minor } = {
    totalMinor: toMinor(quote.total),
    feeMinor: toMinor(quote.fee),
  }
  return (
    <details className={styles.policy}>
      <summary>
        {t('refund.title')}
        <ChevronDown className="icon" aria-hidden="true" />
      </summary>
      <RefundTimeline
        steps={quote.policy.steps.map((step) => {
          const sums = refundSums(paid, whole, step.share)
          return {
            ...step,
            refund: toMajor(sums.refundMinor),
            keptByProvider: toMajor(sums.keptByProviderMinor),
            keptByPlatform: toMajor(sums.keptByPlatformMinor),
          }
        })}
        paid={dueNow}
        way={way}
        currency={quote.currency}
        name={name}
        country={search.countryCode}
        timeZone={search.appointmentSpot.timeZone}
        cooling={new Date(now + quote.policy.coolingHours * 3_600_000).toISOString()}
        now={now}
      />
    </details>
  )
}
