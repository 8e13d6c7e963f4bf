import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { ProviderCatalogue } from '#contract/providers/provider-catalogue.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { LeaveGuard } from '#web/dashboard/dashboard-frame.tsx'
import type { FormState } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import formCardStyles from './form-card.module.css'
import { useDashboardMessages, useOwn } from './own.tsx'
import type { ProfileFormProps } from '#web/signup/forms/profile-form.tsx'

interface FormCardProps {
  at: string
  title: string
  catalogue: ProviderCatalogue
  saved?: string
  folded?: boolean
  onSaved?: () => void
  children: (form: ProfileFormProps) => ReactNode
}

/** A signup form as a page section with its own Save and a warning about unsaved changes. */
export function FormCard({ at, title, catalogue, saved, folded, onSaved, children }: FormCardProps) {
  const t = useDashboardMessages()
  const { profile, keep } = useOwn()
  const id = useId()
  const part = useAddressed(at)
  const [state, setState] = useState<FormState>({ dirty: false, busy: false })
  const done = (own: EditableProfile) => {
    keep(own)
    showToast('success', saved ?? t('toast.saved'))
    onSaved?.()
  }
  const heading = (
    <h2 className="heading-2" id={`${id}-title`}>
      {title}
    </h2>
  )
  const form = (
    <>
      {children({ id, profile, catalogue, onSaved: done, onState: setState })}
      <div>
        <Button type="submit" form={id} loading={state.busy}>
          {t('form.save')} <span className="visually-hidden">{title}</span>
        </Button>
      </div>
      <LeaveGuard unsaved={state.dirty} />
    </>
  )
  return (
    <section
      className={joinClasses('stack', formCardStyles.formPart)}
      id={at}
      ref={part}
      aria-labelledby={`${id}-title`}>
      {folded ? (
        <details className={formCardStyles.fold}>
          <summary className="summary-row">{heading}</summary>
          <div className="stack">{form}</div>
        </details>
      ) : (
        <>
          {heading}
          {form}
        </>
      )}
    </section>
  )
}

/** Returns a ref that scrolls to, expands and focuses the addressed section. */
export function useAddressed(at: string): RefObject<HTMLElement | null> {
  const part = useRef<HTMLElement>(null)
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to the same part may be followed again
  useEffect(() => {
    if (hash !== `#${at}`) return
    const fold = part.current?.querySelector('details')
    if (fold) fold.open = true
    fold?.querySelector('summary')?.focus({ preventScroll: true })
    part.current?.scrollIntoView()
  }, [hash, key, at])
  return part
}
