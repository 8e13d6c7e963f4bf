import { useCallback, useEffect, useRef, useState } from 'react'
import type { Hold } from '#contract/checkout/holds.ts'
import type { HoldVisits } from '#contract/preparation/linked-appointments.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { CheckoutStep } from '#web/checkout/checkout-parts.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { createOptionalPart } from '#web/platform/optional.tsx'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { beforeMessages } from './before-messages.ts'

// Lazy-loaded: most bookings have nothing before their day.
const BeforeFields = createOptionalPart(
  () => import('./before-fields.tsx').then((m) => m.BeforeFields),
  ({ country }) => <Note kind="error">{createTranslator(beforeMessages, country)('before.failed')}</Note>,
  <Skeleton height={240} />,
)

interface BeforeStepProps {
  n: number
  before: Exclude<VisitOptions, { is: 'none' }>
  hold: Hold
  firstName: string
  country: Country
  timeZone: string
  open: boolean
  line: string | null
  onOpen: () => void
  onAgain: () => void
  onKept: (hold: Hold, visits: HoldVisits, line: string) => void
}

/** The checkout step with the trial and the patch test before the day. */
export function BeforeStep({ n, before, open, line, onOpen, onAgain, ...fields }: BeforeStepProps) {
  const t = createTranslator(beforeMessages, fields.country)
  return (
    <CheckoutStep n={n} id="before" title={t('before.title')} open={open} line={line} onOpen={onOpen}>
      {before.is === 'failed' ? (
        <Note kind="error">
          <p>{t('before.failed')}</p>
          <Button kind="secondary" size="small" onClick={onAgain}>
            {t('before.again')}
          </Button>
        </Note>
      ) : (
        <BeforeFields visits={before.visits} {...fields} />
      )}
    </CheckoutStep>
  )
}

/** Options before the day of a hold: none, loading failed, or some. */
type VisitOptions = { is: 'none' } | { is: 'failed' } | { is: 'some'; visits: HoldVisits }

interface Steps {
  before: boolean
  pay: boolean
}

/**
 * The state of the checkout step before the day. Loads the options of each new hold; the step is open until its form is
 * sent, also with nothing chosen.
 */
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
