/** Thrown for a calendar that does not answer, is none, or takes too long to read. */
export class CalendarUnreadable extends Error {
  /** The server or the calendar itself used up the time that one read may take. */
  readonly timedOut: boolean
  constructor(reason: string, { timedOut = false }: { timedOut?: boolean } = {}) {
    super(reason)
    this.timedOut = timedOut
  }
}
