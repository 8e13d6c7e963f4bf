import type { Lifecycle } from '#contract/lifecycle.ts'

export type BillState = 'asked' | 'open' | 'covered' | 'let_go'
export type BillEvent = 'open' | 'cover' | 'let_go'

/** A bill that a party shares: open once the booker's own part is reserved, booked once all of it is, or let go. */
export const billLifecycle: Lifecycle<BillState, BillEvent> = {
  asked: { open: { to: 'open', by: ['bank'] }, let_go: { to: 'let_go', by: ['clock', 'customer'] } },
  open: { cover: { to: 'covered', by: ['bank'] }, let_go: { to: 'let_go', by: ['clock', 'customer', 'bank'] } },
  covered: {},
  let_go: {},
}

const hourMs = 3_600_000

/** The others have so many hours, then the booker so many for what is still open; it ends so long before the artist begins, and is not begun with less than the least. */
export const billTimers = { shareHours: 24, restHours: 3, beforeStartHours: 12, leastHours: 3 } as const
/** How often somebody may let a shared bill go that had been opened, in how many days, before they pay by themselves. */
export const billLimits = { letGo: 2, inDays: 7 } as const

/** Until when the others pay and the booker pays what they have not, where it is opened now; null where the artist begins too soon. */
export function getBillDeadlines(now: number, startsAt: number): { sharesUntil: number; restUntil: number } | null {
  const latest = startsAt - billTimers.beforeStartHours * hourMs
  const restUntil = Math.min(now + (billTimers.shareHours + billTimers.restHours) * hourMs, latest)
  const sharesUntil = restUntil - billTimers.restHours * hourMs
  return sharesUntil - now >= billTimers.leastHours * hourMs ? { sharesUntil, restUntil } : null
}
