/** An amount in minor units of its currency: pence, cents. Always whole; a price is worked out in these and in nothing else. */
export type Minor = number

/** Major units as the API says and people type them (44.00), in minor units, to the nearest. */
export const toMinor = (amount: number): Minor => Math.round(amount * 100)

/** Minor units as the API says them: 4400 is 44. */
export const toMajor = (amount: Minor): number => amount / 100

/** The smallest amount that the payment service charges to a card, by currency. */
const leastCharges: Readonly<Record<string, Minor>> = { GBP: 30, USD: 50, AUD: 50, CAD: 50 }

/** The smallest amount in this currency that a card can be charged. A smaller one cannot be paid online. */
export const getMinimumCharge = (currency: string): Minor => leastCharges[currency] ?? 50

/** Whole major units that an amount at least needs. */
export const roundUpToMajor = (amount: Minor): number => Math.ceil(amount / 100)

/** A whole percentage of an amount, exact: not yet whole where a part of a penny is left. */
export const computePercent = (amount: Minor, percent: number): number => (amount * percent) / 100
/** The least amount of which so much per cent is at least a part. */
export const getMinimumForPercent = (part: Minor, percent: number): Minor => Math.ceil((part * 100) / percent)

/** A whole percentage of an amount in whole minor units, in favour of whoever gets it. */
export const computePercentUp = (amount: Minor, percent: number): Minor => Math.ceil(computePercent(amount, percent))

/** An amount in whole parts by these weights, which add up to it: what rounding leaves goes to the largest remainders, the first of equals. */
export function splitByWeights(amount: Minor, weights: readonly number[]): Minor[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  if (all <= 0) return weights.map((_, i) => (i === 0 ? amount : 0))
  const parts = weights.map((weight) => Math.floor((amount * weight) / all))
  const left = amount - parts.reduce((sum, part) => sum + part, 0)
  const byRemainder = [...weights.keys()].sort(
    (a, b) => ((amount * (weights[b] ?? 0)) % all) - ((amount * (weights[a] ?? 0)) % all) || a - b,
  )
  for (const i of byRemainder.slice(0, left)) parts[i] = (parts[i] ?? 0) + 1
  return parts
}

const symbols: Record<string, { plain: string; mixed: string }> = {
  AUD: { plain: '$', mixed: 'A$' },
  USD: { plain: '$', mixed: 'US$' },
  CAD: { plain: '$', mixed: 'CA$' },
  GBP: { plain: '£', mixed: '£' },
}

const rounding = new Map<string, Intl.NumberFormat>()

function rounded(n: number, least: number, most: number): string {
  const key = `${least} ${most}`
  const format =
    rounding.get(key) ?? new Intl.NumberFormat('en-GB', { minimumFractionDigits: least, maximumFractionDigits: most })
  rounding.set(key, format)
  return format.format(n)
}

/**
 * A number in digits with a comma at each thousand, with `least` to `most` decimals: 14,718, 138.50. It is what `Intl.NumberFormat` of
 * British English makes of it, and that one is asked where something is to be rounded; the first one of a page holds a phone up for a
 * tenth of a second, and the numbers that we show are whole already.
 */
export function formatDigits(n: number, least = 0, most = least): string {
  const text = n.toFixed(most)
  if (Number(text) !== n || Object.is(n, -0) || Math.abs(n) * 10 ** most > Number.MAX_SAFE_INTEGER)
    return rounded(n, least, most)
  const [whole = '', part = ''] = text.split('.')
  let decimals = part.length
  while (decimals > least && part[decimals - 1] === '0') decimals -= 1
  const kept = part.slice(0, decimals)
  return addCommas(whole) + (kept && `.${kept}`)
}

function addCommas(whole: string): string {
  const groups: string[] = []
  let end = whole.length
  for (; end > (whole.startsWith('-') ? 4 : 3); end -= 3) groups.unshift(whole.slice(end - 3, end))
  return [whole.slice(0, end), ...groups].join(',')
}

type Reading = { decimals?: 'always'; mixed?: boolean }

/** An amount in major units as read beside one currency only: £552, £138.50. */
export function formatMoney(amount: number, currency: string, how: Reading = {}): string {
  const symbol = symbols[currency]
  const sign = symbol ? (how.mixed ? symbol.mixed : symbol.plain) : '$'
  const decimals = how.decimals === 'always' || !Number.isInteger(amount) ? 2 : 0
  return `${amount < 0 ? '−' : ''}${sign}${formatDigits(Math.abs(amount), decimals)}`
}

/** The same of minor units. */
export const formatMoneyMinor = (amount: Minor, currency: string, how: Reading = {}): string =>
  formatMoney(toMajor(amount), currency, how)
