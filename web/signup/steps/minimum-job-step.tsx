import { getStepTitle } from '#contract/signup/signup-steps.ts'
import { MinimumJobForm } from '#web/signup/forms/minimum-job-form.tsx'
import { StepHead, useOwnSignup, useSignupMessages } from '#web/signup/use-signup.tsx'

/** Step 6: minimum booking. */
export default function MinimumJobStep() {
  const { profile, catalogue, form, passed, onState, preview } = useOwnSignup()
  const t = useSignupMessages()
  return (
    <>
      <StepHead title={getStepTitle('set-min-job-size')} help={t('step6.help')} />
      <MinimumJobForm
        id={form}
        profile={profile}
        catalogue={catalogue}
        onSaved={() => passed('set-min-job-size')}
        onState={onState}
        onPreview={preview}
      />
    </>
  )
}
