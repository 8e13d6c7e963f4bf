import { getStepTitle } from '#contract/signup/signup-steps.ts'
import { PhotoForm } from '#web/signup/forms/photo-form.tsx'
import { WorkPictures } from '#web/signup/forms/work-pictures.tsx'
import { StepHead, useOwnSignup, useSignupMessages } from '#web/signup/use-signup.tsx'

/** Step 10: profile photo. */
export default function PhotoStep() {
  const { profile, catalogue, form, passed, onState, preview } = useOwnSignup()
  const t = useSignupMessages()
  return (
    <>
      <StepHead title={getStepTitle('photo')} help={t('step10.help')} />
      <PhotoForm
        id={form}
        profile={profile}
        catalogue={catalogue}
        onSaved={() => passed('photo')}
        onState={onState}
        onPreview={preview}
      />
      <WorkPictures profile={profile} onAdded={(src) => preview({ cover: { src, alt: profile.name } })} />
    </>
  )
}
