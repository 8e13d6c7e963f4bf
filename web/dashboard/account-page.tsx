import { useLoaderData } from 'react-router'
import { AccountPanel, loadOwnAccount } from '#web/accounts/own-account/account-panel.tsx'
import { requireSession } from '#web/accounts/protected.tsx'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { DashboardError, DashboardFrame } from './dashboard-frame.tsx'

export const clientLoader = requireSession(loadOwnAccount)

export default function AccountPage() {
  const t = useDashboardMessages()
  return (
    <DashboardFrame title={t('dashboard.account')}>
      <AccountPanel {...useLoaderData<typeof clientLoader>()} />
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
