import { useLoaderData } from 'react-router'
import { reader } from '#contract/words.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { loadMessages, Inbox } from './inbox.tsx'
import { messageWords } from './words.ts'
import messagesStyles from './messages.module.css'

const t = reader(messageWords)

export const clientLoader = membersOnly(({ params }) => loadMessages('provider', params['conversationId']))

export const HydrateFallback = Undetermined

export default function ProviderMessagesPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return (
    <DashboardFrame title={t('msg.title')} className={loaded.open ? messagesStyles.talking : undefined}>
      <Inbox loaded={loaded} base="/dashboard/messages" />
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
