import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { getStepTitle } from '#contract/signup/signup-steps.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { getCurrentToken } from '#web/platform/session.ts'
import { ServicesForm } from '#web/signup/forms/services-form.tsx'
import { StepHead, useOwnSignup, useSignupMessages } from '#web/signup/use-signup.tsx'
import { Note } from '#web/ui/note.tsx'
import { localStore } from '#web/platform/storage.ts'
import type { ProviderCatalogue } from '#contract/providers/provider-catalogue.ts'

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

/**
 * Returns the service that a recruitment page preselects: by label, else the first of its type, category, or containing
 * the word.
 */
export function findPreselectedService(
  catalogue: ProviderCatalogue,
  firstService: string | null,
  landing: string,
): string | null {
  if (!firstService) return null
  const wanted = firstService.toLowerCase()
  // On nail pages a manicure is in the nails category.
  const categories = landing.startsWith('/nails')
    ? catalogue.categories.toSorted((a, b) => Number(b.slug === 'nails') - Number(a.slug === 'nails'))
    : catalogue.categories
  const services = categories.flatMap((category) =>
    category.types.flatMap((type) =>
      type.services.map((service) => ({
        id: service.id,
        label: service.label.toLowerCase(),
        type: type.label.toLowerCase(),
        category: category.label.toLowerCase(),
      })),
    ),
  )
  const found =
    services.find(({ label }) => label === wanted) ??
    services.find(({ category }) => category === wanted) ??
    services.find(({ type }) => type === wanted) ??
    services.find(({ label }) => label.includes(wanted)) ??
    services.find(({ label }) => label.includes(wanted.replace(/s$/, ''))) ??
    services.find(({ category }) => category.includes(wanted))
  return found?.id ?? null
}
