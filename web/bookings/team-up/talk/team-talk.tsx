import { type FormEvent, useRef, useState } from 'react'
import type { TeamMessage } from '#contract/bookings/team-up/team-talk.ts'
import { reader } from '#contract/words.ts'
import type { CountryCode } from '#contract/values.ts'
import { useLive } from '#web/messaging/live.ts'
import { dayLine, dayOf, timeOf } from '#web/messaging/phrases.ts'
import { ActKeys } from '#web/platform/api/act-keys.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { namesOf } from '#web/search/team-up/names-of.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import { Empty } from '#web/ui/empty.tsx'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { talkWords } from './talk-words.ts'
import styles from './team-talk.module.css'

type Of = { teamId: string } | { appointmentId: string }

/** What everybody of a booked team says to all of them: for its customer by the team, for one of its artists by their appointment. */
export function TeamTalk({ of, country }: { of: Of; country: CountryCode }) {
  const t = reader(talkWords, country)
  const [earlier, setEarlier] = useState<{ messages: TeamMessage[]; more: boolean } | null>(null)
  const [key] = useState(() => new ActKeys())
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const act = useAct({ toasts: true })
  const more = useAct({ toasts: true })
  const read = (before?: number) => {
    const { teamTalk } = browserApi()
    return 'teamId' in of ? teamTalk.read({ ...of, before }) : teamTalk.ownRead({ ...of, before })
  }
  const { answer, fault, again } = useAnswer(JSON.stringify(of), () => read())
  useLive(['team.message', 'appointment.'], () => again())
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!text.trim()) return field.current?.focus()
    const done = await act.run(async () => {
      const { teamTalk } = browserApi()
      const said = { text: text.trim() }
      await ('teamId' in of
        ? teamTalk.write({ ...of, ...said }, { key })
        : teamTalk.ownWrite({ ...of, ...said }, { key }))
      key.done()
    })
    if (!done) return
    setText('')
    again()
  }
  if (fault && fault.status === 404) return null
  const messages = answer ? [...(earlier?.messages ?? []), ...answer.messages] : []
  const hasEarlier = earlier ? earlier.more : answer?.earlier
  const showEarlier = () =>
    more.run(async () => {
      const page = await read(messages[0]?.id)
      setEarlier({ messages: [...page.messages, ...(earlier?.messages ?? [])], more: page.earlier })
    })
  return (
    <div id="talk">
      <TitledCard title={t('talk.title')}>
        {answer && <p className="small muted">{t('talk.who', { names: namesOf(answer.others) })}</p>}
        {fault && <Note kind="error">{t('talk.fault')}</Note>}
        {!answer && !fault && <p className="small muted">{t('talk.loading')}</p>}
        {answer && messages.length === 0 && <Empty drawing="letter" title={t('talk.empty')} />}
        {messages.length > 0 && (
          <div className={styles.talkLog} role="log" aria-label={t('talk.title')} tabIndex={0}>
            {hasEarlier && (
              <Button kind="secondary" size="small" loading={more.waiting} onClick={showEarlier}>
                {t('talk.earlier')}
              </Button>
            )}
            {messages.map((message, i) => (
              <Said
                key={message.id}
                message={message}
                day={dayOf(message.at) === dayOf(messages[i - 1]?.at ?? '1970-01-01T00:00:00Z') ? null : message.at}
                you={t('talk.you')}
              />
            ))}
          </div>
        )}
        {answer &&
          (answer.open ? (
            <form className="stack gap-12 no-print" onSubmit={send}>
              <TextAreaField
                ref={field}
                label={t('talk.label')}
                rows={2}
                maxLength={2000}
                value={text}
                error={act.said ?? undefined}
                onChange={(event) => setText(event.target.value)}
              />
              <Button type="submit" loading={act.waiting}>
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
      {day && <p className={classes('micro muted', styles.dayLine)}>{dayLine(dayOf(day))}</p>}
      <div className={classes(styles.said, from === 'you' && styles.mine)}>
        <b className="small bold">{from === 'you' ? you : name}</b>
        <p className={styles.text}>{text}</p>
        <time className="micro" dateTime={at}>
          {timeOf(at)}
        </time>
      </div>
    </>
  )
}
