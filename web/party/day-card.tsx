import { Fragment, useRef, useMemo, useState } from 'react'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import {
  formatDay,
  formatShortPlace,
  getBookingTranslator,
  getFirstName,
  listTimes,
} from '#web/appointments/booking-phrases.ts'
import factsStyles from '#web/ui/facts.module.css'
import { bookMessages } from '#web/appointments/messages.ts'
import { DayFields, listPersonLooks, readDay } from '#web/checkout/day-fields.tsx'
import type { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { StreetMap } from '#web/ui/map/map.tsx'
import { Note } from '#web/ui/note.tsx'
import mapStyles from '#web/ui/map/map.module.css'

/** Radius of the circle on the map, in metres: the position is rounded to about this distance. */
const ABOUT_METRES = 700

/** Where the day takes place, as an area: the address is below it. */
function DayMap({ appointment, at }: { appointment: Appointment; at: readonly [number, number] }) {
  const place = formatShortPlace(appointment.place)
  const view = useMemo(() => [at], [at])
  const area = useMemo(() => ({ centre: at, metres: ABOUT_METRES }), [at])
  return (
    <div className={mapStyles.framed}>
      <StreetMap
        label={getBookingTranslator(appointment)('sheet.map', { place })}
        summary={place}
        view={view}
        area={area}
        country={appointment.countryCode}
        inPage
      />
    </div>
  )
}

/** Address, access, people and notes: read by both sides, edited by the customer. */
export function DayCard({
  appointment,
  onChange,
}: {
  appointment: Appointment
  onChange?: (next: Appointment) => void
}) {
  const t = getBookingTranslator(appointment)
  const [changing, setChanging] = useState(false)
  const b = createTranslator(bookMessages, appointment.countryCode)
  const { day, names, guardianConfirmedAt: guardianAt, mode, studioAddress, mobile, side } = appointment
  // The artist's page has the time and the address at its top.
  const facts: [string, string | null][] = [
    ...(side === 'provider' ? [] : listTimes(appointment)),
    [
      t('sheet.address'),
      side === 'provider' ? null : mode === 'studio' ? studioAddress || appointment.place : day.address,
    ],
    [t('sheet.entrance'), day.entrance],
    [t('sheet.parking'), day.parking],
    [t('sheet.names'), names.filter(Boolean).join(', ')],
    [t('sheet.notes'), day.notes],
    [t('sheet.allergies'), day.allergies],
    [b('book.guardian.given'), guardianAt && b('book.guardian.at', { date: formatDay(guardianAt, appointment) })],
    [t('sheet.contact'), side === 'customer' ? null : [appointment.customer.name, mobile].filter(Boolean).join(', ')],
  ]
  return (
    <section className="card pad-24 stack" aria-labelledby="the-day">
      <div className="row space-between wrapping">
        <h2 className="heading-3" id="the-day">
          {b('book.section.day')}
        </h2>
        {onChange && appointment.may.change && !changing && (
          <Button kind="secondary" size="small" className="no-print" onClick={() => setChanging(true)}>
            {t('sheet.change')}
          </Button>
        )}
      </div>
      {changing && onChange ? (
        <DayForm
          appointment={appointment}
          onDone={(next) => {
            setChanging(false)
            if (next) onChange(next)
          }}
        />
      ) : (
        <>
          {side === 'customer' && appointment.center && <DayMap appointment={appointment} at={appointment.center} />}
          <dl className={factsStyles.facts}>
            {facts
              .filter(([, said]) => said)
              .map(([label, said]) => (
                <Fragment key={label}>
                  <dt>{label}</dt>
                  <dd>
                    {label === t('sheet.contact') && mobile ? (
                      <>
                        {appointment.customer.name}, <a href={`tel:${mobile}`}>{mobile}</a>
                      </>
                    ) : (
                      said
                    )}
                  </dd>
                </Fragment>
              ))}
          </dl>
        </>
      )}
    </section>
  )
}

// Fields are named by their path.
const mapErrorsByPath = ({ errors }: ApiError) =>
  errors.length > 0 ? Object.fromEntries(errors.map(({ path, message }) => [path, message])) : undefined

/** The form; `after` shows only fields left for after booking. */
export function DayForm({
  appointment,
  after = false,
  onDone,
}: {
  appointment: Appointment
  after?: boolean
  onDone: (next: Appointment | null) => void
}) {
  const t = getBookingTranslator(appointment)
  const form = useRef<HTMLFormElement>(null)
  const { errors, formError: refused, pending, run } = useForm({ form, refusals: mapErrorsByPath })
  const firstName = getFirstName(appointment.provider.name)
  const looks = listPersonLooks(appointment)
  const save = async () => {
    if (!form.current) return
    const said = readDay(new FormData(form.current), appointment, looks.length)
    const done = await run((key) =>
      browserApi().bookings.change(
        {
          appointmentId: appointment.id,
          ...said,
          ...(after ? { shareNumber: appointment.shareNumber, smsReminders: appointment.smsReminders } : {}),
        },
        { key, showToastOnSuccess: t('sheet.change.saved', { firstName }) },
      ),
    )
    if (done) onDone(done.answer.appointment)
  }
  return (
    <form
      ref={form}
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}>
      {refused && <Note kind="error">{refused}</Note>}
      <DayFields
        part={after ? 'after' : 'all'}
        country={appointment.countryCode}
        firstName={firstName}
        mode={appointment.mode}
        people={looks}
        given={appointment.day}
        names={appointment.names}
        errors={errors}
        {...(after ? {} : { leave: { share: appointment.shareNumber, sms: appointment.smsReminders } })}
      />
      <div className="row gap-8 wrapping">
        <Button type="submit" loading={pending}>
          {t('sheet.change.save')}
        </Button>
        {!after && (
          <Button kind="secondary" onClick={() => onDone(null)}>
            {t('cancel.keep')}
          </Button>
        )}
      </div>
    </form>
  )
}
