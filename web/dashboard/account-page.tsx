import { AccountPanel } from '#web/accounts/account-panel.tsx'
import { useDashboardWords } from './own.tsx'
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
