import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
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
  /** Shows only the title and this line until the section is opened. */
  folded?: ReactNode
  onSaved?: () => void
  children: (form: ProfileFormProps) => ReactNode
}

/** A signup form as a page section with its own Save and a warning about unsaved changes. */
export function FormCard({ at, title, catalogue, saved, folded, onSaved, children }: FormCardProps) {
  const t = useDashboardMessages()
  const { profile, keep } = useOwn()
  const id = useId()
  const [state, setState] = useState<FormState>({ dirty: false, busy: false })
  const done = (own: EditableProfile) => {
    keep(own)
    showToast('success', saved ?? t('toast.saved'))
    onSaved?.()
  }
  return (
    <FormSection at={at} title={title} folded={folded}>
      {children({ id, profile, catalogue, onSaved: done, onState: setState })}
      <SaveRow form={id} title={title} state={state} />
    </FormSection>
  )
}

interface FormSectionProps {
  /** Fragment of the section's address, which opens it. */
  at: string
  title: string
  text?: string
  folded?: ReactNode
  children: ReactNode
}

/** A section of a page of forms. A folded one shows its title, and a line about what it holds, until it is opened. */
export function FormSection({ at, title, text, folded, children }: FormSectionProps) {
  const id = useId()
  const part = useAddressed(at)
  return (
    <section
      className={joinClasses('stack', formCardStyles.formPart, folded ? formCardStyles.folded : undefined)}
      id={at}
      ref={part}
      aria-labelledby={id}>
      {folded ? (
        <details className={formCardStyles.fold}>
          <summary className="summary-row">
            <hgroup className={formCardStyles.head}>
              <h2 className="heading-3" id={id}>
                {title}
              </h2>
              {folded !== true && <p className="small muted">{folded}</p>}
            </hgroup>
          </summary>
          <div className="stack">
            {text && <p className="muted">{text}</p>}
            {children}
          </div>
        </details>
      ) : (
        <>
          <div className="stack gap-4">
            <h2 className="heading-2" id={id}>
              {title}
            </h2>
            {text && <p className="muted">{text}</p>}
          </div>
          {children}
        </>
      )}
    </section>
  )
}

/** The Save of a form. It stays in view, and the page asks before it is left, while there are unsaved changes. */
export function SaveRow({ form, title, state }: { form: string; title: string; state: FormState }) {
  const t = useDashboardMessages()
  return (
    <div className={joinClasses(formCardStyles.save, state.dirty && formCardStyles.unsaved)}>
      {state.dirty ? (
        <p className="small bold">{t('form.unsaved')}</p>
      ) : (
        <p className={joinClasses('small muted', formCardStyles.saved)}>
          <Check className="icon" aria-hidden="true" />
          {t('form.saved')}
        </p>
      )}
      <Button type="submit" form={form} loading={state.busy}>
        {t('form.save')} <span className="visually-hidden">{title}</span>
      </Button>
      <LeaveGuard unsaved={state.dirty} />
    </div>
  )
}

/** Returns a ref that scrolls to, expands and focuses the addressed section. */
function useAddressed(at: string) {
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
