import { type ComponentProps, type FormEvent, useState } from 'react'
import type { Hold } from '#contract/checkout/holds.ts'
import { formatMoney, zonedDay } from '#contract/format.ts'
import type { HoldVisits } from '#contract/preparation/linked-appointments.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { formatEventMoment } from '#web/appointments/booking-phrases.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { Note } from '#web/ui/note.tsx'
import { beforeMessages } from './before-messages.ts'
import { type ChosenTime, FreeTimes } from './free-times.tsx'

interface BeforeFieldsProps {
  hold: Hold
  visits: HoldVisits
  firstName: string
  country: Country
  timeZone: string
  /** Called with the changed hold, and a summary of the choice. */
  onKept: (hold: Hold, visits: HoldVisits, line: string) => void
}

const getTime = (chosen: ChosenTime | null | undefined): ChosenTime | null =>
  chosen ? { eventDate: chosen.eventDate, startsAt: chosen.startsAt } : null

/** Chooses the trial and the patch test before the day of a hold. Both times are saved together, or none. */
export function BeforeFields({ hold, visits, firstName, country, timeZone, onKept }: BeforeFieldsProps) {
  const t = createTranslator(beforeMessages, country)
  const { trial, patchTest } = visits
  const offered = trial?.services ?? []
  const [serviceIds, setServiceIds] = useState<readonly string[]>(trial?.tried ?? [])
  const [together, setTogether] = useState(trial?.carriesTest ?? false)
  const [trialTime, setTrialTime] = useState(getTime(trial?.chosen))
  const [testTime, setTestTime] = useState(getTime(patchTest?.chosen))
  const [taken, setTaken] = useState(0)
  const { pending, formError, run } = useForm({
    refusals: {
      visit_taken: ({ message, detail }) => {
        if ((detail as { kind?: string } | null)?.kind === 'trial') setTrialTime(null)
        else setTestTime(null)
        setTaken((n) => n + 1)
        return message
      },
    },
  })
  const chosen = offered.filter(({ id }) => serviceIds.includes(id))
  const canInclude = patchTest !== null && chosen.length > 0 && serviceIds.every((id) => trial?.withTest.includes(id))
  const withTest = together && canInclude
  const includes = withTest && trialTime !== null
  const moment = (startsAt: string) => formatEventMoment(startsAt, { timeZone, countryCode: country })
  const nameOf = (key: 'trial' | 'both' | 'test', { startsAt }: ChosenTime) =>
    t(`before.chosen.${key}`, { dateTime: moment(startsAt) })
  const summarize = (): string =>
    [trialTime && nameOf(includes ? 'both' : 'trial', trialTime), testTime && !includes && nameOf('test', testTime)]
      .filter(Boolean)
      .join(' · ') || t('before.chosen.none')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const done = await run((key) =>
      browserApi().bookings.chooseVisits(
        {
          holdId: hold.id,
          trial: trialTime && { ...trialTime, services: [...serviceIds], withTest: includes },
          patchTest: includes ? null : testTime,
        },
        { key },
      ),
    )
    if (done) onKept(done.answer.hold, done.answer.visits, summarize())
  }
  const days = (spans: readonly { from: string; until: string }[]) => ({
    first:
      spans
        .map(({ from }) => zonedDay(from, timeZone))
        .toSorted()
        .at(-1) ?? '',
    last:
      spans
        .map(({ until }) => zonedDay(until, timeZone))
        .toSorted()
        .at(0) ?? '',
  })
  const shared = { firstName, country }
  return (
    <form id="visits" className="stack" onSubmit={save} noValidate>
      <p className="muted">{t('before.text')}</p>
      {trial && (
        <fieldset className="stack">
          <legend className="title">{t('before.trial')}</legend>
          <p>{t('before.trial.text', { firstName })}</p>
          {offered.map(({ id, label, price, minutes, deducted }) => (
            <Checkbox
              key={id}
              checked={serviceIds.includes(id)}
              onChange={({ target }) => {
                setTrialTime(null)
                setServiceIds((now) => (target.checked ? [...now, id] : now.filter((one) => one !== id)))
              }}>
              {t(price === 0 ? 'before.trial.one.free' : deducted ? 'before.trial.one.off' : 'before.trial.one', {
                label,
                minutes,
                price: formatMoney(price, hold.quote.currency),
              })}
            </Checkbox>
          ))}
          {canInclude && (
            <Checkbox
              checked={together}
              onChange={({ target }) => {
                setTrialTime(null)
                setTogether(target.checked)
              }}>
              {t('before.together')}
            </Checkbox>
          )}
          {chosen.length > 0 && (
            <TimeFields
              {...{ ...shared, ...days(chosen), label: t('before.trial.day'), onChoose: setTrialTime }}
              chosen={trialTime}
              refreshKey={`${[...serviceIds].toSorted()} ${withTest} ${taken}`}
              listTimes={(eventDate) =>
                browserApi().bookings.visitTimes({
                  holdId: hold.id,
                  eventDate,
                  kind: 'trial',
                  services: serviceIds.join(','),
                  withTest: withTest ? 'yes' : 'no',
                })
              }
              summary={trialTime && nameOf('trial', trialTime)}
            />
          )}
        </fieldset>
      )}
      {patchTest && !includes && (
        <fieldset className="stack">
          <legend className="title">{t('before.test')}</legend>
          <p>
            {t('before.test.text', {
              services: patchTest.services.join(', '),
              firstName,
              minutes: patchTest.minutes,
              until: moment(patchTest.until),
            })}
          </p>
          <TimeFields
            {...{ ...shared, ...days([patchTest]), label: t('before.test.day'), onChoose: setTestTime }}
            chosen={testTime}
            refreshKey={String(taken)}
            listTimes={(eventDate) =>
              browserApi().bookings.visitTimes({ holdId: hold.id, eventDate, kind: 'patchTest' })
            }
            summary={testTime && nameOf('test', testTime)}
          />
        </fieldset>
      )}
      {formError && <Note kind="error">{formError}</Note>}
      <div className="row wide-only">
        <Button type="submit" size="large" loading={pending}>
          {t('before.next')}
        </Button>
      </div>
    </form>
  )
}

interface TimeFieldsProps extends Omit<ComponentProps<typeof FreeTimes>, 'start'> {
  summary: string | null
}

/** Free times, and the chosen one with a button to remove it. */
function TimeFields({ summary, ...times }: TimeFieldsProps) {
  const t = createTranslator(beforeMessages, times.country)
  return (
    <>
      <FreeTimes {...times} start={times.chosen?.eventDate ?? times.last} />
      {summary && (
        <p className="row gap-8 wrapping">
          <span role="status">{t('before.chosen', { what: summary })}</span>
          <Button kind="quiet" size="small" onClick={() => times.onChoose(null)}>
            {t('before.drop')}
          </Button>
        </p>
      )}
    </>
  )
}
