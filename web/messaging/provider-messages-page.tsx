import { useLoaderData } from 'react-router'
import { reader } from '#contract/words.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { DashboardFrame, DashboardError } from '#web/dashboard/dashboard-frame.tsx'
import { loadMessages, Inbox } from './inbox.tsx'
import { messageWords } from './words.ts'

const t = reader(messageWords)

export const clientLoader = membersOnly(({ params }) => loadMessages('provider', params['conversationId']))

export const HydrateFallback = Undetermined

export default function ProviderMessagesPage() {
  return (
    <DashboardFrame title={t('msg.title')}>
      <Inbox loaded={useLoaderData<typeof clientLoader>()} base="/dashboard/messages" />
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
