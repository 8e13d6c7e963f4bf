import { getStepTitle } from '#contract/signup/signup-steps.ts'
import { LocationForm } from '#web/signup/forms/location-form.tsx'
import { StepHead, useSignup, useSignupMessages } from '#web/signup/use-signup.tsx'
import { Note } from '#web/ui/note.tsx'

/** Step 2: base location, which creates the profile. */
export default function LocationStep() {
  const { progress, form, passed, onState } = useSignup()
  const t = useSignupMessages()
  const person = progress?.person
  return (
    <>
      <StepHead title={getStepTitle('set-location')} help={t('step2.help')} />
      {person && !person.emailVerified && <Note kind="info">{t('step1.sent', { email: person.email })}</Note>}
      <LocationForm
        id={form}
        profile={progress?.profile ?? null}
        onSaved={() => passed('set-location')}
        onState={onState}
      />
    </>
  )
}
