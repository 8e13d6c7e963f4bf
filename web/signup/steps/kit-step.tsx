import { getStepTitle } from '#contract/signup/signup-steps.ts'
import { KitForm } from '#web/signup/forms/kit-form.tsx'
import { StepHead, useOwnSignup, useSignupMessages } from '#web/signup/use-signup.tsx'

/** Step 8: kit. */
export default function KitStep() {
  const { profile, catalogue, form, passed, onState, preview } = useOwnSignup()
  const t = useSignupMessages()
  return (
    <>
      <StepHead title={getStepTitle('set-kit')} help={t('step8.help')} />
      <div className="card pad-24">
        <KitForm
          asked
          id={form}
          profile={profile}
          catalogue={catalogue}
          onSaved={() => passed('set-kit')}
          onState={onState}
          onPreview={preview}
        />
      </div>
    </>
  )
}
