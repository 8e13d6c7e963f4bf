import { getStepTitle } from '#contract/signup/signup-steps.ts'
import { BioForm } from '#web/signup/forms/bio-form.tsx'
import { StepHead, useOwnSignup, useSignupMessages } from '#web/signup/use-signup.tsx'

/** Step 9: bio. */
export default function BioStep() {
  const { profile, catalogue, form, passed, onState, preview } = useOwnSignup()
  const t = useSignupMessages()
  return (
    <>
      <StepHead title={getStepTitle('set-bio')} help={t('step9.help')} />
      <div className="card pad-24">
        <BioForm
          id={form}
          profile={profile}
          catalogue={catalogue}
          onSaved={() => passed('set-bio')}
          onState={onState}
          onPreview={preview}
        />
      </div>
    </>
  )
}
