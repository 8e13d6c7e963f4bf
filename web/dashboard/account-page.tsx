import { useLoaderData } from 'react-router'
import { AccountPanel, loadOwnAccount } from '#web/accounts/own-account/account-panel.tsx'
import { membersOnly } from '#web/accounts/members-only.ts'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'
import { DashboardError, DashboardFrame } from './dashboard-frame.tsx'

export const clientLoader = membersOnly(loadOwnAccount)

export default function AccountPage() {
  const t = useDashboardWords()
  return (
    <DashboardFrame title={t('pd.account')}>
      <AccountPanel {...useLoaderData<typeof clientLoader>()} />
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
