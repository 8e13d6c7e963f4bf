import { Fragment, type ReactNode, useId, useState } from 'react'
import type { LookedAt } from '#contract/providers/service-texts.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import formCardStyles from '#web/dashboard/own-profile/form-card.module.css'
import { useAddressed } from '#web/dashboard/own-profile/form-card.tsx'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { LeaveGuard } from '#web/dashboard/dashboard-frame.tsx'
import type { FormState } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { serviceTextMessages } from './form-parts.tsx'

const t = createTranslator(serviceTextMessages)

interface LookedCardProps<A> {
  at: string
  title: string
  saved: string
  loaded: A
  looked: (answer: A) => readonly LookedAt[]
  children: (form: {
    id: string
    loaded: A
    onSaved: (saved: A) => void
    onState: (state: FormState) => void
  }) => ReactNode
}

/** A collapsed section with own text that may need a review. */
export function LookedCard<A>({ at, title, saved, loaded, looked, children }: LookedCardProps<A>) {
  const words = useDashboardMessages()
  const id = useId()
  const part = useAddressed(at)
  const [now, setNow] = useState(loaded)
  const [saves, setSaves] = useState(0)
  const [state, setState] = useState<FormState>({ dirty: false, busy: false })
  const onSaved = (answer: A) => {
    setNow(answer)
    // The form resets to the saved values.
    setSaves((n) => n + 1)
    const waits = looked(answer).some(({ asked, sentBack }) => asked !== null && sentBack === null)
    showToast('success', waits ? t('words.saved.waits') : saved)
  }
  return (
    <section
      className={joinClasses('stack', formCardStyles.formPart)}
      id={at}
      ref={part}
      aria-labelledby={`${id}-title`}>
      <details className={formCardStyles.fold}>
        <summary className="summary-row">
          <h2 className="heading-2" id={`${id}-title`}>
            {title}
          </h2>
        </summary>
        <div className="stack">
          <Fragment key={saves}>{children({ id, loaded: now, onSaved, onState: setState })}</Fragment>
          <div>
            <Button type="submit" form={id} loading={state.busy}>
              {words('form.save')} <span className="visually-hidden">{title}</span>
            </Button>
          </div>
        </div>
      </details>
      <LeaveGuard unsaved={state.dirty} />
    </section>
  )
}
