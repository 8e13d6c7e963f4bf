import { useLoaderData } from 'react-router'
import { formatDate, formatMoney } from '#contract/format.ts'
import type { ProviderCatalogue, ProviderFee } from '#contract/providers/provider-catalogue.ts'
import type { Country } from '#contract/words.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { SellingRulesFields } from '#web/signup/forms/selling-rules-fields.tsx'
import { useForm } from '#web/platform/use-form.ts'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { FormCard } from './form-card.tsx'
import { useDashboardMessages, useOwn } from './own.tsx'
import type { ProfileFormProps } from '#web/signup/forms/profile-form.tsx'

export const clientLoader = requireSession(async () => {
  const [catalogue, { fees }] = await Promise.all([
    browserApi().providerProfile.catalogue({}),
    browserApi().providerProfile.fees({}),
  ])
  return { catalogue, fees }
})

export default function RulesPage() {
  const { catalogue, fees } = useLoaderData<typeof clientLoader>()
  const t = useDashboardMessages()
  return (
    <DashboardFrame title={t('rules.title')} text={t('rules.text')}>
      <div className="two-columns">
        <FormCard at="rules" title={t('rules.how')} catalogue={catalogue}>
          {(form) => <RulesForm {...form} feePercent={feePercentOf(catalogue, form.profile)} />}
        </FormCard>
        <OwnFees fees={fees} />
      </div>
    </DashboardFrame>
  )
}

/** Returns the fee of the artist's category; defaults to the first. */
const feePercentOf = (
  { categories }: ProviderCatalogue,
  { services }: Pick<ProfileFormProps['profile'], 'services'>,
): number => {
  const own = services.find(({ status }) => status === 'active')?.categoryId
  return (categories.find(({ id }) => id === own) ?? categories[0])?.feePercent ?? 0
}

function RulesForm({ id, profile, onSaved, onState, feePercent }: ProfileFormProps & { feePercent: number }) {
  const { draft, change, errors, formError, submit, form } = useForm({
    start: { rules: profile.sellingRules },
    send: ({ rules }) => browserApi().providerProfile.sellingRules(rules),
    onSaved,
    onState,
  })
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack">
      {formError && <Note kind="error">{formError}</Note>}
      <SellingRulesFields
        rules={draft.rules}
        feePercent={feePercent}
        currency={profile.currency}
        country={profile.countryCode}
        payoutReady={profile.payoutReady}
        errors={errors}
        onChange={(rules) => change({ rules })}
      />
    </form>
  )
}

export { DashboardError as ErrorBoundary }

function OwnFees({ fees }: { fees: readonly ProviderFee[] }) {
  const { countryCode } = useOwn().profile
  const t = createTranslator(providerFeeMessages, countryCode)
  if (fees.length === 0) return null
  return (
    <TitledCard title={t('providerFee.title')}>
      <ul className="stack gap-8">
        {fees.map((fee) => (
          <li key={fee.categoryId}>
            <b className="bold">{t('providerFee.percent', { percent: fee.percent, category: fee.label })}</b>
            <p className="small">{formatFee(fee, countryCode)}</p>
          </li>
        ))}
      </ul>
      <p className="small muted">{t('providerFee.note')}</p>
    </TitledCard>
  )
}

function formatFee(
  { why, until, bookingsLeft, floor, cap, currency, usualPercent }: ProviderFee,
  country: Country,
): string {
  const t = createTranslator(providerFeeMessages, country)
  const cash = (amount: number) => formatMoney(amount, currency, { decimals: 'always' })
  return [
    why === 'usual' ? t('providerFee.usual') : t(`providerFee.${why}`, { percent: usualPercent }),
    bookingsLeft !== null && t('providerFee.bookings', { n: bookingsLeft }),
    until !== null && t('providerFee.until', { date: formatDate(until, country) }),
    floor !== null && t('providerFee.floor', { amount: cash(floor) }),
    cap !== null && t('providerFee.cap', { amount: cash(cap) }),
  ]
    .filter(Boolean)
    .join(' ')
}

const providerFeeMessages = defineMessages({
  'providerFee.title': 'Our fee',
  'providerFee.percent': '{percent}% of what the customer pays, in {category}',
  'providerFee.usual': 'The usual fee.',
  'providerFee.yours': 'Agreed with you. The usual fee is {percent}%.',
  'providerFee.new': 'For new artists. The usual fee is {percent}%.',
  'providerFee.market': 'For all artists in your country at the moment. The usual fee is {percent}%.',
  'providerFee.until': 'It applies until {date}.',
  'providerFee.bookings':
    '{n, plural, one {It applies to your next completed booking.} other {It applies to your next {n} completed bookings.}}',
  'providerFee.floor': 'At least {amount} per booking.',
  'providerFee.cap': 'At most {amount} per booking.',
  'providerFee.note': 'Quotes and bookings keep the fee they were made with.',
})
