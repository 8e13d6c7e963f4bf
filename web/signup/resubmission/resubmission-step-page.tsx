import { ArrowLeft } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, useBlocker, useNavigate, useOutletContext, useParams, useRevalidator } from 'react-router'
import type { ProviderCatalogue } from '#contract/providers/provider-catalogue.ts'
import { type SignupStep, getStepTitle } from '#contract/signup/signup-steps.ts'
import type { Progress } from '#contract/signup/signup.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { BioForm } from '#web/signup/forms/bio-form.tsx'
import { IdentityForm } from '#web/signup/forms/identity-form.tsx'
import { InstagramForm } from '#web/signup/forms/instagram-form.tsx'
import { KitForm } from '#web/signup/forms/kit-form.tsx'
import { LocationForm } from '#web/signup/forms/location-form.tsx'
import { MinimumJobForm } from '#web/signup/forms/minimum-job-form.tsx'
import { PhotoForm } from '#web/signup/forms/photo-form.tsx'
import { PricingForm } from '#web/signup/forms/pricing-form.tsx'
import { RegisterForm } from '#web/signup/forms/register-form.tsx'
import { ServicesForm } from '#web/signup/forms/services-form.tsx'
import { TravelForm } from '#web/signup/forms/travel-form.tsx'
import type { FormState } from '#web/platform/use-form.ts'
import { signupMessages } from '#web/signup/signup-messages.ts'
import { getSignupCountry } from '#web/signup/use-signup.tsx'
import { Button, getButtonClasses } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import noteStyles from '#web/ui/note.module.css'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { Reason } from './resubmission-page.tsx'
import { resubmissionMessages } from './resubmission-messages.ts'

/** A step that was sent back: reason, form and back link. */
export default function ResubmissionStepPage() {
  const { progress, catalogue } = useOutletContext<{ progress: Progress; catalogue: ProviderCatalogue }>()
  const step = useParams()['step'] as SignupStep
  const t = createTranslator(resubmissionMessages, getSignupCountry(progress))
  const s = createTranslator(signupMessages, getSignupCountry(progress))
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
    await browserApi().signup.completeStep({ step })
    await revalidate()
    navigate('/resubmission')
  }
  return (
    <>
      <div>
        <Link className={getButtonClasses({ kind: 'quiet', size: 'small' })} to="/resubmission">
          <ArrowLeft className="icon" aria-hidden="true" />
          {t('resubmission.back')}
        </Link>
      </div>
      <h1 className="heading-1" ref={heading} tabIndex={-1}>
        {getStepTitle(step)}
      </h1>
      <div className={joinClasses('stack gap-8', noteStyles.note)}>
        {progress.sentBack
          .filter((each) => each.step === step)
          .map((each, index) => (
            <Reason key={index} reason={each} t={t} />
          ))}
      </div>
      <StepForm step={step} id="fix" progress={progress} catalogue={catalogue} onSaved={saved} onState={onState} />
      <div>
        <Button type="submit" form="fix" size="large" loading={saving}>
          {t('resubmission.save')}
        </Button>
      </div>
      <Confirm
        open={blocker.state === 'blocked'}
        title={s('signup.unsaved')}
        act={s('signup.go')}
        wayOut={s('signup.stay')}
        danger
        onAct={() => {
          dirty.current = false
          blocker.proceed?.()
        }}
        onClose={() => blocker.reset?.()}>
        {getStepTitle(step)}
      </Confirm>
    </>
  )
}

interface Props {
  step: SignupStep
  id: string
  progress: Progress
  catalogue: ProviderCatalogue
  onSaved: () => Promise<void>
  onState: (state: FormState) => void
}

function StepForm({ step, id, progress, catalogue, onSaved, onState }: Props) {
  const { profile } = progress
  if (!profile) return null
  const own = { id, profile, catalogue, onSaved, onState }
  switch (step) {
    case 'register':
      return (
        <RegisterForm
          id={id}
          person={progress.person}
          from={progress.landing}
          firstService={progress.firstService}
          onSaved={onSaved}
          onState={onState}
        />
      )
    case 'set-location':
      return <LocationForm id={id} profile={profile} onSaved={onSaved} onState={onState} />
    case 'select-services':
      return <ServicesForm {...own} />
    case 'pricing':
      return <PricingForm {...own} categoryId={progress.category?.id ?? catalogue.categories[0]?.id ?? 0} />
    case 'confirm-travel':
      return <TravelForm {...own} />
    case 'set-min-job-size':
      return <MinimumJobForm {...own} />
    case 'set-instagram':
      return <InstagramForm {...own} />
    case 'set-kit':
      return <KitForm {...own} asked />
    case 'set-bio':
      return <BioForm {...own} />
    case 'photo':
      return <PhotoForm {...own} />
    case 'selfie':
      return (
        <IdentityForm
          id={id}
          country={profile.countryCode}
          identity={unlessSentBack(progress)}
          onSaved={onSaved}
          onState={onState}
        />
      )
    default:
      return null
  }
}

// Identity pictures that were sent back must be retaken.
function unlessSentBack({ identity, sentBack }: Progress): Progress['identity'] {
  const open = sentBack.filter(({ step, fixed }) => step === 'selfie' && !fixed)
  const asks = (reasons: readonly string[]) => open.some(({ reason }) => reasons.includes(reason))
  return {
    selfie: identity.selfie && !asks(['selfie', 'match', 'other']),
    document: asks(['document', 'expired', 'match', 'other']) ? null : identity.document,
  }
}
