import { formatDate } from '#contract/format.ts'
import { formatMoney } from '#contract/money.ts'
import type { Promo } from '#contract/bookings/provider-promos.ts'
import { type Country, createTranslator } from '#contract/words.ts'
import { promoMessages } from './promo-messages.ts'

/** What a code takes off: 10% off, £15 off. */
export function formatPromoWorth(promo: Promo, country: Country): string {
  const t = createTranslator(promoMessages, country)
  return promo.percent === null
    ? t('promos.off.amount', { amount: formatMoney(promo.amount ?? 0, promo.currency) })
    : t('promos.off.percent', { percent: String(promo.percent) })
}

/** When and how often a code can be used, in one line; empty where nothing limits it. */
export function formatPromoLimits(promo: Promo, country: Country): string {
  const t = createTranslator(promoMessages, country)
  const said = [
    promo.state === 'later' && t('promos.days.from', { date: formatDayOf(promo.startsAt, country) }),
    promo.endsAt && t('promos.days.until', { date: formatDayOf(promo.endsAt, country, -1) }),
    promo.mostUses !== null && t('promos.limit.all', { n: promo.mostUses }),
    promo.mostEach !== null && t('promos.limit.each', { n: promo.mostEach }),
    promo.leastTotal > 0 && t('promos.limit.least', { amount: formatMoney(promo.leastTotal, promo.currency) }),
    promo.firstOnly && t('promos.limit.first'),
  ].filter(Boolean)
  return said.join(', ')
}

/** The day of an instant by the reader's own clock; with -1 the last day before it. */
export function formatDayOf(instant: string, country: Country, ms = 0): string {
  const at = new Date(Date.parse(instant) + ms)
  const two = (n: number) => String(n).padStart(2, '0')
  return formatDate(`${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`, country)
}
