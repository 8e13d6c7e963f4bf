import { Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData, useParams } from 'react-router'
import type { MailedBooking } from '#contract/bookings/mailed-bookings.ts'
import { formatDate } from '#contract/format.ts'
import { createTranslator, defineMessages } from '#contract/i18n/messages.ts'
import type { Message } from '#contract/messaging/messages.ts'
import { formatEventDay } from '#web/appointments/booking-phrases.ts'
import { MessageList } from '#web/messaging/message-list.tsx'
import { formatWhySilent } from '#web/messaging/messages.ts'
import { ReceiptPaper } from '#web/payments/receipt-paper.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { nullWhenMissing, serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import { useForm } from '#web/platform/use-form.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import styles from './mailed-booking-page.module.css'

const mailedMessages = defineMessages({
  'mailed.meta': 'Your booking · Primp',
  'mailed.title': 'Your booking with {provider}',
  'mailed.about': '{event}, {date}',
  'mailed.scope':
    'This link works until {date}. It opens the messages and receipt of this booking, without logging in.',
  'mailed.open': 'Log in to see the whole booking',
  'mailed.messages': 'Messages',
  'mailed.messages.with': 'Conversation with {provider}',
  'mailed.earlier': 'Show earlier messages',
  'mailed.write': 'Message to {provider}',
  'mailed.write.empty': 'Write your message.',
  'mailed.send': 'Send',
  'mailed.sent': 'Message sent.',
  'mailed.receipt': 'Receipt',
  'mailed.print': 'Print receipt',
  'mailed.ended.title': 'This link does not work any more',
  'mailed.ended.text':
    'Links in our emails show a booking until 30 days after the event. Log in with your email address to see all your bookings. You do not need a password.',
  'mailed.ended.logIn': 'Log in',
})

export const meta: MetaFunction = () =>
  createHead({ title: createTranslator(mailedMessages)('mailed.meta'), publicUrl: '', noindex: true })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const found = await nullWhenMissing(serverApi(context).mailedBookings.read({ key: params['key'] ?? '' }))
  return data({ booking: found?.booking ?? null }, found ? {} : { status: 404 })
}

/** The messages and the receipt of one booking, opened from an email without logging in. */
export default function MailedBookingPage() {
  const { key = '' } = useParams()
  const { booking } = useLoaderData<typeof loader>()
  return booking ? <OneBooking key={key} booking={booking} linkKey={key} /> : <EndedLink />
}

function EndedLink() {
  const t = createTranslator(mailedMessages)
  return (
    <main id="main" tabIndex={-1} className="page-width section stack gap-24">
      <h1 className="heading-1">{t('mailed.ended.title')}</h1>
      <p className="lead">{t('mailed.ended.text')}</p>
      <div>
        <ButtonLink to="/login">{t('mailed.ended.logIn')}</ButtonLink>
      </div>
    </main>
  )
}

interface OneBookingProps {
  booking: MailedBooking
  linkKey: string
}

function OneBooking({ booking, linkKey }: OneBookingProps) {
  const { appointmentId, countryCode, event, openUntil, provider, receipt, talk } = booking
  const t = createTranslator(mailedMessages, countryCode)
  const date = formatEventDay(booking)
  return (
    <main id="main" tabIndex={-1} className="page-width section stack gap-24">
      <div className="stack gap-12 no-print">
        <h1 className="heading-1">{t('mailed.title', { provider })}</h1>
        <p className="lead">{event ? t('mailed.about', { event, date }) : date}</p>
        <p className="small muted">
          {t('mailed.scope', { date: formatDate(openUntil, countryCode, new Date().getFullYear()) })}
        </p>
        <p>
          <Link className="link tap-target" to={`/customer-dashboard/bookings/${appointmentId}`}>
            {t('mailed.open')}
          </Link>
        </p>
      </div>
      <div className={styles.parts}>
        {talk && <Messages booking={booking} talk={talk} linkKey={linkKey} />}
        {receipt && (
          <section id="receipt" className={joinClasses('stack', styles.part)} aria-label={t('mailed.receipt')}>
            <ReceiptPaper receipt={receipt} heading="h2" />
            <div className="no-print">
              <Button kind="secondary" onClick={() => print()}>
                <Printer className="icon" aria-hidden="true" />
                {t('mailed.print')}
              </Button>
            </div>
          </section>
        )}
      </div>
    </main>
  )
}

interface MessagesProps extends OneBookingProps {
  talk: NonNullable<MailedBooking['talk']>
}

function Messages({ booking: { countryCode, provider, timeZone }, talk, linkKey }: MessagesProps) {
  const t = createTranslator(mailedMessages, countryCode)
  const [messages, setMessages] = useState<readonly Message[]>(talk.messages)
  const [earlier, setEarlier] = useState(talk.earlier)
  const [text, setText] = useState('')
  const [sent, setSent] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const log = useRef<HTMLDivElement>(null)
  const sending = useForm({ form })
  const loading = useForm()
  const newest = messages.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message scrolls
  useEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight
  }, [newest])
  const showEarlier = async () => {
    const before = messages[0]?.id
    const read = () => browserApi().mailedBookings.read({ key: linkKey, before }, { auth: false })
    const page = (await loading.run(read))?.answer.booking.talk
    if (!page) return
    setMessages((now) => [...page.messages, ...now])
    setEarlier(page.earlier)
  }
  const send = async () => {
    setSent(false)
    const done = await sending.run(
      (key) => browserApi().mailedBookings.write({ key: linkKey, text: text.trim() }, { auth: false, key }),
      { errors: text.trim() ? {} : { text: t('mailed.write.empty') } },
    )
    if (!done) return
    setMessages((now) => [...now, done.answer.message])
    setText('')
    setSent(true)
  }
  const silent = formatWhySilent(talk.conversation)
  return (
    <section
      id="messages"
      className={joinClasses('card pad-24 stack no-print', styles.part)}
      aria-labelledby="messages-title">
      <h2 className="heading-2" id="messages-title">
        {t('mailed.messages')}
      </h2>
      {earlier && (
        <div className="stack gap-8">
          {loading.formError && <Note kind="error">{loading.formError}</Note>}
          <div>
            <Button kind="secondary" size="small" loading={loading.pending} onClick={showEarlier}>
              {t('mailed.earlier')}
            </Button>
          </div>
        </div>
      )}
      <div
        ref={log}
        className={styles.log}
        role="log"
        aria-label={t('mailed.messages.with', { provider })}
        tabIndex={0}>
        <MessageList messages={messages} name={provider} readByThem={talk.readByThem} timeZone={timeZone} />
      </div>
      {silent ? (
        <Note kind="info">{silent}</Note>
      ) : (
        <form
          ref={form}
          className="stack gap-12"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}>
          <TextAreaField
            label={t('mailed.write', { provider })}
            name="text"
            rows={3}
            maxLength={4000}
            value={text}
            error={sending.errors['text'] ?? null}
            onChange={({ target }) => {
              setText(target.value)
              setSent(false)
            }}
          />
          {sending.formError && <Note kind="error">{sending.formError}</Note>}
          <div role="status">{sent && <Note kind="success">{t('mailed.sent')}</Note>}</div>
          <div>
            <Button type="submit" loading={sending.pending}>
              {t('mailed.send')}
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
