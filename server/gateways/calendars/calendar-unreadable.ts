/** Thrown for a calendar that does not answer, is none, takes too long to read, or was not read because we are busy. */
export class CalendarUnreadable extends Error {
  readonly kind: 'unreadable' | 'timeout' | 'busy'
  constructor(reason: string, kind: 'unreadable' | 'timeout' | 'busy' = 'unreadable') {
    super(reason)
    this.kind = kind
  }
}
