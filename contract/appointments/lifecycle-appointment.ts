import type { Lifecycle } from '#contract/lifecycle.ts'

export type AppointmentState = 'booked' | 'completed' | 'cancelled' | 'no_show' | 'disputed' | 'settled'
export type AppointmentEvent = 'cancel' | 'complete' | 'report' | 'judge_no_show' | 'settle'

/** Transitions of an appointment. Both sides can report a problem until 48 hours after the end. */
export const appointmentLifecycle: Lifecycle<AppointmentState, AppointmentEvent> = {
  booked: {
    cancel: { to: 'cancelled', by: ['customer', 'provider', 'operator'] },
    complete: { to: 'completed', by: ['clock'] },
    report: { to: 'disputed', by: ['customer', 'provider'] },
    judge_no_show: { to: 'no_show', by: ['operator'] },
  },
  disputed: { judge_no_show: { to: 'no_show', by: ['operator'] }, settle: { to: 'settled', by: ['operator'] } },
  completed: {},
  cancelled: {},
  no_show: {},
  settled: {},
}

export const appointmentTimers = {
  /** After these hours the deposit is earned by the artist, and problems can no longer be reported. */
  completedHours: 48,
  answerHours: 48,
  /** A proposed move expires after this time, or at the current start if that is earlier. */
  moveHours: 72,
  /** After an artist's cancellation the deposit stays reserved this long for a replacement. */
  rescueHours: 72,
  /** Days before the event from which the balance can be paid online. */
  balanceDays: 7,
  tipDays: 60,
  /** Minutes after the start from which a no-show can be reported. */
  noShowMinutes: 30,
} as const

export const isSearchOpen = ({ past, booked }: { past: boolean; booked: boolean }): boolean => !past && !booked
