import { formatClock, formatDate, formatMoney, zonedDay, zonedTime } from '#contract/format.ts'
import type { WayBack } from '#contract/payments/refund-method.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { bookMessages } from '#web/appointments/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import nextStepsStyles from '#web/ui/next-steps.module.css'
import styles from './refund-timeline.module.css'

interface RefundStep {
  share: number
  until: string | null
  refund: number
  keptByProvider: number
  keptByPlatform: number
}
interface RefundTimelineProps {
  steps: readonly RefundStep[]
  paid: number
  currency: string
  name: string
  country: Country
  timeZone: string
  /** End of the full-refund period; null if the policy covers it. */
  cooling?: string | null
  /** Reference time of the dates, if the booking was moved; null otherwise. */
  countsFrom?: string | null
  now: number
  side?: 'customer' | 'provider' | 'operator'
  way?: WayBack
}

/** Returns an instant in the event's zone: Sat 5 June, 8:00 AM. */
const momentIn = (instant: string, timeZone: string, country: Country): string =>
  `${formatDate(zonedDay(instant, timeZone), country, new Date().getFullYear())}, ${formatClock(zonedTime(instant, timeZone))}`

/** Refund by date: dates first, amounts second, current step highlighted. */
export function RefundTimeline({
  steps,
  paid,
  currency,
  name,
  country,
  timeZone,
  cooling,
  countsFrom,
  now,
  side = 'customer',
  way = 'card',
}: RefundTimelineProps) {
  const t = createTranslator(bookMessages, country)
  const cash = (amount: number) => formatMoney(amount, currency, { decimals: 'always' })
  const at = (instant: string) => momentIn(instant, timeZone, country)
  const firstName = name.split(' ')[0] ?? name
  const open = steps.filter((step) => step.share > 0 && step.until !== null && Date.parse(step.until) > now)
  const holds = open[0]
  const last = steps.findLast((step) => step.until !== null)
  const coolingFirst =
    cooling &&
    Date.parse(cooling) > now &&
    (!holds?.until || holds.share < 100 || Date.parse(cooling) > Date.parse(holds.until))
  const kept = ({ keptByProvider, keptByPlatform }: RefundStep) => (
    <span className={styles.kept}>
      {t(side === 'provider' ? 'refund.kept.you' : 'refund.kept', {
        firstName,
        theirs: cash(keptByProvider),
        fee: cash(keptByPlatform),
      })}
    </span>
  )
  const never = steps.find((step) => step.share === 0)
  return (
    <div className="stack gap-12">
      <ol className={joinClasses(nextStepsStyles.steps, styles.refundSteps, styles.steps)}>
        {coolingFirst && cooling && (
          <li className={styles.chosen}>{t('refund.cooling', { dateTime: at(cooling), paid: cash(paid) })}</li>
        )}
        {open.map((step) => (
          <li key={step.until} className={step === holds && !coolingFirst ? styles.chosen : undefined}>
            {t(step.share === 100 ? 'refund.all' : 'refund.half', {
              dateTime: at(step.until as string),
              paid: cash(step.refund),
              refund: cash(step.refund),
            })}
            {step.share < 100 && kept(step)}
          </li>
        ))}
        <li className={holds || coolingFirst ? undefined : styles.chosen}>
          {last?.until && Date.parse(last.until) > now
            ? t('refund.none', { dateTime: at(last.until) })
            : t('refund.none.now')}
          {never && kept(never)}
        </li>
      </ol>
      <ul className="stack gap-4 small muted">
        <li>
          {side === 'provider'
            ? t('refund.provider.you', { paid: cash(paid) })
            : t('refund.provider', { firstName, paid: cash(paid) })}
        </li>
        <li>{side === 'provider' ? t('refund.noshow.you') : t('refund.noshow', { firstName })}</li>
        {countsFrom && side === 'customer' && <li>{t('refund.moved', { dateTime: at(countsFrom) })}</li>}
        {side === 'customer' && way.startsWith('partner') && <li>{t('refund.partner')}</li>}
        {side === 'customer' && way !== 'voucher' && way !== 'partner' && <li>{t('refund.bank')}</li>}
        {side === 'customer' && (way === 'voucher' || way === 'both') && <li>{t('refund.voucher')}</li>}
      </ul>
    </div>
  )
}
