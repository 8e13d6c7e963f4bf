import { type FormEvent, useRef, useState } from 'react'
import type { TeamRequests } from '#contract/offers/team-requests.ts'
import type { ChosenPart, ChosenTeam } from '#contract/search/team-up.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { formatEventMoment } from '#web/appointments/booking-phrases.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { formatTeamNames, teamMessages } from '#web/search/team-up/team-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import { readRequester, RequesterFields, useRequester, validateRequester } from './requester-fields.tsx'
import teamPageStyles from './team-page.module.css'

// A constant, to keep its identity between renders.
const nobody = {}

/** Sends requests to all artists of a team at once; all end if one declines. */
export function TeamAsking({
  team,
  asked,
  waiting,
  onChanged,
}: {
  team: ChosenTeam
  asked: TeamRequests
  waiting: readonly ChosenPart[]
  onChanged: () => void
}) {
  const { search } = team
  const t = createTranslator(teamMessages, search.countryCode)
  const act = useForm()
  const open = asked.requests.filter((request) => request.open)
  const takeBack = async () => {
    const done = await act.run((key) => browserApi().teamRequests.withdraw({ teamId: team.id }, { key }))
    if (done) onChanged()
  }
  return (
    <section className={joinClasses('card stack', teamPageStyles.section)} aria-labelledby="ask-title">
      <h2 className="heading-3" id="ask-title">
        {t(open.length > 0 ? 'chosen.asked.title' : 'chosen.ask')}
      </h2>
      {open.length === 0 ? (
        <AskForm team={team} waiting={waiting} onAsked={onChanged} />
      ) : (
        <>
          {asked.confirm ? (
            <Note kind="info">{t('chosen.asked.confirm', { email: asked.confirm.email })}</Note>
          ) : (
            asked.answersBy && (
              <p>
                {t('chosen.asked.until', {
                  moment: formatEventMoment(asked.answersBy, {
                    timeZone: search.appointmentSpot.timeZone,
                    countryCode: search.countryCode,
                  }),
                })}
              </p>
            )
          )}
          <p className="small muted">{t('chosen.asked.all')}</p>
          {act.formError && <Note kind="error">{act.formError}</Note>}
          <Button kind="secondary" loading={act.pending} onClick={takeBack}>
            {t('chosen.asked.back')}
          </Button>
        </>
      )}
    </section>
  )
}

function AskForm({
  team,
  waiting,
  onAsked,
}: {
  team: ChosenTeam
  waiting: readonly ChosenPart[]
  onAsked: () => void
}) {
  const { search } = team
  const t = createTranslator(teamMessages, search.countryCode)
  const form = useRef<HTMLFormElement>(null)
  const { start, own, remember } = useRequester(search, nobody, form)
  const act = useForm({
    form,
    refusals: ({ errors: named }) =>
      named.length > 0
        ? Object.fromEntries(named.map(({ path, message }) => [path.replace(/^requester\./, ''), message]))
        : undefined,
  })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const names = formatTeamNames(waiting.map(({ artist }) => artist.name))
  const ask = async (event: FormEvent) => {
    event.preventDefault()
    const who = readRequester(new FormData(form.current ?? undefined))
    const wrong = validateRequester(who, search.countryCode)
    setErrors(wrong)
    const done = await act.run((key) => browserApi().teamRequests.send({ teamId: team.id, requester: who }, { key }), {
      errors: wrong,
    })
    if (!done) return
    remember(who)
    onAsked()
  }
  return (
    <>
      <p>{t('chosen.ask.text', { names })}</p>
      {act.formError && <Note kind="error">{act.formError}</Note>}
      <form ref={form} className="stack" onSubmit={ask} noValidate>
        <RequesterFields
          country={search.countryCode}
          own={own?.email ?? null}
          start={start}
          wrong={(field) => errors[field] ?? act.errors[field] ?? null}
          folded
        />
        <Button type="submit" size="large" full loading={act.pending}>
          {t('chosen.ask.act', { names })}
        </Button>
      </form>
    </>
  )
}
