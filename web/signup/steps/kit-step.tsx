import { titleOf } from '#contract/signup/signup-steps.ts'
import { KitForm } from '#web/signup/forms/kit-form.tsx'
import { useOwnSignup, useSignupWords } from '#web/signup/use-signup.ts'
import { StepHead } from './step-head.tsx'

/** Step 8: what is in the case. */
export default function KitStep() {
  const { profile, catalogue, form, passed, onState, preview } = useOwnSignup()
  const t = useSignupWords()
  return (
    <>
      <StepHead title={titleOf('set-kit')} help={t('s8.help')} />
      <KitForm
        asked
        id={form}
        profile={profile}
        catalogue={catalogue}
        onSaved={() => passed('set-kit')}
        onState={onState}
        onPreview={preview}
      />
    </>
  )
}
