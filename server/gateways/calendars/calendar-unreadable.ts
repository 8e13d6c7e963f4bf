/**
 * `reason` is a sentence for the artist. `kind` is 'timeout' if server or parser were too slow, 'busy' if this site was
 * overloaded. `retryAfter` is the earliest next request in epoch milliseconds.
 */
export class CalendarUnreadable extends Error {
  readonly kind: 'unreadable' | 'timeout' | 'busy'
  readonly reason: string
  readonly retryAfter: number | null
  constructor(
    reason: string,
    kind: CalendarUnreadable['kind'] = 'unreadable',
    { retryAfter = null, cause }: { retryAfter?: number | null; cause?: unknown } = {},
  ) {
    super(reason, { cause })
    this.kind = kind
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

export const NOT_A_CALENDAR = 'This address does not hold a calendar.'
export const TOO_SLOW_TO_READ = 'The calendar has too many repeating events to be read in time.'
export const TOO_MANY_EVENTS = 'The calendar has more than 50,000 events.'
export const TOO_LARGE = 'The calendar is larger than 10 MB.'

const DAY_MS = 86_400_000
const STATUS_HINTS: Readonly<Record<number, string>> = {
  401: 'It may be private: copy its secret or public iCal address instead.',
  403: 'It may be private: copy its secret or public iCal address instead.',
  404: 'The address may have changed.',
  410: 'The address may have changed.',
  429: 'It wants to be read less often.',
}

export function explainStatus(status: number, retryAfter: string | undefined, now: number): CalendarUnreadable {
  const hint = STATUS_HINTS[status] ?? (status >= 500 ? 'It may have a problem of its own.' : '')
  return new CalendarUnreadable(`Your calendar server answered ${status}. ${hint}`.trim(), 'unreadable', {
    retryAfter: status === 429 || status === 503 ? parseRetryAfter(retryAfter, now) : null,
  })
}

/** Parses a Retry-After header (seconds or HTTP date), at most 24 hours ahead. Returns null without one. */
export function parseRetryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? ''
  const instant = /^\d{1,9}$/.test(text) ? now + Number(text) * 1_000 : Date.parse(text)
  return instant > now ? Math.min(instant, now + DAY_MS) : null
}

const INVALID_CERTIFICATE =
  /^(CERT_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/

export function explainNetworkFault(fault: unknown, host: string): CalendarUnreadable {
  if (fault instanceof CalendarUnreadable) return fault
  const { name, cause, code } = fault as Error & { code?: unknown }
  if ([name, (cause as Error | undefined)?.name].includes('TimeoutError'))
    return new CalendarUnreadable('Your calendar server did not answer in time.', 'timeout', { cause: fault })
  return new CalendarUnreadable(explainCode(String(code ?? ''), host), 'unreadable', { cause: fault })
}

function explainCode(code: string, host: string): string {
  if (code === 'ENOTFOUND') return `The name ${host} was not found.`
  if (code === 'EAI_AGAIN') return `The name ${host} could not be looked up. We will try again.`
  if (code === 'CERT_HAS_EXPIRED') return 'The security certificate of your calendar server has expired.'
  if (INVALID_CERTIFICATE.test(code)) return 'The security certificate of your calendar server is not valid.'
  if (/^(EPROTO|ERR_SSL)/.test(code)) return 'Your calendar server does not offer a secure connection.'
  if (['ECONNRESET', 'EPIPE'].includes(code)) return 'Your calendar server closed the connection.'
  if (code.startsWith('HPE_')) return 'Your calendar server gave an invalid answer.'
  if (['ETIMEDOUT', 'ESOCKETTIMEDOUT'].includes(code)) return 'Your calendar server did not answer in time.'
  return 'Your calendar server could not be reached.'
}
