import type { Lifecycle } from '#contract/lifecycle.ts'

export type AppointmentState = 'booked' | 'completed' | 'cancelled' | 'no_show' | 'disputed' | 'settled'
export type AppointmentEvent = 'cancel' | 'complete' | 'report' | 'judge_no_show' | 'settle'

/** What can become of an appointment; a report is open to both sides until 48 hours after the end. */
export const appointmentLifecycle: Lifecycle<AppointmentState, AppointmentEvent> = {
  booked: {
    cancel: { to: 'cancelled', by: ['customer', 'provider', 'operator'] },
    complete: { to: 'completed', by: ['clock'] },
    report: { to: 'disputed', by: ['customer', 'provider'] },
  },
  disputed: { judge_no_show: { to: 'no_show', by: ['operator'] }, settle: { to: 'settled', by: ['operator'] } },
  completed: {},
  cancelled: {},
  no_show: {},
  settled: {},
}

export const appointmentTimers = {
  /** After the end: until then problems are reported, and then the deposit is the artist's. */
  completedHours: 48,
  /** The other side of a report has this long to answer. */
  answerHours: 48,
  /** A proposal to move waits this long, and never past the start that stands. */
  moveHours: 72,
  /** After a provider's cancellation the deposit waits this long for somebody else to be chosen. */
  rescueHours: 72,
  /** The balance can be paid online from so many days before. */
  balanceDays: 7,
  /** A tip can be left from the end on, for so many days. */
  tipDays: 60,
  /** Nobody there: can be reported from so many minutes after the start. */
  noShowMinutes: 30,
} as const

/** Returns whether a search can still lead to an appointment: its day is ahead and nothing has been booked on it. */
export const isInProgress = ({ past, booked }: { past: boolean; booked: boolean }): boolean => !past && !booked
