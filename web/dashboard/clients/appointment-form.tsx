import { type FormEvent, useRef, useState } from 'react'
import type { OwnAppointment } from '#contract/bookings/own-clients.ts'
import { markets, money } from '#contract/format.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { findPlacesFrom, type FoundPlace, placeShown } from '#web/search/form/place-search.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { PlaceCombobox } from '#web/ui/fields/place-combobox.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import type { AppointmentDraft } from './appointment-draft.ts'
import { useClientWords } from './use-client-words.ts'

interface AppointmentFormProps {
  clientId: string
  start: AppointmentDraft
  /** The one that is changed; none for one that is entered. */
  changes?: OwnAppointment
  onSaved: (link: string) => void
  onLeave: () => void
}

/** An own appointment: when, what for, where, at which price. It takes its time as a booking does. */
export function AppointmentForm({ clientId, start, changes, onSaved, onLeave }: AppointmentFormProps) {
  const { t } = useClientWords()
  const { countryCode } = useOwn().profile
  const form = useRef<HTMLFormElement>(null)
  const { errors, said, waiting, run } = useAct({ form, says: { slot_taken: { startTime: t('own.taken') } } })
  const [draft, setDraft] = useState(start)
  const put = (part: Partial<AppointmentDraft>) => setDraft((now) => ({ ...now, ...part }))
  const field = (part: 'eventDate' | 'startTime' | 'minutes' | 'services' | 'price' | 'note') => ({
    name: part,
    value: draft[part],
    error: errors[part],
    onChange: (event: { target: { value: string } }) => put({ [part]: event.target.value }),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const sent = { ...draft, minutes: readNumber(draft.minutes, 'whole') ?? 0, price: readNumber(draft.price) }
    const wrong = {
      ...(draft.eventDate ? {} : { eventDate: t('own.date.missing') }),
      ...(draft.startTime ? {} : { startTime: t('own.time.missing') }),
      ...(sent.minutes > 0 ? {} : { minutes: t('own.minutes.missing') }),
    }
    const done = await run(
      (key) =>
        changes
          ? browserApi().ownClients.alter({ appointmentId: changes.id, ...sent, cancelled: false })
          : browserApi().ownClients.enter({ clientId, ...sent }, { key }),
      { wrong },
    )
    if (!done) return
    const { appointment, tight, link } = done.answer
    toast('success', t(Date.parse(appointment.endsAt) > Date.now() ? 'own.saved' : 'own.saved.past'))
    for (const { before, ...way } of tight) toast('info', t(before ? 'own.tight.before' : 'own.tight.after', way))
    onSaved(link)
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="stack">
      {said && <Note kind="error">{said}</Note>}
      <div className="field-grid even">
        <TextField {...field('eventDate')} type="date" label={t('own.date')} />
        <div className="field-grid even">
          <TextField {...field('startTime')} type="time" step={300} label={t('own.time')} />
          <NumberField
            {...field('minutes')}
            kind="whole"
            label={t('own.minutes')}
            onChange={(minutes) => put({ minutes })}
          />
        </div>
      </div>
      <TextField {...field('services')} label={t('own.services')} optional={t('client.optional')} maxLength={500} />
      <div className="stack gap-4">
        <PlaceCombobox<FoundPlace>
          label={t('own.place')}
          placeholder=""
          name="place"
          text={draft.place}
          chosen={null}
          error={errors['place'] ?? null}
          find={findPlacesFrom(countryCode)}
          onText={(place) => put({ place: place.slice(0, 200), coordinates: null })}
          onChoose={(found) =>
            put({ place: found ? placeShown(found) : '', coordinates: found ? found.location.coordinates : null })
          }
          words={{
            none: (text) => t('own.place.none', { text }),
            failed: t('own.place.failed'),
            retry: t('own.place.retry'),
            list: t('own.place'),
          }}
        />
        <p className="micro hint" role="status">
          {t(draft.coordinates ? 'own.place.known' : 'own.place.hint')}
        </p>
      </div>
      <NumberField
        {...field('price')}
        label={t('own.price')}
        optional={t('client.optional')}
        prefix={money(0, markets[countryCode].currency).replace('0', '')}
        onChange={(price) => put({ price })}
      />
      <TextAreaField
        {...field('note')}
        label={t('own.note')}
        optional={t('client.optional')}
        hint={t('client.private')}
        rows={2}
        maxLength={4000}
      />
      <div className="row gap-8 wrapping">
        <Button type="submit" loading={waiting}>
          {t('own.save')}
        </Button>
        <Button kind="secondary" onClick={onLeave}>
          {t('client.back')}
        </Button>
      </div>
    </form>
  )
}
