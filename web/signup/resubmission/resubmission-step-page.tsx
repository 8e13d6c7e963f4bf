import { ArrowLeft } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, useBlocker, useNavigate, useOutletContext, useParams, useRevalidator } from 'react-router'
import type { OwnCatalogue } from '#contract/providers/own-catalogue.ts'
import type { Progress } from '#contract/signup/signup.ts'
import { type SignupStep, titleOf } from '#contract/signup/signup-steps.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { StepForm } from '#web/signup/step-form.tsx'
import type { FormState } from '#web/signup/forms/use-form.ts'
import { resubmissionWords } from './resubmission-words.ts'
import { Reason } from './resubmission-page.tsx'
import { signupWords } from '#web/signup/signup-words.ts'
import { countryOf } from '#web/signup/use-signup.ts'
import { classes } from '#web/ui/class-names.ts'
import noteStyles from '#web/ui/note.module.css'

/** One step that came back: why, its form, and the way back to the list. */
export default function ResubmissionStepPage() {
  const { progress, catalogue } = useOutletContext<{ progress: Progress; catalogue: OwnCatalogue }>()
  const step = useParams()['step'] as SignupStep
  const t = reader(resubmissionWords, countryOf(progress))
  const s = reader(signupWords, countryOf(progress))
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [saving, setSaving] = useState(false)
  const dirty = useRef(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const onState = useCallback((state: FormState) => {
    dirty.current = state.dirty
    setSaving(state.busy)
  }, [])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty.current && currentLocation.pathname !== nextLocation.pathname,
  )
  const saved = async () => {
    dirty.current = false
    await browserApi().signup.pass({ step })
    await revalidate()
    navigate('/resubmission')
  }
  return (
    <>
      <div>
        <Link className={buttonLook({ kind: 'quiet', size: 'small' })} to="/resubmission">
          <ArrowLeft className="icon" aria-hidden="true" />
          {t('resub.back')}
        </Link>
      </div>
      <h1 className="heading-1" ref={heading} tabIndex={-1}>
        {titleOf(step)}
      </h1>
      <div className={classes('stack gap-8', noteStyles.note)}>
        {progress.sentBack
          .filter((each) => each.step === step)
          .map((each, index) => (
            <Reason key={index} reason={each} t={t} />
          ))}
      </div>
      <StepForm step={step} id="fix" progress={progress} catalogue={catalogue} onSaved={saved} onState={onState} />
      <div>
        <Button type="submit" form="fix" size="large" loading={saving}>
          {t('resub.save')}
        </Button>
      </div>
      <Confirm
        open={blocker.state === 'blocked'}
        title={s('signup.leave')}
        act={s('signup.go')}
        wayOut={s('signup.stay')}
        danger
        onAct={() => {
          dirty.current = false
          blocker.proceed?.()
        }}
        onClose={() => blocker.reset?.()}>
        {titleOf(step)}
      </Confirm>
    </>
  )
}
