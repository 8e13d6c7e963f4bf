import { type FormEvent, useState } from 'react'
import type { Hold } from '#contract/bookings/holds.ts'
import type { HoldVisits } from '#contract/bookings/visits/visits.ts'
import { money, zonedDay } from '#contract/format.ts'
import { type Country, reader } from '#contract/words.ts'
import { momentText } from '#web/bookings/booking-phrases.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { Note } from '#web/ui/note.tsx'
import styles from '#web/bookings/holds/checkout.module.css'
import { VisitTimes, type VisitTime } from './visit-times.tsx'
import { visitWords } from './visit-words.ts'

interface BeforeFieldsProps {
  hold: Hold
  visits: HoldVisits
  firstName: string
  country: Country
  timeZone: string
  /** With the kept time as it is with them, and what was chosen on a line. */
  onKept: (hold: Hold, visits: HoldVisits, line: string) => void
}

const timeIn = (chosen: { eventDate: string; startsAt: string } | null | undefined): VisitTime | null =>
  chosen ? { eventDate: chosen.eventDate, startsAt: chosen.startsAt } : null

/** Both visits before the day in one step: the trial that is offered and the patch test that is needed, each with the times at which the artist is free, kept together or not at all. */
export function BeforeFields({ hold, visits, firstName, country, timeZone, onKept }: BeforeFieldsProps) {
  const t = reader(visitWords, country)
  const { trial, patchTest } = visits
  const offered = trial?.services ?? []
  const [tried, setTried] = useState<readonly string[]>(trial?.tried ?? [])
  const [together, setTogether] = useState(trial?.carriesTest ?? false)
  const [trialAt, setTrialAt] = useState(timeIn(trial?.chosen))
  const [testAt, setTestAt] = useState(timeIn(patchTest?.chosen))
  // A time that has gone is looked for anew.
  const [gone, setGone] = useState(0)
  const { waiting, said, run } = useAct({
    says: {
      visit_taken: ({ message, detail }) => {
        if ((detail as { kind?: string } | null)?.kind === 'trial') setTrialAt(null)
        else setTestAt(null)
        setGone((n) => n + 1)
        return message
      },
    },
  })
  const chosenOf = offered.filter(({ id }) => tried.includes(id))
  const canCarry = patchTest !== null && chosenOf.length > 0 && tried.every((id) => trial?.withTest.includes(id))
  const carries = together && canCarry && trialAt !== null
  const moment = ({ startsAt }: VisitTime) => momentText(startsAt, { timeZone, countryCode: country })
  const lineOf = (): string => {
    const trialLine =
      trialAt && t(carries ? 'before.chosen.both' : 'before.chosen.trial', { dateTime: moment(trialAt) })
    const testLine = testAt && !carries && t('before.chosen.test', { dateTime: moment(testAt) })
    return [trialLine, testLine].filter(Boolean).join(' · ') || t('before.chosen.none')
  }
  const keep = async (event: FormEvent) => {
    event.preventDefault()
    const done = await run((key) =>
      browserApi().bookings.chooseVisits(
        {
          holdId: hold.id,
          trial: trialAt && { ...trialAt, services: [...tried], withTest: carries },
          patchTest: carries ? null : testAt,
        },
        { key },
      ),
    )
    if (done) onKept(done.answer.hold, done.answer.visits, lineOf())
  }
  const day = (instant: string) => zonedDay(instant, timeZone)
  const earliest = (all: readonly string[]) => all.toSorted().at(0) ?? ''
  const latest = (all: readonly string[]) => all.toSorted().at(-1) ?? ''
  const trialDays = {
    first: latest(chosenOf.map(({ from }) => day(from))),
    last: earliest(chosenOf.map(({ until }) => day(until))),
  }
  return (
    <form id="visits" className="stack" onSubmit={keep} noValidate>
      <p className="muted">{t('before.text')}</p>
      {trial && (
        <fieldset className="stack">
          <legend className="title">{t('before.trial')}</legend>
          <p>{t('before.trial.text', { firstName })}</p>
          {offered.map(({ id, label, price, minutes, deducted }) => (
            <Checkbox
              key={id}
              checked={tried.includes(id)}
              onChange={({ target }) => {
                setTrialAt(null)
                setTried((now) => (target.checked ? [...now, id] : now.filter((one) => one !== id)))
              }}>
              {t(price === 0 ? 'before.trial.one.free' : deducted ? 'before.trial.one.off' : 'before.trial.one', {
                label,
                minutes,
                price: money(price, hold.quote.currency),
              })}
            </Checkbox>
          ))}
          {canCarry && (
            <Checkbox
              checked={together}
              onChange={({ target }) => {
                setTrialAt(null)
                setTogether(target.checked)
              }}>
              {t('before.together')}
            </Checkbox>
          )}
          {chosenOf.length > 0 && (
            <VisitTimes
              label={t('before.trial.day')}
              firstName={firstName}
              country={country}
              chosen={trialAt}
              onChoose={setTrialAt}
              {...trialDays}
              start={trialAt?.eventDate ?? trialDays.last}
              of={`${[...tried].toSorted()} ${together && canCarry} ${gone}`}
              ask={(eventDate) =>
                browserApi().bookings.visitTimes({
                  holdId: hold.id,
                  eventDate,
                  kind: 'trial',
                  services: tried.join(','),
                  withTest: together && canCarry ? 'yes' : 'no',
                })
              }
            />
          )}
          {trialAt && (
            <Picked
              said={t('before.chosen', { what: t('before.chosen.trial', { dateTime: moment(trialAt) }) })}
              drop={t('before.drop')}
              onDrop={() => setTrialAt(null)}
            />
          )}
        </fieldset>
      )}
      {patchTest && !carries && (
        <fieldset className="stack">
          <legend className="title">{t('before.test')}</legend>
          <p>
            {t('before.test.text', {
              services: patchTest.services.join(', '),
              firstName,
              minutes: patchTest.minutes,
              until: momentText(patchTest.until, { timeZone, countryCode: country }),
            })}
          </p>
          <VisitTimes
            label={t('before.test.day')}
            firstName={firstName}
            country={country}
            chosen={testAt}
            onChoose={setTestAt}
            first={day(patchTest.from)}
            last={day(patchTest.until)}
            start={testAt?.eventDate ?? day(patchTest.until)}
            of={String(gone)}
            ask={(eventDate) => browserApi().bookings.visitTimes({ holdId: hold.id, eventDate, kind: 'patchTest' })}
          />
          {testAt && (
            <Picked
              said={t('before.chosen', { what: t('before.chosen.test', { dateTime: moment(testAt) }) })}
              drop={t('before.drop')}
              onDrop={() => setTestAt(null)}
            />
          )}
        </fieldset>
      )}
      {said && <Note kind="error">{said}</Note>}
      <div className={styles.next}>
        <Button type="submit" size="large" loading={waiting}>
          {t('before.next')}
        </Button>
      </div>
    </form>
  )
}

/** What is picked, and the way to do without it. */
const Picked = ({ said, drop, onDrop }: { said: string; drop: string; onDrop: () => void }) => (
  <p className="row gap-8 wrapping">
    <span role="status">{said}</span>
    <Button kind="quiet" size="small" onClick={onDrop}>
      {drop}
    </Button>
  </p>
)
