import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { membersOnly } from '#web/accounts/members-only.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { MinimumJobForm } from '#web/signup/forms/minimum-job-form.tsx'
import { PricingForm } from '#web/signup/forms/pricing-form.tsx'
import { ServicesForm } from '#web/signup/forms/services-form.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { DepositsForm } from './deposits-form.tsx'
import { FormCard } from './form-card.tsx'
import { LowerPricesCard } from './lower-prices-card.tsx'
import { sellingWords } from './selling-words.ts'
import { useDashboardWords, useOwn } from './own.tsx'
import { DashboardFrame, DashboardError } from '#web/dashboard/dashboard-frame.tsx'
import { AddOnsCard } from '#web/dashboard/selling/add-ons-card.tsx'
import { PackagesCard } from '#web/dashboard/selling/packages-card.tsx'
import { PatchTestsCard } from '#web/dashboard/selling/patch-tests-card.tsx'
import { TrialsCard } from '#web/dashboard/trials/trials-card.tsx'
import { OwnWordsCard } from '#web/dashboard/selling/own-words-card.tsx'

export const clientLoader = membersOnly(async () => {
  const api = browserApi()
  const [catalogue, open, lower, ownWords, packages, addOns, patchTests, trials] = await Promise.all([
    api.ownProfile.catalogue({}),
    api.openQuotes.count({}),
    api.ownProfile.lowerPrices({}),
    api.ownWords.show({}),
    api.ownPackages.show({}),
    api.ownAddOns.show({}),
    api.ownPatchTests.show({}),
    api.ownTrials.show({}),
  ])
  return { catalogue, open: open.count, lower: lower.rules, ownWords, packages, addOns, patchTests, trials }
})

export default function ServicesPage() {
  const { catalogue, open, lower, ownWords, packages, addOns, patchTests, trials } =
    useLoaderData<typeof clientLoader>()
  const t = useDashboardWords()
  const { profile } = useOwn()
  // A form starts from what is saved: once the services have changed, the prices begin anew.
  const [version, setVersion] = useState(0)
  const chosen = new Set(profile.services.map((service) => service.categoryId))
  const priced = catalogue.categories.filter(({ id }) =>
    profile.services.some((service) => service.categoryId === id && service.status !== 'unpriced'),
  )
  const further = catalogue.categories.filter(
    ({ id }) => chosen.has(id) && !priced.some((category) => category.id === id),
  )
  return (
    <DashboardFrame title={t('pserv.title')}>
      {open > 0 && <Note kind="info">{t('pserv.open', { n: open })}</Note>}
      {further.length > 0 && (
        <div className="row gap-8 wrapping">
          {further.map((category) => (
            <ButtonLink key={category.id} kind="secondary" to={`/signup/setup-services/${category.id}/pricing`}>
              {t('pserv.further', { category: category.label })}
            </ButtonLink>
          ))}
        </div>
      )}
      {priced.map((category) => (
        <FormCard
          key={`${category.id} ${version}`}
          at={`prices-${category.slug}`}
          title={t('pserv.prices', { category: category.label })}
          catalogue={catalogue}
          saved={t('toast.price.saved')}>
          {(form) => (
            <PricingForm {...form} categoryId={category.id} withRules={false} addAt="/dashboard/services#services" />
          )}
        </FormCard>
      ))}
      <FormCard
        at="services"
        title={t('pserv.edit')}
        catalogue={catalogue}
        folded={priced.length > 0}
        onSaved={() => setVersion((now) => now + 1)}>
        {(form) => <ServicesForm {...form} />}
      </FormCard>
      <FormCard at="minimum" title={t('pserv.minimum')} catalogue={catalogue}>
        {(form) => <MinimumJobForm {...form} />}
      </FormCard>
      <OwnWordsCard key={`words ${version}`} loaded={ownWords} />
      <PackagesCard key={`packages ${version}`} loaded={packages} catalogue={catalogue} />
      <AddOnsCard key={`add-ons ${version}`} loaded={addOns} catalogue={catalogue} />
      <PatchTestsCard key={`patch-tests ${version}`} loaded={patchTests} />
      <TrialsCard key={`trials ${version}`} loaded={trials} />
      <LowerPricesCard rules={lower} catalogue={catalogue} />
      {profile.services.some(({ status }) => status === 'active') && (
        <FormCard
          key={`deposits ${version}`}
          at="deposits"
          title={sellingWords['deposit.title']}
          catalogue={catalogue}
          folded>
          {(form) => <DepositsForm {...form} />}
        </FormCard>
      )}
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
