/** How long an artist’s way is shared at most, and how often their place is sent. */
export const sharedWayTimes = { hours: 3, everySeconds: 30 } as const
