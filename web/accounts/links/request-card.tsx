import { useState } from 'react'
import { clock, date, zonedDay, zonedTime } from '#contract/format.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { requests } from '#contract/offers/requests.ts'
import { counted, reader } from '#contract/words.ts'
import { openHere } from '#web/platform/api/open-here.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { SpendCard } from './spend-card.tsx'
import { useEnter } from '#web/accounts/sessions/use-enter.ts'
import type { Opening } from './opening.ts'
import { accountWords } from '#web/accounts/words.ts'

const t = reader(accountWords)

/** The link that lets requests out: one press sends them and signs in. */
export function RequestCard({ token }: { token: string }) {
  const enter = useEnter()
  const spend = (opening: Opening) => openHere((as) => browserApi().requests.confirm({ token, ...opening }, as))
  return (
    <SpendCard
      title={t('verify.request.title')}
      act={t('verify.request.act')}
      spend={spend}
      onDone={(answer) => enter(answer, { path: answer.path, said: saidOf(answer) })}
      ended={(email) => <Ended token={token} email={email} />}>
      <p className="muted">{t('verify.request.text')}</p>
    </SpendCard>
  )
}

function saidOf({ sent, endsAt, timeZone, countryCode }: OutputOf<typeof requests.confirm>): string {
  if (!endsAt) return t('verify.done.request.none')
  const dateTime = `${date(zonedDay(endsAt, timeZone), countryCode, new Date().getFullYear())}, ${clock(zonedTime(endsAt, timeZone))}`
  return t('verify.done.request', { artists: counted(sent, 'artist', 'artists'), dateTime })
}

function Ended({ token, email }: { token: string; email: string | null }) {
  const { waiting, said, run } = useAct()
  const [sent, setSent] = useState(false)
  if (!email)
    return (
      <ButtonLink to="/" size="large" full>
        {t('verify.delete.done.action')}
      </ButtonLink>
    )
  const resend = async () => {
    if (await run(() => browserApi().requests.resend({ token }, { auth: false }))) setSent(true)
  }
  if (sent) return <Note kind="success">{t('verify.sent', { email })}</Note>
  return (
    <>
      <p className="muted">{t('verify.expired.text.request', { email })}</p>
      {said && <Note kind="error">{said}</Note>}
      <Button size="large" full loading={waiting} onClick={resend}>
        {t('verify.expired.action')}
      </Button>
    </>
  )
}
