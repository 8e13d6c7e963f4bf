import { useLoaderData } from 'react-router'
import { reader } from '#contract/words.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { Room, RoomError } from '#web/dashboard/room.tsx'
import { loadMessages, MessagesRoom } from './messages-room.tsx'
import { messageWords } from './words.ts'

const t = reader(messageWords)

export const clientLoader = membersOnly(({ params }) => loadMessages('provider', params['conversationId']))

export const HydrateFallback = Undetermined

export default function ProviderMessagesPage() {
  return (
    <Room title={t('msg.title')}>
      <MessagesRoom loaded={useLoaderData<typeof clientLoader>()} base="/dashboard/messages" />
    </Room>
  )
}

export { RoomError as ErrorBoundary }
