import { getLanguage } from './i18n/language.ts'

/**
 * An amount in minor units of its currency, such as pence or cents. Always an integer; prices are computed in minor
 * units only.
 */
export type Minor = number

export const toMinor = (amount: number): Minor => Math.round(amount * 100)

export const toMajor = (amount: Minor): number => amount / 100

/** Stripe's minimum card charge by currency. */
const leastCharges: Readonly<Record<string, Minor>> = { GBP: 30, USD: 50, AUD: 50, CAD: 50 }

/** Returns the minimum card charge in a currency. A smaller amount cannot be paid online. */
export const getMinimumCharge = (currency: string): Minor => leastCharges[currency] ?? 50

export const roundUpToMajor = (amount: Minor): number => Math.ceil(amount / 100)

export const computePercent = (amount: Minor, percent: number): number => (amount * percent) / 100
/** Returns the smallest amount whose percentage is at least `part`. */
export const getMinimumForPercent = (part: Minor, percent: number): Minor => Math.ceil((part * 100) / percent)

export const computePercentUp = (amount: Minor, percent: number): Minor => Math.ceil(computePercent(amount, percent))

/**
 * Splits an amount by weights into integers that add up to it. The largest remainders get the rest, the first of equals
 * first.
 */
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

const frenchFormats = new Map<string, Intl.NumberFormat>()

function frenchNumber(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options)
  const format = frenchFormats.get(key) ?? new Intl.NumberFormat('fr-CA', options)
  frenchFormats.set(key, format)
  return format
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
 * Returns a number with thousands separators and decimals: 14,718, 138.50. Avoids `Intl.NumberFormat`, which blocks a
 * phone for 100 ms, unless rounding is needed; results are equal.
 */
export function formatDigits(n: number, least = 0, most = least): string {
  if (getLanguage() === 'fr')
    return frenchNumber({ minimumFractionDigits: least, maximumFractionDigits: most }).format(n)
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

export function formatMoney(amount: number, currency: string, how: Reading = {}): string {
  const decimals = how.decimals === 'always' || !Number.isInteger(amount) ? 2 : 0
  if (getLanguage() === 'fr')
    return frenchNumber({
      style: 'currency',
      currency,
      currencyDisplay: how.mixed ? 'symbol' : 'narrowSymbol',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }).format(amount)
  const symbol = symbols[currency]
  const sign = symbol ? (how.mixed ? symbol.mixed : symbol.plain) : '$'
  return `${amount < 0 ? '−' : ''}${sign}${formatDigits(Math.abs(amount), decimals)}`
}

/** Formats an amount in minor units. */
export const formatMoneyMinor = (amount: Minor, currency: string, how: Reading = {}): string =>
  formatMoney(toMajor(amount), currency, how)
