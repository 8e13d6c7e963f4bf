/** How long freed time is reserved for the next person on the waiting list; shorter for days that are close. */
export const waitingTimers = { hours: 12, hoursClose: 2, closeDays: 3 } as const
