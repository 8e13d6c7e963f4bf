/**
 * Thrown for a calendar that does not answer, is none, takes too long to read, or was not read because we are busy.
 * `reason` is a whole sentence for its owner; `retryAfter` is when its server asked to be read again (epoch
 * milliseconds).
 */
export class CalendarUnreadable extends Error {
  readonly kind: 'unreadable' | 'timeout' | 'busy'
  readonly reason: string
  readonly retryAfter: number | null
  constructor(
    message: string,
    kind: 'unreadable' | 'timeout' | 'busy' = 'unreadable',
    {
      reason = kind === 'timeout' ? 'It took too long to read.' : 'It could not be read.',
      retryAfter = null,
    }: { reason?: string; retryAfter?: number | null } = {},
  ) {
    super(message)
    this.kind = kind
    this.reason = reason
    this.retryAfter = retryAfter
  }
}
