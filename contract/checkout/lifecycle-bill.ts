import type { Lifecycle } from '#contract/lifecycle.ts'

export type BillState = 'asked' | 'open' | 'covered' | 'let_go'
export type BillEvent = 'open' | 'cover' | 'let_go'

/** Transitions of a shared bill: open once the booker's share is reserved, booked once all shares are, or cancelled. */
export const billLifecycle: Lifecycle<BillState, BillEvent> = {
  asked: { open: { to: 'open', by: ['bank'] }, let_go: { to: 'let_go', by: ['clock', 'customer'] } },
  open: { cover: { to: 'covered', by: ['bank'] }, let_go: { to: 'let_go', by: ['clock', 'customer', 'bank'] } },
  covered: {},
  let_go: {},
}

const hourMs = 3_600_000

/**
 * Hours in which the others must pay, then the booker. A bill ends at least `beforeStartHours` before the start and
 * must be open for at least `leastHours`.
 */
export const billTimers = { shareHours: 24, restHours: 3, beforeStartHours: 12, leastHours: 3 } as const
/** If a customer cancels this many open bills in this many days, further bills cannot be split. */
export const billLimits = { letGo: 2, inDays: 7 } as const

/** Returns the deadlines of the guests and of the booker for a bill opened now; null if the start is too soon. */
export function getBillDeadlines(now: number, startsAt: number): { sharesUntil: number; restUntil: number } | null {
  const latest = startsAt - billTimers.beforeStartHours * hourMs
  const restUntil = Math.min(now + (billTimers.shareHours + billTimers.restHours) * hourMs, latest)
  const sharesUntil = restUntil - billTimers.restHours * hourMs
  return sharesUntil - now >= billTimers.leastHours * hourMs ? { sharesUntil, restUntil } : null
}
