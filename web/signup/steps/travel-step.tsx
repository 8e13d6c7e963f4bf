import { getStepTitle } from '#contract/signup/signup-steps.ts'
import { TravelForm } from '#web/signup/forms/travel-form.tsx'
import { StepHead, useOwnSignup, useSignupMessages } from '#web/signup/use-signup.tsx'

/** Step 5: places and hours. */
export default function TravelStep() {
  const { progress, profile, catalogue, form, passed, onState, preview } = useOwnSignup()
  const t = useSignupMessages()
  return (
    <>
      <StepHead title={getStepTitle('confirm-travel')} help={t('step5.help')} />
      <TravelForm
        undecided={progress.steps.find(({ step }) => step === 'confirm-travel')?.state === 'current'}
        id={form}
        profile={profile}
        catalogue={catalogue}
        onSaved={() => passed('confirm-travel')}
        onState={onState}
        onPreview={preview}
      />
    </>
  )
}
