import { countOf } from '#contract/i18n/counts.ts'
import { useEffect, useState } from 'react'
import { NavLink } from 'react-router'
import type { AppointmentSummary } from '#contract/appointments/appointment.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatMoney } from '#contract/format.ts'
import type { Conversation, messages as calls, Side } from '#contract/messaging/messages.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { StateBadge } from '#web/appointments/state-badge.tsx'
import { formatClockIn, formatEventDay, formatReady } from '#web/appointments/booking-phrases.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { ConversationView } from './conversation-view.tsx'
import styles from './inbox.module.css'
import { useLive } from './live.ts'
import type { LoadedConversation } from './use-conversation.ts'
import {
  formatConversationSubject,
  formatMessageDay,
  formatLastLine,
  conversationMessages,
  formatMessageWhen,
} from './messages.ts'

const t = createTranslator(conversationMessages)

type MessagesLoaded = {
  side: Side
  list: OutputOf<typeof calls.list>
  open: LoadedConversation | null
  booking: AppointmentSummary | null
}

/** Loads an inbox: conversations, the open one, and its booking. */
export async function loadMessages(side: Side, conversationId: string | undefined): Promise<MessagesLoaded> {
  const [list, open, about] = await Promise.all([
    browserApi().messages.list({ side }),
    conversationId ? browserApi().messages.read({ conversationId }) : null,
    // Messages can be read without it.
    conversationId
      ? browserApi()
          .customerDashboard.readByConversation({ conversationId })
          .catch(() => null)
      : null,
  ])
  return { side, list, open, booking: about?.booking ?? null }
}

export function Inbox({ loaded, base }: { loaded: MessagesLoaded; base: string }) {
  const { side, open } = loaded
  const [{ conversations, nextCursor }, setList] = useState(loaded.list)
  const { pending, run } = useForm({ toasts: true })
  useEffect(() => setList(loaded.list), [loaded.list])
  const refresh = async () => {
    const fresh = await browserApi()
      .messages.list({ side })
      .catch(() => null)
    if (fresh)
      setList((now) =>
        now.conversations.length > fresh.conversations.length
          ? {
              ...now,
              conversations: [
                ...fresh.conversations,
                ...now.conversations.filter(({ id }) => !fresh.conversations.some((one) => one.id === id)),
              ],
            }
          : fresh,
      )
  }
  useLive(['message.', 'conversation.', 'appointment.booked'], () => void refresh())
  const more = async () => {
    const done = await run(() => browserApi().messages.list({ side, cursor: nextCursor ?? undefined }))
    if (!done) return
    const { conversations, nextCursor: next } = done.answer
    setList((now) => ({ conversations: [...now.conversations, ...conversations], nextCursor: next }))
  }
  if (conversations.length === 0 && !open) {
    return side === 'customer' ? (
      <Empty
        drawing="letter"
        title={t('empty.messages')}
        action={<ButtonLink to="/">{t('empty.messages.start')}</ButtonLink>}
      />
    ) : (
      <Empty drawing="letter" title={t('empty.messages.provider')} />
    )
  }
  return (
    <div className={styles.messageRoom}>
      <div className={joinClasses(styles.messages, open && styles.isOpen)}>
        <nav className={styles.messagesList} aria-label={t('conversation.list')}>
          <ul>
            {groupByArtist(conversations, side).map(({ first, all }) => (
              <li key={first.id} className={joinClasses(all.length > 1 && styles.group)}>
                {all.length === 1 ? (
                  <Entry one={first} base={base} />
                ) : (
                  <>
                    <p className={styles.groupHead}>
                      <Avatar size={40} src={first.with.picture.src} alt="" />
                      <b className={joinClasses('bold', styles.cutLine)}>{first.with.name}</b>
                    </p>
                    <ul>
                      {all.map((one) => (
                        <li key={one.id}>
                          <Entry one={one} base={base} grouped />
                        </li>
                      ))}
                    </ul>
                  </>
                )}
              </li>
            ))}
          </ul>
          {nextCursor && (
            <Button kind="secondary" size="small" loading={pending} onClick={more}>
              {t('conversation.more')}
            </Button>
          )}
        </nav>
        {open ? (
          <ConversationView key={open.conversation.id} loaded={open} base={base} onSeen={refresh} />
        ) : (
          <div className={styles.messagesChoose}>
            <Empty drawing="letter" title={t('conversation.choose')} />
          </div>
        )}
        {open && <TalkedAbout conversation={open.conversation} booking={loaded.booking} />}
      </div>
    </div>
  )
}

/** Groups a customer's conversations by artist, in the order of the newest message; an artist's list stays flat. */
const groupByArtist = (conversations: readonly Conversation[], side: Side) =>
  [...Map.groupBy(conversations, ({ id, providerId }) => (side === 'customer' ? providerId : id)).values()].flatMap(
    (all) => (all[0] ? { first: all[0], all } : []),
  )

/** A conversation in the list. In a group the day is its title, because the artist is named once above. */
function Entry({ one, base, grouped = false }: { one: Conversation; base: string; grouped?: boolean }) {
  const [title, subject] = [one.with.name, formatConversationSubject(one)]
  return (
    <NavLink
      to={`${base}/${one.id}`}
      className={({ isActive }) => joinClasses(styles.entry, isActive && styles.chosen, one.unread > 0 && styles.fresh)}
      preventScrollReset>
      {one.side === 'customer' && !grouped && <Avatar size={40} src={one.with.picture.src} alt="" />}
      <span className="grow can-shrink">
        <b className={joinClasses('bold', !grouped && styles.cutLine)}>
          {grouped ? subject : title}
          {grouped && <span className="visually-hidden">{title}</span>}
        </b>
        {!grouped && <span className="micro muted">{subject}</span>}
        <span className="row space-between gap-8">
          <span className={joinClasses('small', styles.cutLine)}>{formatLastLine(one)}</span>
          <span className={joinClasses('micro muted', styles.when)}>{formatMessageWhen(one.lastAt)}</span>
          {one.unread > 0 && (
            <span className={styles.entryCount}>
              <span aria-hidden="true">{one.unread}</span>
              <span className="visually-hidden">{t('conversation.unread', { n: one.unread })}</span>
            </span>
          )}
        </span>
      </span>
    </NavLink>
  )
}

/** The booking or requested day of a conversation, next to it if there is space. */
function TalkedAbout({ conversation, booking }: { conversation: Conversation; booking: AppointmentSummary | null }) {
  const { side } = conversation
  const facts: (readonly [label: string, text: string])[] = booking
    ? [
        [t('conversation.booking.when'), formatEventDay(booking)],
        [t('conversation.booking.arrive'), formatClockIn(booking.startsAt, booking.timeZone)],
        [t('conversation.booking.ready'), formatReady(booking)],
        [t('conversation.booking.where'), booking.place.split(',')[0] ?? booking.place],
        [t('conversation.booking.who'), countOf('people', booking.people)],
        side === 'provider' && booking.earnings !== null
          ? [t('conversation.booking.earnings'), formatMoney(booking.earnings, booking.currency)]
          : [t('conversation.booking.total'), formatMoney(booking.total, booking.currency)],
      ]
    : !conversation.eventDate
      ? []
      : [
          [t('conversation.booking.when'), formatMessageDay(conversation.eventDate)],
          [t('conversation.booking.where'), conversation.place.split(',')[0] ?? conversation.place],
        ]
  if (facts.length === 0) return null
  return (
    <aside className={styles.about} aria-label={t('conversation.booking')}>
      <TitledCard
        title={booking ? booking.event || t('conversation.booking') : t('conversation.booking.none')}
        beside={booking && <StateBadge booking={booking} side={side} />}>
        <dl className={styles.facts}>
          {facts.map(([label, text]) => (
            <div key={label}>
              <dt className="small muted">{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {booking && (
          <ButtonLink
            kind="secondary"
            to={
              side === 'provider'
                ? `/dashboard/appointments/${booking.id}`
                : `/customer-dashboard/bookings/${booking.id}`
            }>
            {t('conversation.booking.open')}
          </ButtonLink>
        )}
      </TitledCard>
    </aside>
  )
}
