import { type FormEvent, useRef, useState } from 'react'
import type { ChosenPart, ChosenTeam } from '#contract/search/team-up.ts'
import { reader } from '#contract/words.ts'
import { RequesterFields } from '#web/bookings/holds/requester-fields.tsx'
import { useRequester, whoIn, wrongWith } from '#web/bookings/holds/use-requester.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { namesOf } from '#web/search/team-up/names-of.ts'
import { teamWords } from '#web/search/team-up/team-words.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import styles from './team-page.module.css'

// One and the same, so that nothing is looked up anew with every drawing.
const nobody = {}

/** Artists of a team who want to be asked: all of them in one go, by the requests of any search. */
export function TeamAsking({
  team,
  waiting,
  onAsked,
}: {
  team: ChosenTeam
  waiting: readonly ChosenPart[]
  onAsked: () => void
}) {
  const { search } = team
  const t = reader(teamWords, search.countryCode)
  const form = useRef<HTMLFormElement>(null)
  const { start, own, remember } = useRequester(search, nobody, form)
  const act = useAct({ form, toasts: true })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const open = waiting.filter(({ state }) => state === null)
  const names = namesOf(open.map(({ artist }) => artist.name))
  const ask = async (event: FormEvent) => {
    event.preventDefault()
    const who = whoIn(new FormData(form.current ?? undefined))
    const wrong = wrongWith(who, search.countryCode)
    setErrors(wrong)
    const done = await act.run(
      async () => {
        for (const { searchId, artist } of open) {
          await browserApi().quotes.saveDetails({ quoteId: searchId, ...who, timeConstraint: 'finish' })
          await browserApi().requests.ask({ quoteId: searchId, profiles: [artist.id], type: 'mobile' })
        }
      },
      { wrong },
    )
    if (!done) return
    remember(who)
    onAsked()
  }
  return (
    <section className={classes('card stack', styles.section)} aria-labelledby="ask-title">
      <h2 className="heading-3" id="ask-title">
        {t('chosen.ask')}
      </h2>
      <p>{t('chosen.ask.text', { names: namesOf(waiting.map(({ artist }) => artist.name)) })}</p>
      {act.said && <Note kind="error">{act.said}</Note>}
      {open.length > 0 && (
        <form ref={form} className="stack" onSubmit={ask} noValidate>
          <RequesterFields
            country={search.countryCode}
            own={own?.email ?? null}
            start={start}
            wrong={(field) => errors[field] ?? act.errors[field] ?? null}
          />
          <Button type="submit" size="large" full loading={act.waiting}>
            {t('chosen.ask.act', { names })}
          </Button>
        </form>
      )}
    </section>
  )
}
