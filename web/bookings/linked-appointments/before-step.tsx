import type { Hold } from '#contract/bookings/holds.ts'
import type { HoldVisits } from '#contract/bookings/linked-appointments/linked-appointments.ts'
import { type Country, createTranslator } from '#contract/words.ts'
import { CheckoutStep } from '#web/bookings/holds/checkout-step.tsx'
import { createOptionalPart } from '#web/platform/optional.tsx'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { VisitOptions } from './use-visits.ts'
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
