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

export const NOT_A_CALENDAR = 'There is no calendar at this address.'
export const TOO_SLOW_TO_READ = 'The calendar has too many repeating events for us to read it in time.'
export const TOO_MANY_EVENTS = 'The calendar has more than 50,000 events.'
export const TOO_LARGE = 'The calendar is larger than 10 MB.'

const DAY_MS = 86_400_000
const STATUS_HINTS: Readonly<Record<number, string>> = {
  401: 'It may be private: copy its secret or public iCal address instead.',
  403: 'It may be private: copy its secret or public iCal address instead.',
  404: 'The address may have changed.',
  410: 'The address may have changed.',
  429: 'It limits how often we can read your calendar.',
}

export function explainStatus(status: number, retryAfter: string | undefined, now: number): CalendarUnreadable {
  const hint = STATUS_HINTS[status] ?? (status >= 500 ? 'The server may have a problem.' : '')
  return new CalendarUnreadable(`Your calendar server responded with error ${status}. ${hint}`.trim(), 'unreadable', {
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
    return new CalendarUnreadable('Your calendar server did not respond in time.', 'timeout', { cause: fault })
  return new CalendarUnreadable(explainCode(String(code ?? ''), host), 'unreadable', { cause: fault })
}

function explainCode(code: string, host: string): string {
  if (code === 'ENOTFOUND') return `We could not find the server ${host}.`
  if (code === 'EAI_AGAIN') return `We could not find the server ${host}. We will try again later.`
  if (code === 'CERT_HAS_EXPIRED') return 'The security certificate of your calendar server has expired.'
  if (INVALID_CERTIFICATE.test(code)) return 'The security certificate of your calendar server is not valid.'
  if (/^(EPROTO|ERR_SSL)/.test(code)) return 'Your calendar server does not offer a secure connection.'
  if (['ECONNRESET', 'EPIPE'].includes(code)) return 'Your calendar server closed the connection.'
  if (code.startsWith('HPE_')) return 'Your calendar server sent an invalid response.'
  if (['ETIMEDOUT', 'ESOCKETTIMEDOUT'].includes(code)) return 'Your calendar server did not respond in time.'
  return 'We could not reach your calendar server.'
}
