import { useParams } from 'react-router'
import { getStepTitle } from '#contract/signup/signup-steps.ts'
import { PricingForm } from '#web/signup/forms/pricing-form.tsx'
import { StepHead, useOwnSignup, useSignupMessages } from '#web/signup/use-signup.tsx'

/** Step 4: earnings per service of the category. */
export default function PricingStep() {
  const { profile, catalogue, form, passed, onState, preview, point } = useOwnSignup()
  const t = useSignupMessages()
  const categoryId = Number(useParams()['categoryId'])
  return (
    <>
      <StepHead title={getStepTitle('pricing')} help={t('step4.help')} />
      <PricingForm
        id={form}
        profile={profile}
        catalogue={catalogue}
        categoryId={categoryId}
        onSaved={() => passed('pricing')}
        onState={onState}
        onPreview={preview}
        onFocusService={point}
      />
    </>
  )
}
