import { useEffect, useState } from 'react'
import { titleOf } from '#contract/signup/signup-steps.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { ServicesForm } from '#web/signup/forms/services-form.tsx'
import { preselected } from '#web/signup/join/preselected.ts'
import { useOwnSignup, useSignupWords } from '#web/signup/use-signup.ts'
import { Note } from '#web/ui/note.tsx'
import { StepHead } from './step-head.tsx'

/** Step 3: what they do; the category of the first service is the one that steps 4 to 9 run for. */
export default function ServicesStep() {
  const { progress, profile, catalogue, form, passed, onState, preview } = useOwnSignup()
  const t = useSignupWords()
  const [first, setFirst] = useState<number | null>(null)
  const [place, setPlace] = useState<string | null>(null)
  useEffect(() => {
    browserApi()
      .demand.near({})
      .then((demand) => demand.hairAndMakeup && setPlace(demand.place))
      .catch(() => {})
  }, [])
  return (
    <>
      <StepHead title={titleOf('select-services')} help={t('s3.help')} />
      {place && <Note kind="info">{t('s3.prompt', { place })}</Note>}
      <ServicesForm
        id={form}
        profile={profile}
        catalogue={catalogue}
        preselected={preselected(catalogue, progress.firstService, progress.landing)}
        onFirst={setFirst}
        onSaved={() => passed('select-services', { categoryId: first })}
        onState={onState}
        onPreview={preview}
      />
    </>
  )
}
