import { Ban, ChevronLeft, EyeOff, Flag, ImagePlus, SendHorizontal } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Conversation } from '#contract/messaging/messages.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import buttonStyles from '#web/ui/button.module.css'
import { Button, IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import chipsStyles from '#web/ui/fields/chips.module.css'
import { FieldError, TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Drawer } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import composerStyles from './composer.module.css'
import styles from './conversation-view.module.css'
import messagesStyles from './messages.module.css'
import { PictureInput, PictureStrip, usePictures } from './picture-strip.tsx'
import { type LoadedConversation, useConversation } from './use-conversation.ts'
import { MessageList, MessagePictures } from './message-list.tsx'
import { conversationMessages, formatConversationSubject, formatWhySilent } from './messages.ts'

const t = createTranslator(conversationMessages)

export function ConversationView({
  loaded,
  base,
  onSeen,
}: {
  loaded: LoadedConversation
  base: string
  onSeen: () => void
}) {
  const { state, outgoing, loadingEarlier, earlier, refresh, send, again } = useConversation(loaded, {
    onSeen,
    onFailed: () => showToast('error', t('toast.message.failed')),
  })
  const { conversation, messages, readByThem } = state
  const { name } = conversation.with
  const log = useRef<HTMLDivElement>(null)
  const whole = useRef<HTMLElement>(null)
  const newest = messages.at(-1)?.id ?? 0
  // Scrolls to new messages unless the reader has scrolled up.
  const atEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message scrolls
  useEffect(() => {
    if (!atEnd.current) return
    // On low screens the card scrolls too.
    for (const { current } of [log, whole]) if (current) current.scrollTop = current.scrollHeight
  }, [newest, outgoing.length])
  const silent = formatWhySilent(conversation)
  const said = messages.some(({ from }) => from === 'you')
  const starter = said
    ? null
    : conversation.side === 'customer'
      ? t('conversation.starter.customer')
      : t('conversation.starter.provider', { firstName: conversation.with.firstName })
  return (
    <section
      ref={whole}
      className={joinClasses('card', styles.conversation)}
      aria-label={t('conversation.with', { name })}>
      <header className={styles.conversationHead}>
        <Link
          className={joinClasses(buttonStyles.iconButton, styles.conversationBack)}
          to={base}
          aria-label={t('conversation.back')}>
          <ChevronLeft className="icon icon-large" aria-hidden="true" />
        </Link>
        {conversation.side === 'customer' && (
          <Avatar className={styles.face} size={40} src={conversation.with.picture.src} alt="" />
        )}
        <div className="grow can-shrink">
          <h2 className="title">
            {conversation.with.slug ? <Link to={`/@/${conversation.with.slug}`}>{name}</Link> : name}
          </h2>
          <p className="small muted">{formatConversationSubject(conversation)}</p>
        </div>
        <ConversationMenu conversation={conversation} onChanged={refresh} />
      </header>
      {conversation.masked && (
        <p className={joinClasses('small', styles.conversationMasked)}>
          <EyeOff className="icon" aria-hidden="true" />
          <span>
            {conversation.side === 'customer'
              ? t('conversation.masked')
              : t('conversation.masked.provider', { firstName: conversation.with.firstName })}{' '}
            <span className={styles.maskedWhy}>
              {t(conversation.side === 'customer' ? 'conversation.masked.why' : 'conversation.masked.why.provider')}
            </span>
          </span>
        </p>
      )}
      <div
        className={styles.conversationLog}
        ref={log}
        role="log"
        aria-label={t('conversation.with', { name })}
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
            {t('conversation.earlier')}
          </Button>
        )}
        <MessageList messages={messages} name={name} readByThem={readByThem} />
        {outgoing.map((one) => (
          <div
            key={one.key}
            className={joinClasses(styles.bubble, styles.mine, one.state === 'failed' && styles.failed)}>
            {one.pictures.length > 0 && <MessagePictures of={one.pictures.map((src) => ({ src, alt: '' }))} />}
            {one.text && <p>{one.text}</p>}
            {one.state === 'sending' ? (
              <span className="micro">{t('conversation.sending')}</span>
            ) : (
              <button type="button" className="link tap-target" onClick={() => again(one)}>
                {t('conversation.failed')}
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

function ConversationMenu({ conversation, onChanged }: { conversation: Conversation; onChanged: () => void }) {
  const { id: conversationId, blocked } = conversation
  const { name } = conversation.with
  const [reporting, setReporting] = useState(false)
  const sending = useForm()
  const turning = useForm({ toasts: true })
  const [reason, setReason] = useState('')
  const report = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await sending.run(() => browserApi().messages.report({ conversationId, reason })))) return
    showToast('success', t('toast.report.sent'))
    onChanged()
    setReporting(false)
    setReason('')
  }
  const toggle = async () => {
    const { block, unblock } = browserApi().messages
    const done = await turning.run(
      (): Promise<unknown> => (blocked.byYou ? unblock({ conversationId }) : block({ conversationId })),
    )
    if (!done) return
    showToast('success', t(blocked.byYou ? 'toast.unblocked' : 'toast.blocked', { name }))
    onChanged()
  }
  return (
    <div className={joinClasses('row', styles.conversationActs)}>
      <Button className={styles.conversationMenuButton} kind="quiet" size="small" onClick={() => setReporting(true)}>
        <Flag className="icon" aria-hidden="true" />
        <span className={styles.actLabel}>{t('conversation.report')}</span>
      </Button>
      <Button
        className={styles.conversationMenuButton}
        kind="quiet"
        size="small"
        loading={turning.pending}
        onClick={toggle}>
        <Ban className="icon" aria-hidden="true" />
        <span className={styles.actLabel}>
          {t(blocked.byYou ? 'conversation.unblock' : 'conversation.block', { name: conversation.with.firstName })}
        </span>
      </Button>
      <Drawer
        open={reporting}
        onClose={() => setReporting(false)}
        title={t('conversation.report.title')}
        close={t('conversation.cancel')}>
        <form className="stack" onSubmit={report}>
          <p className="muted">{t('conversation.report.text', { name })}</p>
          <TextAreaField
            label={t('conversation.report.reason')}
            required
            maxLength={1000}
            rows={4}
            value={reason}
            error={sending.formError ?? undefined}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button className={styles.conversationMenuButton} type="submit" loading={sending.pending}>
            {t('conversation.report')}
          </Button>
        </form>
      </Drawer>
    </div>
  )
}

const MOST_PICTURES = 6
const LONGEST = 4000

function Composer({
  starter,
  onSend,
}: {
  starter: string | null
  onSend: (text: string, pictures: readonly string[]) => void
}) {
  const [text, setText] = useState('')
  const chosen = usePictures(MOST_PICTURES)
  const { pictures, problem } = chosen
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const empty = !text.trim() && pictures.length === 0

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (chosen.busy) return
    if (empty) {
      area.current?.focus()
      return
    }
    onSend(text.trim(), pictures)
    setText('')
    chosen.clear()
    area.current?.focus()
  }
  // Enter sends, Shift+Enter breaks the line; on touch screens Enter breaks the line.
  const keys = (event: KeyboardEvent) => {
    if (
      event.key !== 'Enter' ||
      event.shiftKey ||
      event.nativeEvent.isComposing ||
      window.matchMedia('(pointer: coarse)').matches
    )
      return
    submit(event)
  }
  return (
    <form className={messagesStyles.composer} data-foot-act onSubmit={submit}>
      {starter && !text && (
        <button
          type="button"
          className={joinClasses(chipsStyles.chip, messagesStyles.chip)}
          onClick={() => {
            setText(starter)
            area.current?.focus()
          }}>
          {starter}
        </button>
      )}
      <PictureStrip chosen={chosen} />
      {problem && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
      <div className={composerStyles.composerLine}>
        <PictureInput chosen={chosen} />
        <IconButton
          label={t('conversation.photo')}
          disabled={chosen.full || chosen.busy}
          onClick={() => chosen.file.current?.click()}>
          <ImagePlus className="icon icon-large" aria-hidden="true" />
        </IconButton>
        <textarea
          ref={area}
          aria-label={t('conversation.write')}
          placeholder={t('conversation.write.here')}
          rows={1}
          maxLength={LONGEST}
          value={text}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={keys}
        />
        <Button type="submit" loading={chosen.busy} aria-label={t('conversation.send')}>
          <SendHorizontal className="icon" aria-hidden="true" />
          <span className={messagesStyles.wideOnly}>{t('conversation.send')}</span>
        </Button>
      </div>
    </form>
  )
}
