import type { Promo } from '#contract/billing/promo-codes.ts'
import { formatDate } from '#contract/format.ts'
import { formatMoney } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'

export const promoMessages = defineMessages({
  'promos.title': 'Promo codes',
  'promos.text':
    'Customers enter a code to pay less. The discount comes off your earnings, and our fee falls with the price.',
  'promos.own': 'Your codes',
  'promos.none': 'No promo codes yet',
  'promos.none.text': 'Once you create a code, you will see here how often it is used and what it costs you.',
  'promos.new': 'New code',
  'promos.code': 'Code',
  'promos.code.hint': '4 to 15 letters and digits. Capitals, spaces and hyphens do not matter.',
  'promos.code.error': 'Use 4 to 15 letters and digits.',
  'promos.worth': 'Discount',
  'promos.worth.percent': 'Percentage',
  'promos.worth.amount': 'Fixed amount',
  'promos.percent': 'Percent',
  'promos.percent.error': 'Enter a whole number from 1 to 100.',
  'promos.amount': 'Amount',
  'promos.amount.error': 'Enter a whole amount from {least} to {most}.',
  'promos.from': 'First day',
  'promos.from.hint': 'Leave empty to start now',
  'promos.until': 'Last day',
  'promos.until.hint': 'Leave empty for no end date',
  'promos.until.error': 'Choose a last day in the future that is not before the first day.',
  'promos.mostUses': 'Total bookings',
  'promos.mostEach': 'Bookings per person',
  'promos.many.hint': 'Leave empty for no limit',
  'promos.many.error': 'Enter a whole number, 1 or more.',
  'promos.least': 'Minimum price',
  'promos.least.hint': 'Leave empty for any price',
  'promos.least.error': 'Enter a whole amount up to {most}.',
  'promos.first.own': 'Only for new customers',
  'promos.make': 'Create code',
  'promos.made': '{code} is active.',
  'promos.made.later': '{code} starts on {date}.',
  'promos.off.percent': '{percent}% off',
  'promos.off.amount': '{amount} off',
  'promos.state.live': 'Active',
  'promos.state.later': 'Scheduled',
  'promos.state.used_up': 'Used up',
  'promos.state.ended': 'Ended',
  'promos.state.stopped': 'Stopped',
  'promos.days.from': 'from {date}',
  'promos.days.until': 'until {date}',
  'promos.limit.all': '{n, plural, one {for 1 booking} other {for {n} bookings}}',
  'promos.limit.each': '{n, plural, one {once per person} other {{n} times per person}}',
  'promos.limit.least': 'on prices from {amount}',
  'promos.limit.first': 'on a first booking',
  'promos.used': '{n, plural, =0 {Not used yet} one {Used in 1 booking} other {Used in {n} bookings}}',
  'promos.kept': '{n, plural, one {1 payment in progress} other {{n} payments in progress}}',
  'promos.cost': '{off} off in total. You paid {cost} of it.',
  'promos.stop': 'Stop',
  'promos.stop.one': 'Stop {code}',
  'promos.stop.title': 'Stop {code}?',
  'promos.stop.text':
    'Nobody will be able to use it. Existing bookings keep their price, and payments in progress can finish.',
  'promos.stop.back': 'Keep it',
  'promos.stopped': '{code} has been stopped.',
})

/** Returns the reduction: 10% off, £15 off. */
export function formatPromoWorth(promo: Promo, country: Country): string {
  const t = createTranslator(promoMessages, country)
  return promo.percent === null
    ? t('promos.off.amount', { amount: formatMoney(promo.amount ?? 0, promo.currency) })
    : t('promos.off.percent', { percent: String(promo.percent) })
}

/** Returns a code's limits in a line; empty without any. */
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

/** Returns the local day of an instant, shifted by `ms`: -1 returns the last day before it. */
export function formatDayOf(instant: string, country: Country, ms = 0): string {
  const at = new Date(Date.parse(instant) + ms)
  const two = (n: number) => String(n).padStart(2, '0')
  return formatDate(`${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`, country)
}
