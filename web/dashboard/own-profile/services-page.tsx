import { useState } from 'react'
import { useLoaderData } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { toMinor, formatMoneyMinor } from '#contract/money.ts'
import { computeDeposit, computeUnitsWithFee } from '#contract/price.ts'
import type { serviceTexts } from '#contract/providers/service-texts.ts'
import { type providerPatchTests, patchTestMinutes } from '#contract/providers/patch-tests.ts'
import { depositShares } from '#contract/providers/profile-rules.ts'
import { formatServiceLabel } from '#contract/words.ts'
import { formatMoney } from '#contract/format.ts'
import { createTranslator, defineMessages, formatMessage } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { AddOnsCard } from '#web/dashboard/selling/add-ons-card.tsx'
import {
  LookedNote,
  serviceTextMessages,
  type WordsDraft,
  toTextDraft,
  WordsFields,
  validateTextDraft,
} from '#web/dashboard/selling/form-parts.tsx'
import { LookedCard } from '#web/dashboard/selling/looked-card.tsx'
import { PackagesCard } from '#web/dashboard/selling/packages-card.tsx'
import { TrialsCard } from '#web/dashboard/trials/trials-card.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { MinimumJobForm } from '#web/signup/forms/minimum-job-form.tsx'
import { PricingForm } from '#web/signup/forms/pricing-form.tsx'
import { ServicesForm } from '#web/signup/forms/services-form.tsx'
import { type Errors, type FormState, useForm } from '#web/platform/use-form.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { FormCard } from './form-card.tsx'
import { LowerPricesCard } from './lower-prices-card.tsx'
import { useDashboardMessages, useOwn } from './own.tsx'
import { sellingMessages } from './selling-messages.ts'
import type { ProfileFormProps } from '#web/signup/forms/profile-form.tsx'

export const clientLoader = requireSession(async () => {
  const api = browserApi()
  const [catalogue, open, lower, ownWords, packages, addOns, patchTests, trials] = await Promise.all([
    api.providerProfile.catalogue({}),
    api.openQuotes.count({}),
    api.providerProfile.lowerPrices({}),
    api.serviceTexts.show({}),
    api.providerPackages.show({}),
    api.providerAddOns.show({}),
    api.providerPatchTests.show({}),
    api.providerTrials.show({}),
  ])
  return { catalogue, open: open.count, lower: lower.rules, ownWords, packages, addOns, patchTests, trials }
})

export default function ServicesPage() {
  const { catalogue, open, lower, ownWords, packages, addOns, patchTests, trials } =
    useLoaderData<typeof clientLoader>()
  const t = useDashboardMessages()
  const { profile } = useOwn()
  // Incremented when services change: the price form resets to saved values.
  const [version, setVersion] = useState(0)
  const chosen = new Set(profile.services.map((service) => service.categoryId))
  const priced = catalogue.categories.filter(({ id }) =>
    profile.services.some((service) => service.categoryId === id && service.status !== 'unpriced'),
  )
  const further = catalogue.categories.filter(
    ({ id }) => chosen.has(id) && !priced.some((category) => category.id === id),
  )
  return (
    <DashboardFrame title={t('services.title')}>
      {open > 0 && <Note kind="info">{t('services.open', { n: open })}</Note>}
      {further.length > 0 && (
        <div className="row gap-8 wrapping">
          {further.map((category) => (
            <ButtonLink key={category.id} kind="secondary" to={`/signup/setup-services/${category.id}/pricing`}>
              {t('services.further', { category: category.label })}
            </ButtonLink>
          ))}
        </div>
      )}
      {priced.map((category, i) => (
        <FormCard
          key={`${category.id} ${version}`}
          at={`prices-${category.slug}`}
          title={t('services.prices', { category: category.label })}
          catalogue={catalogue}
          saved={t('toast.price.saved')}
          folded={
            i > 0 && t('services.count', { n: profile.services.filter((one) => one.categoryId === category.id).length })
          }>
          {(form) => (
            <PricingForm {...form} categoryId={category.id} withRules={false} addAt="/dashboard/services#services" />
          )}
        </FormCard>
      ))}
      <FormCard
        at="services"
        title={t('services.edit')}
        catalogue={catalogue}
        folded={priced.length > 0 && t('services.count', { n: profile.services.length })}
        onSaved={() => setVersion((now) => now + 1)}>
        {(form) => <ServicesForm {...form} />}
      </FormCard>
      <FormCard
        at="minimum"
        title={t('services.minimum')}
        catalogue={catalogue}
        folded={profile.minimumJob ? formatMoney(profile.minimumJob, profile.currency) : t('services.minimum.none')}>
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
          title={formatMessage(sellingMessages['deposit.title'])}
          catalogue={catalogue}
          folded={tSelling('deposit.count', {
            n: profile.services.filter(({ depositShare }) => depositShare !== null).length,
            usual: profile.sellingRules.depositShare,
          })}>
          {(form) => <DepositsForm {...form} />}
        </FormCard>
      )}
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }

const patchTestMessages = defineMessages({
  'patchTest.title': 'Patch tests',
  'patchTest.text':
    'If a service needs a patch test, customers book the test with the service. It takes place between six months and 48 hours before the booking. You cannot start a booking until its test is done. A test is valid for six months.',
  'patchTest.none': 'Choose your services first.',
  'patchTest.no': 'Not needed',
  'patchTest.usual': '{minutes} minutes (default)',
  'patchTest.minutes': '{minutes} minutes',
  'patchTest.everywhere': 'We require a patch test for this service. Choose how long yours takes.',
  'patchTest.saved': 'Saved. This also applies to existing bookings.',
})

const t = createTranslator(patchTestMessages)

const PatchTestsCard = ({ loaded }: { loaded: OutputOf<typeof providerPatchTests.show> }) => (
  <LookedCard
    at="patch-tests"
    title={t('patchTest.title')}
    saved={t('patchTest.saved')}
    loaded={loaded}
    count={({ services }) => services.filter(({ minutes, everywhere }) => minutes ?? everywhere).length}
    looked={() => []}>
    {(form) => <PatchTestsForm {...form} />}
  </LookedCard>
)

const tOwnWords = createTranslator(serviceTextMessages)

const OwnWordsCard = ({ loaded }: { loaded: OutputOf<typeof serviceTexts.show> }) => (
  <LookedCard
    at="own-words"
    title={tOwnWords('words.title')}
    saved={tOwnWords('words.saved')}
    loaded={loaded}
    count={({ services }) => services.filter(({ shown, asked }) => shown ?? asked).length}
    looked={({ services }) => services}>
    {({ loaded, ...form }) => <OwnWordsForm {...form} words={loaded} />}
  </LookedCard>
)

type Answer = OutputOf<typeof providerPatchTests.show>

const lengths: readonly number[] = Array.from(
  { length: (patchTestMinutes.most - patchTestMinutes.least) / patchTestMinutes.step + 1 },
  (_, i) => patchTestMinutes.least + i * patchTestMinutes.step,
)

interface PatchTestsFormProps {
  id: string
  loaded: Answer
  onSaved: (saved: Answer) => void
  onState: (state: FormState) => void
}

function PatchTestsForm({ id, loaded: { services }, onSaved, onState }: PatchTestsFormProps) {
  const { draft, change, formError, submit, form } = useForm({
    start: { minutes: Object.fromEntries(services.map(({ serviceId, minutes }) => [serviceId, minutes])) },
    send: (now) =>
      browserApi().providerPatchTests.set({
        tests: Object.entries(now.minutes).flatMap(([serviceId, minutes]) => (minutes ? [{ serviceId, minutes }] : [])),
      }),
    onSaved,
    onState,
  })
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack">
      {formError && <Note kind="error">{formError}</Note>}
      <p className="muted">{t('patchTest.text')}</p>
      {services.length === 0 && <p className="muted">{t('patchTest.none')}</p>}
      <div className="field-grid even">
        {services.map(({ serviceId, label, everywhere }) => (
          <SelectField
            key={serviceId}
            label={label}
            hint={everywhere === null ? undefined : t('patchTest.everywhere')}
            value={draft.minutes[serviceId] ?? ''}
            onChange={({ target }) =>
              change({ minutes: { ...draft.minutes, [serviceId]: target.value ? Number(target.value) : null } })
            }>
            <option value="">
              {everywhere === null ? t('patchTest.no') : t('patchTest.usual', { minutes: everywhere })}
            </option>
            {lengths.map((minutes) => (
              <option key={minutes} value={minutes}>
                {t('patchTest.minutes', { minutes })}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
    </form>
  )
}

const tSelling = createTranslator(sellingMessages)
const step = 5
const choices = Array.from(
  { length: (depositShares.most - depositShares.least) / step + 1 },
  (_, i) => depositShares.least + i * step,
)

function DepositsForm({ id, profile, catalogue, onSaved, onState }: ProfileFormProps) {
  const services = profile.services.filter(({ status }) => status === 'active')
  const { draft, change, errors, formError, submit, form } = useForm({
    start: { shares: Object.fromEntries(services.map((service) => [service.id, service.depositShare])) },
    send: ({ shares }) =>
      browserApi().providerProfile.deposits({
        items: services.map(({ id: serviceId }) => ({ serviceId, share: shares[serviceId] ?? null })),
      }),
    onSaved,
    onState,
  })
  const usual = profile.sellingRules.depositShare
  const said = (service: (typeof services)[number]) => {
    const costMinor = toMinor(service.cost ?? 0)
    const percent = catalogue.categories.find(({ id }) => id === service.categoryId)?.feePercent ?? 0
    const totalMinor = toMinor(computeUnitsWithFee(costMinor, percent))
    const deposit = computeDeposit(totalMinor, totalMinor - costMinor, draft.shares[service.id] ?? usual)
    return tSelling('deposit.preview', {
      total: formatMoneyMinor(totalMinor, profile.currency),
      deposit: formatMoneyMinor(Math.ceil(deposit), profile.currency, { decimals: 'always' }),
    })
  }
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack">
      {formError && <Note kind="error">{formError}</Note>}
      <p className="muted">{tSelling('deposit.text')}</p>
      <div className="field-grid even">
        {services.map((service, index) => (
          <SelectField
            key={service.id}
            label={service.label}
            hint={said(service)}
            value={draft.shares[service.id] ?? ''}
            error={errors[`items.${index}.share`]}
            onChange={({ target }) =>
              change({ shares: { ...draft.shares, [service.id]: target.value === '' ? null : Number(target.value) } })
            }>
            <option value="">{tSelling('deposit.usual', { n: usual })}</option>
            {[...new Set([...choices, ...(service.depositShare === null ? [] : [service.depositShare])])]
              .sort((a, b) => a - b)
              .map((n) => (
                <option key={n} value={n}>
                  {tSelling('deposit.share', { n })}
                </option>
              ))}
          </SelectField>
        ))}
      </div>
    </form>
  )
}

type OwnWordsFormAnswer = OutputOf<typeof serviceTexts.show>

interface OwnWordsFormProps {
  id: string
  words: OwnWordsFormAnswer
  onSaved: (saved: OwnWordsFormAnswer) => void
  onState: (state: FormState) => void
}

function OwnWordsForm({ id, words: { services, lookFirst }, onSaved, onState }: OwnWordsFormProps) {
  const { profile } = useOwn()
  const { draft, change, errors, formError, submit, form } = useForm({
    start: { items: services.map(toTextDraft) },
    check: ({ items }): Errors => Object.assign({}, ...items.map((item, i) => validateTextDraft(item, `items.${i}`))),
    send: ({ items }) =>
      browserApi().serviceTexts.set({
        items: services.map(({ serviceId }, i) => ({
          serviceId,
          title: items[i]?.title.trim() || null,
          words: items[i]?.words ?? '',
        })),
      }),
    onSaved,
    onState,
  })
  const put = (at: number, part: Partial<WordsDraft>) =>
    change({ items: draft.items.map((item, i) => (i === at ? { ...item, ...part } : item)) })
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack">
      {formError && <Note kind="error">{formError}</Note>}
      <p className="muted">{tOwnWords('words.text')}</p>
      {lookFirst && <Note kind="info">{tOwnWords('words.look')}</Note>}
      {services.map((service, i) => {
        const item = draft.items[i] ?? toTextDraft(service)
        const label = profile.services.find((one) => one.id === service.serviceId)?.label ?? service.serviceId
        return (
          <fieldset key={service.serviceId} className="card pad-24 stack">
            <legend className="visually-hidden">{label}</legend>
            <div className="row gap-8 wrapping space-between">
              <p className="bold">{label}</p>
              <LookedNote of={service} />
            </div>
            <WordsFields
              draft={item}
              path={`items.${i}`}
              errors={errors}
              label={tOwnWords('words.field.title')}
              hint={
                item.title.trim()
                  ? tOwnWords('words.said', { label: formatServiceLabel(item.title.trim(), label) })
                  : tOwnWords('words.field.title.hint', { label })
              }
              onChange={(part) => put(i, part)}
            />
          </fieldset>
        )
      })}
    </form>
  )
}
