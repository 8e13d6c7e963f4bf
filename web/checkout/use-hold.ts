import { useCallback, useEffect, useRef, useState } from 'react'
import type { FreeTime } from '#contract/bookings/moves.ts'
import type { Hold, OtherHold } from '#contract/checkout/holds.ts'
import { holdTimers, partnerLinks } from '#contract/checkout/lifecycle-hold.ts'
import type { LockedQuote } from '#contract/search/quotes.ts'
import { useLive } from '#web/messaging/live.ts'
import { ActKeys } from '#web/platform/use-form.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'

interface HoldInput {
  quoteId: string
  profileId: string
  type: 'mobile' | 'studio'
  hash: string
}
/** State of a hold: pending, held, blocked by another hold of the visitor, expired, taken, price changed, booked, or unavailable. */
export type HoldStatus =
  | { is: 'keeping' }
  | { is: 'held'; hold: Hold; until: number }
  | { is: 'stands'; other: OtherHold }
  | { is: 'lapsed'; hold: Hold }
  | { is: 'taken'; times: readonly FreeTime[] }
  | { is: 'changed'; before: { total: number } | null; locked: LockedQuote }
  | { is: 'booked'; appointmentId: string }
  | { is: 'refused'; message: string }
  | { is: 'failed' }

const FRESH_MS = 1_000

/**
 * Holds a quote's time while its page is open, with state and countdown. `again` retries, `replace` releases the time
 * with another artist first, `accept` continues with another quote, `settled` waits for the pending response.
 */
export function useHold(wanted: HoldInput | null) {
  const [keeping, setKeeping] = useState<HoldStatus>({ is: 'keeping' })
  const [now, setNow] = useState(() => Date.now())
  const asked = useRef(0)
  const keys = useRef(new ActKeys())
  const latest = useRef<Promise<HoldStatus> | null>(null)
  const keep = useCallback(async (of: HoldInput & { replace?: boolean }) => {
    const turn = ++asked.current
    setKeeping({ is: 'keeping' })
    latest.current = holdTime(of, keys.current)
    const said = await latest.current
    if (asked.current === turn) setKeeping(said)
  }, [])
  const key = wanted && `${wanted.quoteId} ${wanted.profileId} ${wanted.type} ${wanted.hash}`
  // A mutation in an effect: the hold exists while the page is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of it
  useEffect(() => {
    if (wanted) keep(wanted)
  }, [key, keep])
  const until = keeping.is === 'held' ? keeping.until : null
  useEffect(() => {
    if (until === null) return
    setNow(Date.now())
    const ticking = setInterval(() => setNow(Date.now()), FRESH_MS)
    return () => clearInterval(ticking)
  }, [until])
  useEffect(() => {
    if (keeping.is === 'held' && until !== null && now >= until) setKeeping({ is: 'lapsed', hold: keeping.hold })
  }, [keeping, until, now])
  // Another tab or the server may have ended or extended it, and browsers pause timers of hidden tabs.
  useBackInView(async () => {
    if (keeping.is !== 'held') return
    const next = await readHoldStatus(keeping.hold)
    if (next) setKeeping((now) => (now.is === 'held' && now.hold.id === keeping.hold.id ? next : now))
  })
  // Shows at once when the artist or another page ends it, with the reason.
  useLive(['hold.'], async ({ ref }) => {
    if (keeping.is !== 'held' || ref !== keeping.hold.id) return
    const { hold } = await browserApi().bookings.readHold({ holdId: ref })
    if (hold.state === 'released' || hold.state === 'lapsed') setKeeping({ is: 'lapsed', hold })
  })
  return {
    keeping,
    left: until === null ? 0 : countSecondsLeft(until, now),
    extend: async () => {
      if (keeping.is !== 'held') return
      const next = await extendHold(keeping.hold)
      if (next) setKeeping(next)
    },
    again: () => wanted && keep(wanted),
    replace: () => wanted && keep({ ...wanted, replace: true }),
    settled: (): Promise<HoldStatus> => (keeping.is === 'keeping' && latest.current) || Promise.resolve(keeping),
    accept: (locked: LockedQuote) => wanted && keep({ ...wanted, hash: locked.hash }),
    setKeeping,
  }
}

/** Seconds until a hold ends. Never more than the longest hold, whatever happens to the device's clock. */
export const countSecondsLeft = (until: number, now: number): number =>
  Math.max(0, Math.min(partnerLinks.hours * 3600, Math.ceil((until - now) / 1000)))

/** Extends a hold. Returns its new state, or null if it could not be extended: then it runs out as before. */
export async function extendHold({ id, extensionsLeft }: Hold): Promise<Extract<HoldStatus, { is: 'held' }> | null> {
  const extension = holdTimers.extensions - extensionsLeft + 1
  const { hold } = await browserApi()
    .bookings.extendHold({ holdId: id, extension })
    .catch(() => ({ hold: null }))
  return hold?.state === 'held' ? { is: 'held', hold, until: Date.now() + hold.secondsLeft * 1000 } : null
}

/** Returns the current state of a hold, or null without an answer: then the countdown goes on. */
export const readHoldStatus = ({ id }: Pick<Hold, 'id'>): Promise<HoldStatus | null> =>
  browserApi()
    .bookings.readHold({ holdId: id })
    .then(
      ({ hold }) => statusOf(hold),
      () => null,
    )

/** Calls back when the tab is looked at again. */
export function useBackInView(onBack: () => void): void {
  const latest = useRef(onBack)
  latest.current = onBack
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && latest.current()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [])
}

const statusOf = (hold: Hold): HoldStatus =>
  hold.appointmentId
    ? { is: 'booked', appointmentId: hold.appointmentId }
    : hold.state === 'held'
      ? { is: 'held', hold, until: Date.now() + hold.secondsLeft * 1000 }
      : { is: 'lapsed', hold }

async function holdTime(wanted: HoldInput & { replace?: boolean }, keys: ActKeys): Promise<HoldStatus> {
  try {
    const { hold } = await browserApi().bookings.hold({ ...wanted }, { key: keys })
    keys.done()
    return statusOf(hold)
  } catch (fault) {
    // The next attempt has another input.
    if (fault instanceof ApiError && fault.code === 'hold_stands') keys.done()
    return toHoldStatus(fault)
  }
}

function toHoldStatus(fault: unknown): HoldStatus {
  if (!(fault instanceof ApiError) || fault.status === 0 || fault.status >= 500) return { is: 'failed' }
  const detail = (fault.detail ?? {}) as {
    times?: FreeTime[]
    before?: { total: number } | null
    locked?: LockedQuote
    appointmentId?: string
    hold?: OtherHold
  }
  if (fault.code === 'hold_stands' && detail.hold) return { is: 'stands', other: detail.hold }
  if (fault.code === 'slot_taken') return { is: 'taken', times: detail.times ?? [] }
  if (fault.code === 'quote_changed' && detail.locked)
    return { is: 'changed', before: detail.before ?? null, locked: detail.locked }
  if (fault.code === 'already_booked' && detail.appointmentId)
    return { is: 'booked', appointmentId: detail.appointmentId }
  return { is: 'refused', message: fault.message }
}
