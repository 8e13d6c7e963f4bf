import { replace, useLoaderData } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { Inbox, loadMessages } from './inbox.tsx'
import { conversationMessages } from './messages.ts'
import messagesStyles from './messages.module.css'

const t = createTranslator(conversationMessages)

/** Loads the inbox. Where the list and a conversation fit beside each other, the newest conversation opens. */
export const clientLoader = requireSession(async ({ params: { conversationId } }) => {
  const loaded = await loadMessages('provider', conversationId)
  const [newest] = loaded.list.conversations
  if (!conversationId && newest && window.matchMedia('(min-width: 800px)').matches)
    throw replace(`/dashboard/messages/${newest.id}`)
  return loaded
})

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
