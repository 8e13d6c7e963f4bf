import { AccountPanel } from '#web/accounts/own-account/account-panel.tsx'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'
import { Room, RoomError } from './room.tsx'

export default function AccountPage() {
  const t = useDashboardWords()
  return (
    <Room title={t('pd.account')}>
      <AccountPanel />
    </Room>
  )
}

export { RoomError as ErrorBoundary }
