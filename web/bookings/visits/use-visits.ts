import { useCallback, useEffect, useRef, useState } from 'react'
import type { Hold } from '#contract/bookings/holds.ts'
import type { HoldVisits } from '#contract/bookings/linked-appointments/linked-appointments.ts'
import { browserApi } from '#web/platform/api/browser.ts'

/** What comes before the day of a kept time: nothing, not known because looking it up failed, or what is needed and offered. */
export type Before = { is: 'none' } | { is: 'failed' } | { is: 'some'; visits: HoldVisits }

interface Steps {
  before: boolean
  pay: boolean
}

/** The step before the day, for as long as a time is kept: looked up each time that another is, and open until something, or nothing, has been chosen in it. */
export function useVisits<S extends Steps>(
  held: Hold | null,
  kept: Hold | null,
  setOpen: (change: (now: S) => S) => void,
) {
  const [before, setBefore] = useState<Before>({ is: 'none' })
  const [line, setLine] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const turn = useRef(0)
  const heldId = held?.id ?? null
  const look = useCallback(async () => {
    if (!heldId) return
    const mine = ++turn.current
    const found: Before = await browserApi()
      .bookings.visits({ holdId: heldId })
      .then(
        ({ visits }) => (visits.trial || visits.patchTest ? { is: 'some', visits } : { is: 'none' }),
        () => ({ is: 'failed' }),
      )
    if (turn.current === mine) setBefore(found)
  }, [heldId])
  // No loader knows it: there is nothing before a day whose time is not kept yet.
  useEffect(() => void look(), [look])
  // Nothing that was chosen is lost while another time is being kept.
  const latest = useRef(kept)
  if (kept) latest.current = kept
  const some = before.is === 'some'
  // Another time that is kept has no visits before it yet: what was chosen is chosen again.
  const was = useRef(kept?.id)
  useEffect(() => {
    if (was.current && kept?.id !== was.current) setLine(null)
    was.current = kept?.id
  }, [kept?.id])
  // Whoever was quick is at the last step already.
  useEffect(() => {
    if (some && line === null) setOpen((now) => (now.pay ? { ...now, before: true, pay: false } : now))
  }, [some, line, setOpen])
  return {
    before,
    /** Whether the step is there. */
    some: before.is !== 'none',
    hold: latest.current,
    line,
    /** Whether the step has still to be gone through. */
    waits: some && line === null,
    look,
    keep: (visits: HoldVisits, said: string) => {
      setBefore({ is: 'some', visits })
      setLine(said)
      setOpen((now) => ({ ...now, before: false, pay: true }))
    },
    /** Raised each time that what was chosen is chosen again. */
    round,
    /** A time has gone: it is chosen again. */
    again: async () => {
      await look()
      setLine(null)
      setRound((n) => n + 1)
      setOpen((now) => ({ ...now, before: true }))
    },
  }
}

/** Sends the step before the day; false where it did not load, and what says so has the way on. */
export function sendVisits(): boolean {
  const form = document.querySelector<HTMLFormElement>('#visits')
  form?.requestSubmit()
  return form !== null
}
