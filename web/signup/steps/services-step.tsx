import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { getStepTitle } from '#contract/signup/signup-steps.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { getCurrentToken } from '#web/platform/session.ts'
import { ServicesForm } from '#web/signup/forms/services-form.tsx'
import { findPreselectedService } from '#web/signup/join/preselected.ts'
import { useOwnSignup, useSignupMessages } from '#web/signup/use-signup.ts'
import { Note } from '#web/ui/note.tsx'
import { StepHead } from './step-head.tsx'
import { localStore } from '#web/platform/storage.ts'

/** Returns the artist's place if customers there search most for hair and makeup together; null otherwise. */
export async function clientLoader(): Promise<string | null> {
  // Without a session the request would be refused during the redirect to login.
  if (getCurrentToken(localStore) === null) return null
  return browserApi()
    .demand.near({})
    .then(
      (demand) => (demand.hairAndMakeup ? demand.place : null),
      () => null,
    )
}

/** Step 3: services. The category of the first one is used by steps 4 to 9. */
export default function ServicesStep() {
  const { progress, profile, catalogue, form, passed, onState, preview } = useOwnSignup()
  const t = useSignupMessages()
  const [first, setFirst] = useState<number | null>(null)
  const place = useLoaderData<typeof clientLoader>()
  return (
    <>
      <StepHead title={getStepTitle('select-services')} help={t('step3.help')} />
      {place && <Note kind="info">{t('step3.prompt', { place })}</Note>}
      <ServicesForm
        id={form}
        profile={profile}
        catalogue={catalogue}
        preselected={findPreselectedService(catalogue, progress.firstService, progress.landing)}
        onFirst={setFirst}
        onSaved={() => passed('select-services', { categoryId: first })}
        onState={onState}
        onPreview={preview}
      />
    </>
  )
}
