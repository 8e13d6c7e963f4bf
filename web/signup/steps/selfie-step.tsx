import { getStepTitle } from '#contract/signup/signup-steps.ts'
import { IdentityForm } from '#web/signup/forms/identity-form.tsx'
import { FirstTimePass } from '#web/signup/join/first-time-pass.tsx'
import { StepHead, useOwnSignup, useSignupMessages } from '#web/signup/use-signup.tsx'

/** Step 11: selfie with gesture, and a document. */
export default function SelfieStep() {
  const { progress, country, form, passed, onState } = useOwnSignup()
  const t = useSignupMessages()
  return (
    <>
      <StepHead title={getStepTitle('selfie')} help={t('step11.help')} />
      <IdentityForm
        id={form}
        country={country}
        identity={progress.identity}
        onSaved={() => passed('selfie')}
        onState={onState}
      />
      <div className="narrow-only">
        <FirstTimePass country={country} />
      </div>
    </>
  )
}
