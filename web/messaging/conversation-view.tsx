import { ChevronLeft, EyeOff } from 'lucide-react'
import { Fragment, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Message } from '#contract/messaging/messages.ts'
import { reader } from '#contract/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { Avatar, Pan } from '#web/ui/pictures/picture.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Composer } from './composer.tsx'
import { ConversationMenu } from './conversation-menu.tsx'
import { dayLine, dayOf, systemLine, timeOf } from './phrases.ts'
import { type Loaded, useConversation } from './use-conversation.ts'
import { messageWords } from './words.ts'
import { classes } from '#web/ui/class-names.ts'

const t = reader(messageWords)

/** One conversation: what was said, what is on its way, and where the next message is written. */
export function ConversationView({ loaded, base, onSeen }: { loaded: Loaded; base: string; onSeen: () => void }) {
  const { state, outgoing, loadingEarlier, earlier, refresh, send, again } = useConversation(loaded, {
    onSeen,
    onFailed: () => toast('error', t('toast.message.failed')),
  })
  const { conversation, messages, readByThem } = state
  const { name } = conversation.with
  const log = useRef<HTMLDivElement>(null)
  const newest = messages.at(-1)?.id ?? 0
  // The newest is in view when it comes, as long as nobody is reading further up.
  const atEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message scrolls
  useEffect(() => {
    if (atEnd.current && log.current) log.current.scrollTop = log.current.scrollHeight
  }, [newest, outgoing.length])
  const lastRead = messages.findLast(({ from, id }) => from === 'you' && id <= readByThem.id)
  const silent =
    conversation.state === 'closed'
      ? t('msg.closed')
      : conversation.blocked.byYou
        ? t('msg.blocked', { name })
        : conversation.blocked.byThem
          ? t('msg.blocked.them', { name })
          : null
  const said = messages.some(({ from }) => from === 'you')
  const starter = said
    ? null
    : conversation.side === 'customer'
      ? t('msg.starter.customer')
      : t('msg.starter.provider', { firstName: conversation.with.firstName })
  return (
    <section className="conversation cardx" aria-label={t('msg.with', { name })}>
      <header className="conversation-head">
        <Link className="ib conversation-back" to={base} aria-label={t('msg.back')}>
          <ChevronLeft className="i i24" aria-hidden="true" />
        </Link>
        {conversation.side === 'customer' && <Avatar size={40} src={conversation.with.picture.src} alt="" />}
        <div className="grow min0">
          <h2 className="title">
            {conversation.with.slug ? <Link to={`/@/${conversation.with.slug}`}>{name}</Link> : name}
          </h2>
          <p className="small mut">
            {t('msg.about', { date: dayLine(conversation.eventDate), place: conversation.place.split(',')[0] ?? '' })}
          </p>
        </div>
        <ConversationMenu conversation={conversation} onChanged={refresh} />
      </header>
      {conversation.masked && (
        <p className="conversation-masked small">
          <EyeOff className="i" aria-hidden="true" />
          <span>
            {t('msg.masked')} <span className="masked-why">{t('msg.masked.why')}</span>
          </span>
        </p>
      )}
      <div
        className="conversation-log"
        ref={log}
        role="log"
        aria-label={t('msg.with', { name })}
        tabIndex={0}
        onScroll={({ currentTarget: at }) => {
          atEnd.current = at.scrollHeight - at.scrollTop - at.clientHeight < 80
        }}>
        {state.earlier && (
          <Button
            kind="secondary"
            size="small"
            loading={loadingEarlier}
            onClick={() => {
              atEnd.current = false
              void earlier()
            }}>
            {t('msg.earlier')}
          </Button>
        )}
        {messages.map((message, i) => (
          <Fragment key={message.id}>
            {dayOf(message.at) !== dayOf(messages[i - 1]?.at ?? '1970-01-01T00:00:00Z') && (
              <p className="conversation-day micro">{dayLine(dayOf(message.at))}</p>
            )}
            <Said message={message} name={name} />
            {message === lastRead && readByThem.at && (
              <p className="conversation-read micro">{t('msg.read', { clock: timeOf(readByThem.at) })}</p>
            )}
          </Fragment>
        ))}
        {outgoing.map((one) => (
          <div key={one.key} className={classes('bubble mine', one.state === 'failed' && 'failed')}>
            {one.pictures.length > 0 && <Pictures of={one.pictures.map((src) => ({ src, alt: '' }))} />}
            {one.text && <p>{one.text}</p>}
            {one.state === 'sending' ? (
              <span className="micro">{t('msg.sending')}</span>
            ) : (
              <button type="button" className="link tap" onClick={() => again(one)}>
                {t('msg.failed')}
              </button>
            )}
          </div>
        ))}
      </div>
      {silent ? (
        <div className="composer">
          <Note kind="info">{silent}</Note>
        </div>
      ) : (
        <Composer
          starter={starter}
          onSend={(text, pictures) => {
            atEnd.current = true
            void send(text, pictures)
          }}
        />
      )}
    </section>
  )
}

function Said({ message, name }: { message: Message; name: string }) {
  if (message.from === 'system')
    return <p className="conversation-system small">{systemLine(message.kind, message.slots)}</p>
  return (
    <div className={classes('bubble', message.from === 'you' && 'mine')}>
      <span className="sr">{message.from === 'you' ? t('msg.from.you') : name}: </span>
      {message.pictures.length > 0 && <Pictures of={message.pictures} />}
      {message.text && <p>{message.text}</p>}
      <time className="micro" dateTime={message.at}>
        {timeOf(message.at)}
      </time>
    </div>
  )
}

function Pictures({ of }: { of: readonly { src: string; alt: string }[] }) {
  return (
    <div className="bubble-pictures">
      {of.map(({ src }) => (
        <a key={src} href={src} target="_blank" rel="noreferrer" aria-label={t('msg.photo.open')}>
          <Pan src={src} alt={t('msg.photo.alt')} />
        </a>
      ))}
    </div>
  )
}
