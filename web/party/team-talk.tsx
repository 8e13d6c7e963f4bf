import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { TeamMessage, TeamTalk as Talk } from '#contract/party/team-talk.ts'
import type { CountryCode } from '#contract/values.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { useLive } from '#web/messaging/live.ts'
import { formatMessageDay, formatMessageTime, toLocalDay } from '#web/messaging/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { useForm } from '#web/platform/use-form.ts'
import { formatTeamNames } from '#web/search/team-up/team-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Empty } from '#web/ui/empty.tsx'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { revealElement } from '#web/ui/reveal.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import styles from './team-talk.module.css'

type Of = { teamId: string } | { appointmentId: string }

// The caller has no access: another team, or impersonation.
const notTheirs = new Set(['not_found', 'not_allowed_acting'])

/** The team's conversation: by team for its customer, by appointment for an artist. */
export function TeamTalk({ of, country }: { of: Of; country: CountryCode }) {
  const t = createTranslator(teamTalkMessages, country)
  const [talk, setTalk] = useState<Talk | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const act = useForm()
  const more = useForm()
  const read = (before?: number) => {
    const { teamTalk } = browserApi()
    return 'teamId' in of ? teamTalk.read({ ...of, before }) : teamTalk.readAsProvider({ ...of, before })
  }
  const { answer, fault, again } = useAnswer(JSON.stringify(of), () => read())
  useLive(['team.message', 'appointment.'], () => again())
  useEffect(() => {
    if (answer) setTalk((known) => mergeLatestPage(known, answer))
  }, [answer])
  // Scrolls to new messages unless the reader has scrolled up.
  const log = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const newest = talk?.messages.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message scrolls
  useEffect(() => {
    if (log.current && atEnd.current) log.current.scrollTop = log.current.scrollHeight
  }, [newest])
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const said = { text: text.trim() }
    if (!said.text) return revealElement(field.current)
    const done = await act.run((key) => {
      const { teamTalk } = browserApi()
      return 'teamId' in of
        ? teamTalk.write({ ...of, ...said }, { key })
        : teamTalk.writeAsProvider({ ...of, ...said }, { key })
    })
    if (!done) return
    setText('')
    atEnd.current = true
    setTalk((known) => mergeLatestPage(known, done.answer))
  }
  if (fault && notTheirs.has(fault.code)) return null
  const messages = talk?.messages ?? []
  const showEarlier = async () => {
    const done = await more.run(() => read(messages[0]?.id))
    if (!done) return
    atEnd.current = false
    setTalk((known) => known && mergeEarlierPage(known, done.answer))
  }
  return (
    <div id="talk">
      <TitledCard title={t('talk.title')}>
        {talk && talk.others.length > 0 && (
          <p className="small muted">{t('talk.who', { names: formatTeamNames(talk.others) })}</p>
        )}
        {fault && (
          <Note kind="error">
            <p>{t('talk.fault')}</p>
            <Button kind="secondary" size="small" onClick={again}>
              {t('talk.again')}
            </Button>
          </Note>
        )}
        {!talk && !fault && <p className="small muted">{t('talk.loading')}</p>}
        {talk && messages.length === 0 && <Empty drawing="letter" title={t('talk.empty')} />}
        {messages.length > 0 && (
          <div
            className={styles.talkLog}
            ref={log}
            role="log"
            aria-label={t('talk.title')}
            tabIndex={0}
            onScroll={({ currentTarget: at }) => {
              atEnd.current = at.scrollHeight - at.scrollTop - at.clientHeight < 80
            }}>
            {talk?.earlier && (
              <>
                {more.formError && <Note kind="error">{more.formError}</Note>}
                <Button kind="secondary" size="small" loading={more.pending} onClick={showEarlier}>
                  {t('talk.earlier')}
                </Button>
              </>
            )}
            {messages.map((message, i) => (
              <Said
                key={message.id}
                message={message}
                day={
                  toLocalDay(message.at) === toLocalDay(messages[i - 1]?.at ?? '1970-01-01T00:00:00Z')
                    ? null
                    : message.at
                }
                you={t('talk.you')}
              />
            ))}
          </div>
        )}
        {talk &&
          (talk.open ? (
            <form className="stack gap-12 no-print" onSubmit={send}>
              <TextAreaField
                ref={field}
                label={t('talk.label')}
                rows={2}
                maxLength={2000}
                value={text}
                error={act.formError ?? undefined}
                onChange={(event) => setText(event.target.value)}
              />
              <Button type="submit" loading={act.pending}>
                {t('talk.send')}
              </Button>
            </form>
          ) : (
            <Note kind="info">{t('talk.closed')}</Note>
          ))}
      </TitledCard>
    </div>
  )
}

function Said({ message, day, you }: { message: TeamMessage; day: string | null; you: string }) {
  const { from, name, text, at } = message
  return (
    <>
      {day && <p className={joinClasses('micro muted', styles.dayLine)}>{formatMessageDay(toLocalDay(day))}</p>}
      <div className={joinClasses(styles.said, from === 'you' && styles.mine)}>
        <b className="small bold">{from === 'you' ? you : name}</b>
        <p className={styles.text}>{text}</p>
        <time className="micro" dateTime={at}>
          {formatMessageTime(at)}
        </time>
      </div>
    </>
  )
}

const teamTalkMessages = defineMessages({
  'talk.title': 'Team chat',
  'talk.who': 'You and {names} can read it.',
  'talk.loading': 'Loading messages…',
  'talk.fault': 'We could not load the messages. Try again in a moment.',
  'talk.again': 'Try again',
  'talk.empty': 'No messages yet.',
  'talk.earlier': 'Show earlier messages',
  'talk.you': 'You',
  'talk.label': 'Message to the team',
  'talk.send': 'Send to all',
  'talk.closed': 'You can no longer send messages, because nobody else on the team is booked.',
})

/** Merges the latest page; keeps only that page if there is a gap. */
export function mergeLatestPage(known: Talk | null, latest: Talk): Talk {
  const [oldest] = latest.messages
  if (!known || !oldest || !latest.earlier) return latest
  if (!known.messages.some(({ id }) => id === oldest.id)) return latest
  const before = known.messages.filter(({ id }) => id < oldest.id)
  return { ...latest, messages: [...before, ...latest.messages], earlier: known.earlier }
}

/** Merges the previous page. */
export function mergeEarlierPage(known: Talk, page: Talk): Talk {
  const first = known.messages[0]?.id ?? Number.POSITIVE_INFINITY
  return {
    ...known,
    messages: [...page.messages.filter(({ id }) => id < first), ...known.messages],
    earlier: page.earlier,
  }
}
