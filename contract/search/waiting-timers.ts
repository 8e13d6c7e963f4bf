/** How long a freed time is kept for whoever is next on an artist's list: shorter where the day is close. */
export const waitingTimers = { hours: 12, hoursClose: 2, closeDays: 3 } as const
