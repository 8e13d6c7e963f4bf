import { useLoaderData } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { Inbox, loadMessages } from './inbox.tsx'
import { conversationMessages } from './messages.ts'
import messagesStyles from './messages.module.css'

const t = createTranslator(conversationMessages)

export const clientLoader = requireSession(({ params }) => loadMessages('provider', params['conversationId']))

export const HydrateFallback = Undetermined

export default function ProviderMessagesPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return (
    <DashboardFrame title={t('conversation.title')} className={loaded.open ? messagesStyles.talking : undefined}>
      <Inbox loaded={loaded} base="/dashboard/messages" />
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
