import { useLoaderData } from 'react-router'
import { formatDate, formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { PayoutBadge, PayoutParts } from '#web/payments/statements/payout-parts.tsx'
import { PaperButton, statementMessages } from '#web/payments/statements/statement-files.tsx'
import { paymentMessages } from '#web/payments/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'

export const clientLoader = requireSession(
  async ({ params }) => (await browserApi().statements.payout({ payoutId: params['payoutId'] ?? '' })).payout,
)

export default function PayoutPage() {
  const payout = useLoaderData<typeof clientLoader>()
  const { profile } = useOwn()
  const t = createTranslator(statementMessages, profile.countryCode)
  const p = createTranslator(paymentMessages, profile.countryCode)
  return (
    <DashboardFrame
      title={t('payout.title', {
        amount: formatMoney(payout.bank, payout.currency, { decimals: 'always' }),
        date: formatDate(payout.day, profile.countryCode),
      })}
      text={
        <span className="row gap-8 wrapping">
          <PayoutBadge state={payout.state} />
          {t('payout.number', { number: payout.number })}
        </span>
      }
      back={{ to: '/dashboard/payouts', label: t('payout.back') }}
      acts={<PaperButton kind="payout" of={payout.id} />}>
      {payout.state === 'failed' && <Note kind="warning">{p('payouts.failed')}</Note>}
      <TitledCard title={p('payouts.parts')}>
        <PayoutParts payout={payout} />
      </TitledCard>
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
