import { useLoaderData } from 'react-router'
import { AccountPanel, loadOwnAccount } from '#web/accounts/own-account/account-panel.tsx'
import { membersOnly } from '#web/accounts/members-only.ts'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'
import { Room, RoomError } from './room.tsx'

export const clientLoader = membersOnly(loadOwnAccount)

export default function AccountPage() {
  const t = useDashboardWords()
  return (
    <Room title={t('pd.account')}>
      <AccountPanel {...useLoaderData<typeof clientLoader>()} />
    </Room>
  )
}

export { RoomError as ErrorBoundary }
