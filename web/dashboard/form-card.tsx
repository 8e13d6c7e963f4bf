import { type ReactNode, useId, useState } from 'react'
import { useBlocker } from 'react-router'
import type { OwnCatalogue, OwnProfile } from '#contract/own-profile.ts'
import type { FormState, ProfileFormProps } from '#web/signup/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/popup.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useDashboardWords, useOwn } from './own.tsx'

interface FormCardProps {
  /** Where links lead to: `#kit`. */
  at: string
  title: string
  catalogue: OwnCatalogue
  /** What is said once it is saved; 'Saved.' unless given. */
  saved?: string
  onSaved?: () => void
  children: (form: ProfileFormProps) => ReactNode
}

/** One of sign-up's forms as a part of a room, with its own Save; whoever leaves with something unsaved is asked first. */
export function FormCard({ at, title, catalogue, saved, onSaved, children }: FormCardProps) {
  const t = useDashboardWords()
  const { profile, keep } = useOwn()
  const id = useId()
  const [state, setState] = useState<FormState>({ dirty: false, busy: false })
  const done = (own: OwnProfile) => {
    keep(own)
    toast('success', saved ?? t('toast.saved'))
    onSaved?.()
  }
  return (
    <section className="stack form-part" id={at} aria-labelledby={`${id}-title`}>
      <h2 className="d2" id={`${id}-title`}>{title}</h2>
      {children({ id, profile, catalogue, onSaved: done, onState: setState })}
      <div>
        <Button type="submit" form={id} loading={state.busy}>
          {t('form.save')}
          <span className="sr">{`: ${title}`}</span>
        </Button>
      </div>
      <LeaveGuard unsaved={state.dirty} />
    </section>
  )
}

/** Asks before what was typed is left behind. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const t = useDashboardWords()
  const blocker = useBlocker(({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname)
  return (
    <Confirm
      open={blocker.state === 'blocked'} title={t('confirm.leave')} act={t('confirm.leave.act')} wayOut={t('confirm.leave.stay')}
      onAct={() => blocker.proceed?.()} onClose={() => blocker.reset?.()}
    >
      {t('confirm.leave.text')}
    </Confirm>
  )
}
