import { useLoaderData } from 'react-router'
import type { OwnCatalogue } from '#contract/providers/own-catalogue.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { SellingRulesFields } from '#web/signup/forms/selling-rules-fields.tsx'
import { type ProfileFormProps, useForm } from '#web/signup/forms/use-form.ts'
import { Note } from '#web/ui/note.tsx'
import { FormCard } from './form-card.tsx'
import { useDashboardWords } from './own.tsx'
import { OwnFees } from './own-fees.tsx'
import { DashboardFrame, DashboardError } from '#web/dashboard/dashboard-frame.tsx'

export const clientLoader = membersOnly(async () => {
  const [catalogue, { fees }] = await Promise.all([
    browserApi().ownProfile.catalogue({}),
    browserApi().ownProfile.fees({}),
  ])
  return { catalogue, fees }
})

export default function RulesPage() {
  const { catalogue, fees } = useLoaderData<typeof clientLoader>()
  const t = useDashboardWords()
  return (
    <DashboardFrame title={t('prules.title')} text={t('prules.text')}>
      <FormCard at="rules" title={t('prules.how')} catalogue={catalogue}>
        {(form) => <RulesForm {...form} feePercent={feePercentOf(catalogue, form.profile)} />}
      </FormCard>
      <OwnFees fees={fees} />
    </DashboardFrame>
  )
}

/** The fee of the category that somebody works in; the first one's where they offer nothing yet. */
const feePercentOf = (
  { categories }: OwnCatalogue,
  { services }: Pick<ProfileFormProps['profile'], 'services'>,
): number => {
  const own = services.find(({ status }) => status === 'active')?.categoryId
  return (categories.find(({ id }) => id === own) ?? categories[0])?.feePercent ?? 0
}

function RulesForm({ id, profile, onSaved, onState, feePercent }: ProfileFormProps & { feePercent: number }) {
  const { draft, change, errors, problem, submit, form } = useForm({
    start: { rules: profile.sellingRules },
    send: ({ rules }) => browserApi().ownProfile.sellingRules(rules),
    onSaved,
    onState,
  })
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack">
      {problem && <Note kind="error">{problem}</Note>}
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
