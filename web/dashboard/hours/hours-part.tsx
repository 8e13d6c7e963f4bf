import { type ReactNode, useId, useState } from 'react'
import type { ProviderHours } from '#contract/providers/hours.ts'
import { LeaveGuard } from '#web/dashboard/leave-guard.tsx'
import formCardStyles from '#web/dashboard/own-profile/form-card.module.css'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'
import type { FormState } from '#web/signup/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import { toast } from '#web/ui/overlays/toasts.ts'

/** What every form of hours takes: its id, what stands, and what happens with what was saved. */
export interface HoursFormProps {
  id: string
  hours: ProviderHours
  onSaved: (hours: ProviderHours) => void
  onState: (state: FormState) => void
}

interface HoursPartProps {
  at: string
  title: string
  text: string
  hours: ProviderHours
  onSaved: (hours: ProviderHours) => void
  children: (form: HoursFormProps) => ReactNode
}

/** One part of an artist's hours with its own Save; whoever leaves with something unsaved is asked first. */
export function HoursPart({ at, title, text, hours, onSaved, children }: HoursPartProps) {
  const t = useDashboardWords()
  const id = useId()
  const [state, setState] = useState<FormState>({ dirty: false, busy: false })
  const [saves, setSaves] = useState(0)
  const done = (saved: ProviderHours) => {
    onSaved(saved)
    toast('success', t('toast.saved'))
    // What was kept may read otherwise than it was typed: windows that touch are one.
    setSaves((n) => n + 1)
  }
  return (
    <section className={classes('stack', formCardStyles.formPart)} id={at} aria-labelledby={`${id}-title`}>
      <div className="stack gap-4">
        <h2 className="heading-2" id={`${id}-title`}>
          {title}
        </h2>
        <p className="muted">{text}</p>
      </div>
      <div key={saves}>{children({ id, hours, onSaved: done, onState: setState })}</div>
      <div>
        <Button type="submit" form={id} loading={state.busy}>
          {t('form.save')} <span className="visually-hidden">{title}</span>
        </Button>
      </div>
      <LeaveGuard unsaved={state.dirty} />
    </section>
  )
}
