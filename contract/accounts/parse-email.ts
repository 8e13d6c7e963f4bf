/** The longest address that mail servers accept (RFC 5321). */
export const LONGEST_EMAIL = 254
const LONGEST_LOCAL = 64
const LONGEST_DOMAIN = 253

// RFC 5321 dot-string with the letters of RFC 6531. Quoted strings, comments and address literals are excluded: some
// mail programs parse them as several addresses.
const local = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const typedDomain = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const topLabel = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/**
 * Returns a domain as DNS and mail encode it: lower case, international labels in Punycode. Returns null if it is not a
 * domain below a top-level domain.
 */
export function toAsciiDomain(domain: string): string | null {
  if (domain.length > LONGEST_DOMAIN || !typedDomain.test(domain)) return null
  const ascii = hostOf(domain)
  const labels = ascii.split('.')
  const isDomain = labels.length > 1 && labels.every((one) => label.test(one)) && topLabel.test(labels.at(-1) ?? '')
  return isDomain && ascii.length <= LONGEST_DOMAIN ? ascii : null
}

function hostOf(domain: string): string {
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return ''
  }
}

export function parseEmail(typed: string): string | null {
  const text = typed.trim()
  if (text.length > LONGEST_EMAIL) return null
  const at = text.lastIndexOf('@')
  const [name, domain] = [text.slice(0, at), toAsciiDomain(text.slice(at + 1))]
  if (at < 1 || name.length > LONGEST_LOCAL || !domain || !local.test(name)) return null
  const address = `${name.normalize('NFC')}@${domain}`
  return address.length <= LONGEST_EMAIL ? address : null
}

export const isEmail = (typed: string): boolean => parseEmail(typed) !== null

/**
 * Returns the form for comparing addresses: lower case, ASCII domain. Invalid addresses of old rows are only trimmed
 * and lower-cased.
 */
export const normaliseEmail = (address: string): string => (parseEmail(address) ?? address.trim()).toLowerCase()
