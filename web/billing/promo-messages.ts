import type { Promo } from '#contract/billing/promo-codes.ts'
import { formatDate } from '#contract/format.ts'
import { formatMoney } from '#contract/money.ts'
import { type Country, createTranslator } from '#contract/words.ts'

export const promoMessages = {
  'promos.title': 'Promo codes',
  'promos.text':
    'A code takes something off the price where it is paid. Yours come off what you earn; our fee falls with the price.',
  'promos.own': 'Your codes',
  'promos.none': 'No promo codes yet',
  'promos.none.text': 'A code that you make stands here, with how often it was used and what it cost you.',
  'promos.new': 'A new code',
  'promos.code': 'Code',
  'promos.code.hint': '4 to 15 letters and digits. Capitals, spaces and hyphens make no difference.',
  'promos.code.error': 'Use 4 to 15 letters and digits.',
  'promos.worth': 'What it takes off',
  'promos.worth.percent': 'A part of the price',
  'promos.worth.amount': 'An amount',
  'promos.percent': 'Per cent',
  'promos.percent.error': 'Enter a whole number from 1 to 100.',
  'promos.amount': 'Amount',
  'promos.amount.error': 'Enter a whole amount from {least} to {most}.',
  'promos.from': 'First day',
  'promos.from.hint': 'Empty: at once',
  'promos.until': 'Last day',
  'promos.until.hint': 'Empty: until you stop it',
  'promos.until.error': 'Choose a last day that is not before the first, and not past.',
  'promos.mostUses': 'Bookings in all',
  'promos.mostEach': 'Bookings a person',
  'promos.many.hint': 'Empty: no limit',
  'promos.many.error': 'Enter a whole number from 1 on.',
  'promos.least': 'Smallest price',
  'promos.least.hint': 'Empty: any price',
  'promos.least.error': 'Enter a whole amount up to {most}.',
  'promos.first.own': 'Only for those who have not booked you before',
  'promos.make': 'Make the code',
  'promos.made': '{code} can be used.',
  'promos.made.later': '{code} can be used from {date} on.',
  'promos.off.percent': '{percent}% off',
  'promos.off.amount': '{amount} off',
  'promos.state.live': 'Can be used',
  'promos.state.later': 'Not yet',
  'promos.state.used_up': 'Used up',
  'promos.state.ended': 'Ended',
  'promos.state.stopped': 'Stopped',
  'promos.days.from': 'from {date}',
  'promos.days.until': 'until {date}',
  'promos.limit.all': { one: 'for 1 booking', other: 'for {n} bookings' },
  'promos.limit.each': { one: 'once a person', other: '{n} times a person' },
  'promos.limit.least': 'on prices from {amount}',
  'promos.limit.first': 'on a first booking',
  'promos.used': { zero: 'Not used yet', one: 'Used in 1 booking', other: 'Used in {n} bookings' },
  'promos.kept': { one: '1 more is being paid', other: '{n} more are being paid' },
  'promos.cost': '{off} off the prices they were booked at; {cost} of it yours.',
  'promos.stop': 'Stop it',
  'promos.stop.one': 'Stop it, {code}',
  'promos.stop.title': 'Stop {code}?',
  'promos.stop.text':
    'Nobody can use it any more. Bookings made with it keep their price, and whoever is paying with it just now can finish.',
  'promos.stop.back': 'Keep it',
  'promos.stopped': '{code} is stopped.',
} as const

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
