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
import { aboutLine, dayLine, dayOf, systemLine, timeOf } from './phrases.ts'
import { type Loaded, useConversation } from './use-conversation.ts'
import { messageWords } from './words.ts'
import { classes } from '#web/ui/class-names.ts'
import styles from './conversation-view.module.css'
import buttonStyles from '#web/ui/button.module.css'
import messagesStyles from './messages.module.css'

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
  const whole = useRef<HTMLElement>(null)
  const newest = messages.at(-1)?.id ?? 0
  // The newest is in view when it comes, as long as nobody is reading further up.
  const atEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message scrolls
  useEffect(() => {
    if (!atEnd.current) return
    // On a screen of few lines the card scrolls too.
    for (const { current } of [log, whole]) if (current) current.scrollTop = current.scrollHeight
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
    <section ref={whole} className={classes('card', styles.conversation)} aria-label={t('msg.with', { name })}>
      <header className={styles.conversationHead}>
        <Link
          className={classes(buttonStyles.iconButton, styles.conversationBack)}
          to={base}
          aria-label={t('msg.back')}>
          <ChevronLeft className="icon icon-large" aria-hidden="true" />
        </Link>
        {conversation.side === 'customer' && (
          <Avatar className={styles.face} size={40} src={conversation.with.picture.src} alt="" />
        )}
        <div className="grow can-shrink">
          <h2 className="title">
            {conversation.with.slug ? <Link to={`/@/${conversation.with.slug}`}>{name}</Link> : name}
          </h2>
          <p className="small muted">{aboutLine(conversation)}</p>
        </div>
        <ConversationMenu conversation={conversation} onChanged={refresh} />
      </header>
      {conversation.masked && (
        <p className={classes('small', styles.conversationMasked)}>
          <EyeOff className="icon" aria-hidden="true" />
          <span>
            {t('msg.masked')} <span className={styles.maskedWhy}>{t('msg.masked.why')}</span>
          </span>
        </p>
      )}
      <div
        className={styles.conversationLog}
        ref={log}
        role="log"
        aria-label={t('msg.with', { name })}
        tabIndex={0}
        onScroll={({ currentTarget: at }) => {
          atEnd.current = at.scrollHeight - at.scrollTop - at.clientHeight < 80
        }}>
        {state.earlier && (
          <Button
            className={styles.button}
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
              <p className={classes('micro', styles.conversationDay)}>{dayLine(dayOf(message.at))}</p>
            )}
            <Said message={message} name={name} />
            {message === lastRead && readByThem.at && (
              <p className={classes('micro', styles.conversationRead)}>
                {t('msg.read', { clock: timeOf(readByThem.at) })}
              </p>
            )}
          </Fragment>
        ))}
        {outgoing.map((one) => (
          <div key={one.key} className={classes(styles.bubble, styles.mine, one.state === 'failed' && styles.failed)}>
            {one.pictures.length > 0 && <Pictures of={one.pictures.map((src) => ({ src, alt: '' }))} />}
            {one.text && <p>{one.text}</p>}
            {one.state === 'sending' ? (
              <span className="micro">{t('msg.sending')}</span>
            ) : (
              <button type="button" className="link tap-target" onClick={() => again(one)}>
                {t('msg.failed')}
              </button>
            )}
          </div>
        ))}
      </div>
      {silent ? (
        <div className={messagesStyles.composer}>
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
    return <p className={classes('small', styles.conversationSystem)}>{systemLine(message.kind, message.slots)}</p>
  return (
    <div className={classes(styles.bubble, message.from === 'you' && styles.mine)}>
      <span className="visually-hidden">{message.from === 'you' ? t('msg.from.you') : name}: </span>
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
    <div className={styles.bubblePictures}>
      {of.map(({ src }) => (
        <a key={src} href={src} target="_blank" rel="noreferrer" aria-label={t('msg.photo.open')}>
          <Pan className={styles.frame} src={src} alt={t('msg.photo.alt')} />
        </a>
      ))}
    </div>
  )
}
