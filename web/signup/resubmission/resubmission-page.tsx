import { Check } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useOutletContext } from 'react-router'
import type { Progress } from '#contract/signup/signup.ts'
import { getStepTitle } from '#contract/signup/signup-steps.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { toFix } from '#web/signup/load-signup.ts'
import { resubmissionMessages } from './resubmission-messages.ts'
import { signupMessages } from '#web/signup/signup-messages.ts'
import { getSignupCountry } from '#web/signup/use-signup.tsx'
import { Badge } from '#web/ui/badge.tsx'

/** Steps that were sent back, with reason and note; all fixed, the profile can be submitted again. */
export default function ResubmissionPage() {
  const { progress } = useOutletContext<{ progress: Progress }>()
  const t = createTranslator(resubmissionMessages, getSignupCountry(progress))
  const s = createTranslator(signupMessages, getSignupCountry(progress))
  const navigate = useNavigate()
  const [terms, setTerms] = useState(false)
  const { errors, formError, pending, run } = useForm()
  const steps = toFix(progress)
  const fixed = (step: string) => {
    const back = progress.sentBack.filter((each) => each.step === step)
    return back.every((each) => each.fixed) && progress.steps.find((each) => each.step === step)?.state === 'done'
  }
  const open = steps.filter((step) => !fixed(step))
  const send = async () => {
    const done = await run(() => browserApi().signup.resubmit({ terms: true }), {
      errors: terms ? undefined : { terms: s('step12.terms.error') },
      staysPending: true,
    })
    if (!done) return
    showToast('success', t('resubmission.done'))
    navigate('/dashboard')
  }
  return (
    <>
      <div className="stack gap-8">
        <h1 className="heading-1">{t('resubmission.title', { n: steps.length })}</h1>
        <p className="lead">{t('resubmission.text')}</p>
      </div>
      <ul className="stack">
        {steps.map((step) => (
          <li key={step} className="card pad-24 stack gap-12">
            <div className="row space-between wrapping">
              <h2 className="title">{getStepTitle(step)}</h2>
              {fixed(step) && (
                <Badge look="jadeSoft">
                  <Check className="icon" aria-hidden="true" />
                  {t('resubmission.fixed')}
                </Badge>
              )}
            </div>
            {progress.sentBack
              .filter((each) => each.step === step)
              .map((each, index) => (
                <Reason key={index} reason={each} t={t} />
              ))}
            <div>
              <ButtonLink kind={fixed(step) ? 'secondary' : 'primary'} to={`/resubmission/${step}`}>
                {t('resubmission.open', { step: getStepTitle(step) })}
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
      {formError && <Note kind="error">{formError}</Note>}
      <div className="stack gap-8">
        <Checkbox
          checked={terms}
          aria-invalid={errors['terms'] ? true : undefined}
          onChange={(event) => setTerms(event.target.checked)}>
          {s('step12.terms')}
        </Checkbox>
        {errors['terms'] && <FieldError>{errors['terms']}</FieldError>}
        <div>
          <Button kind="search" size="large" loading={pending} disabled={open.length > 0} onClick={send}>
            {t('resubmission.submit')}
          </Button>
        </div>
        {open.length > 0 && (
          <p className="small muted">
            {s('step12.missing', { n: open.length, step: getStepTitle(open[0] ?? 'register') })}
          </p>
        )}
      </div>
    </>
  )
}

/** The reason and note of a step that was sent back. */
export function Reason({
  reason,
  t,
}: {
  reason: Progress['sentBack'][number]
  t: ReturnType<typeof createTranslator<typeof resubmissionMessages>>
}) {
  return (
    <div className="stack gap-4">
      <p>{t(`resubmission.reason.${reason.reason}`)}</p>
      {reason.note && (
        <p className="small">
          <b className="bold">{t('resubmission.note')}:</b> {reason.note}
        </p>
      )}
    </div>
  )
}
