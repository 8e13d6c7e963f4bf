import { Fragment, type ReactNode, useId, useState } from 'react'
import type { LookedAt } from '#contract/providers/service-texts.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { FormSection, SaveRow } from '#web/dashboard/own-profile/form-card.tsx'
import type { FormState } from '#web/platform/use-form.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { serviceTextMessages } from './form-parts.tsx'

const t = createTranslator(serviceTextMessages)

interface LookedCardProps<A> {
  at: string
  title: string
  saved: string
  loaded: A
  /** Number of things that the collapsed section has. */
  count: (answer: A) => number
  looked: (answer: A) => readonly LookedAt[]
  children: (form: {
    id: string
    loaded: A
    onSaved: (saved: A) => void
    onState: (state: FormState) => void
  }) => ReactNode
}

/** A collapsed section with own text that may need a review. */
export function LookedCard<A>({ at, title, saved, loaded, count, looked, children }: LookedCardProps<A>) {
  const id = useId()
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
    <FormSection at={at} title={title} folded={t('words.count', { n: count(now) })}>
      <Fragment key={saves}>{children({ id, loaded: now, onSaved, onState: setState })}</Fragment>
      <SaveRow form={id} title={title} state={state} />
    </FormSection>
  )
}
