import { useCallback, useEffect, useRef, useState } from 'react'
import type { Hold } from '#contract/bookings/holds.ts'
import type { HoldVisits } from '#contract/bookings/linked-appointments/linked-appointments.ts'
import { browserApi } from '#web/platform/api/browser.ts'

/** What can be booked before the day of a hold: nothing, unknown because loading failed, or some options. */
export type VisitOptions = { is: 'none' } | { is: 'failed' } | { is: 'some'; visits: HoldVisits }

interface Steps {
  before: boolean
  pay: boolean
}

/** The state of the checkout step before the day. Loads the options of each new hold; the step is open until its form is sent, also with nothing chosen. */
export function useVisits<S extends Steps>(
  held: Hold | null,
  kept: Hold | null,
  setOpen: (change: (now: S) => S) => void,
) {
  const [before, setBefore] = useState<VisitOptions>({ is: 'none' })
  const [line, setLine] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const requests = useRef(0)
  const heldId = held?.id ?? null
  const load = useCallback(async () => {
    if (!heldId) return
    const request = ++requests.current
    const found: VisitOptions = await browserApi()
      .bookings.visits({ holdId: heldId })
      .then(
        ({ visits }) => (visits.trial || visits.patchTest ? { is: 'some', visits } : { is: 'none' }),
        () => ({ is: 'failed' }),
      )
    if (requests.current === request) setBefore(found)
  }, [heldId])
  // No loader can: there is no hold yet when the page loads.
  useEffect(() => void load(), [load])
  // Keeps the form while another hold is being created.
  const latest = useRef(kept)
  if (kept) latest.current = kept
  const some = before.is === 'some'
  // Nothing is chosen with a new hold yet.
  const keptId = useRef(kept?.id)
  useEffect(() => {
    if (keptId.current && kept?.id !== keptId.current) setLine(null)
    keptId.current = kept?.id
  }, [kept?.id])
  // The customer may have reached the last step before the options were loaded.
  useEffect(() => {
    if (some && line === null) setOpen((now) => (now.pay ? { ...now, before: true, pay: false } : now))
  }, [some, line, setOpen])
  return {
    before,
    /** Whether the step is shown. */
    some: before.is !== 'none',
    hold: latest.current,
    line,
    /** Whether the form of the step was not sent yet. */
    waits: some && line === null,
    look: load,
    keep: (visits: HoldVisits, said: string) => {
      setBefore({ is: 'some', visits })
      setLine(said)
      setOpen((now) => ({ ...now, before: false, pay: true }))
    },
    /** Counts how often the step was opened again. */
    round,
    /** Opens the step again after a chosen time was taken. */
    again: async () => {
      await load()
      setLine(null)
      setRound((n) => n + 1)
      setOpen((now) => ({ ...now, before: true }))
    },
  }
}

/** Sends the form of the step before the day. Returns false if it did not load. */
export function sendVisits(): boolean {
  const form = document.querySelector<HTMLFormElement>('#visits')
  form?.requestSubmit()
  return form !== null
}
