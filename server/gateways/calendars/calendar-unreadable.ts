/** A calendar that does not answer, is none, or takes too long to read. */
export class CalendarUnreadable extends Error {}
