import { Fragment } from 'react'
import { createTranslator } from '#contract/i18n/messages.ts'
import type { Message } from '#contract/messaging/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { Pan } from '#web/ui/pictures/picture.tsx'
import styles from './conversation-view.module.css'
import { conversationMessages, formatMessageDay, formatMessageTime, formatSystemLine, toLocalDay } from './messages.ts'
import type { LoadedConversation } from './use-conversation.ts'

const t = createTranslator(conversationMessages)

interface MessageListProps {
  messages: readonly Message[]
  /** The name of the other person. */
  name: string
  readByThem: LoadedConversation['readByThem']
  /** The zone of all times; by default that of the device, which a page rendered by the server does not know. */
  timeZone?: string
}

/** Messages with a line above each day, and the time at which the other person read the last one. */
export function MessageList({ messages, name, readByThem, timeZone }: MessageListProps) {
  const lastRead = messages.findLast(({ from, id }) => from === 'you' && id <= readByThem.id)
  const dayOf = (at: string) => toLocalDay(at, timeZone)
  return messages.map((message, i) => (
    <Fragment key={message.id}>
      {dayOf(message.at) !== dayOf(messages[i - 1]?.at ?? '1970-01-01T00:00:00Z') && (
        <p className={joinClasses('micro', styles.conversationDay)}>{formatMessageDay(dayOf(message.at))}</p>
      )}
      <Said message={message} name={name} timeZone={timeZone} />
      {message === lastRead && readByThem.at && (
        <p className={joinClasses('micro', styles.conversationRead)}>
          {t('conversation.read', { clock: formatMessageTime(readByThem.at, timeZone) })}
        </p>
      )}
    </Fragment>
  ))
}

function Said({ message, name, timeZone }: { message: Message; name: string; timeZone: string | undefined }) {
  if (message.from === 'system')
    return (
      <p className={joinClasses('small', styles.conversationSystem)}>{formatSystemLine(message.kind, message.slots)}</p>
    )
  return (
    <div className={joinClasses(styles.bubble, message.from === 'you' && styles.mine)}>
      <span className="visually-hidden">{message.from === 'you' ? t('conversation.from.you') : name}: </span>
      {message.pictures.length > 0 && <MessagePictures of={message.pictures} />}
      {message.text && <p>{message.text}</p>}
      <time className="micro" dateTime={message.at}>
        {formatMessageTime(message.at, timeZone)}
      </time>
    </div>
  )
}

export function MessagePictures({ of }: { of: readonly { src: string; alt: string }[] }) {
  return (
    <div className={styles.bubblePictures}>
      {of.map(({ src }) => (
        <a key={src} href={src} target="_blank" rel="noreferrer" aria-label={t('conversation.photo.open')}>
          <Pan className={styles.frame} src={src} alt={t('conversation.photo.alt')} />
        </a>
      ))}
    </div>
  )
}
