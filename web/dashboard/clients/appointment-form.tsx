import { Copy } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { PrivateAppointment } from '#contract/calendar/private-clients.ts'
import { listRepeatDates } from '#contract/calendar/repeats.ts'
import { markets, formatMoney } from '#contract/format.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { type ActKeys, useForm } from '#web/platform/use-form.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { findPlacesFrom, type FoundPlace, formatPlace } from '#web/search/form/place-search.ts'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/fields/choice.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { PlaceCombobox } from '#web/ui/fields/place-combobox.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import {
  addService,
  type AppointmentDraft,
  repeatIntervals,
  toRepeatRule,
  getUsualLastDay,
} from './appointment-draft.ts'
import { type ChosenClient, ClientField, noClient } from './client-field.tsx'
import { useClientMessages } from './client-messages.ts'
import { saveWithClientTerms } from './client-data.tsx'

interface AppointmentFormProps {
  /** The client; without one, the form searches or adds one. */
  clientId?: string
  start: AppointmentDraft
  /** Day and time selected in the calendar; a later selection replaces only these. */
  time?: Partial<Pick<AppointmentDraft, 'eventDate' | 'startTime' | 'minutes'>>
  /** The appointment to edit; undefined creates one. */
  changes?: PrivateAppointment
  onSaved: (saved: { link: string; name: string }) => void
  onLeave: () => void
}

/** Creates or edits a private appointment: client, time, services, place, price and repeats. */
export function AppointmentForm({ clientId, start, time, changes, onSaved, onLeave }: AppointmentFormProps) {
  const { t, on } = useClientMessages()
  const { countryCode, services, currency } = useOwn().profile
  const form = useRef<HTMLFormElement>(null)
  const [taken, setTaken] = useState<readonly string[]>([])
  const { errors, formError, pending, run } = useForm({
    form,
    refusals: {
      slot_taken: { startTime: t('own.taken') },
      days_taken: (fault) => {
        setTaken((fault.detail as { taken: string[] }).taken)
        return null
      },
    },
  })
  const [draft, setDraft] = useState({ ...start, ...time })
  const [client, setClient] = useState<ChosenClient>(noClient)
  const [scope, setScope] = useState<Scope>('one')
  const put = (part: Partial<AppointmentDraft>) => {
    setTaken([])
    setDraft((now) => ({ ...now, ...part }))
  }
  const { eventDate, startTime, minutes } = time ?? {}
  useEffect(() => {
    setTaken([])
    setDraft((now) => ({
      ...now,
      ...(eventDate && { eventDate }),
      ...(startTime && { startTime }),
      ...(minutes && { minutes }),
    }))
  }, [eventDate, startTime, minutes])
  const field = (part: 'eventDate' | 'startTime' | 'minutes' | 'services' | 'price' | 'note' | 'until') => ({
    name: part,
    value: draft[part],
    error: errors[part],
    onChange: (event: { target: { value: string } }) => put({ [part]: event.target.value }),
  })
  const repeat = toRepeatRule(draft)
  const dates = repeat ? listRepeatDates(draft.eventDate, repeat) : []
  const priced = services.filter(({ status, cost }) => status === 'active' && cost !== null)

  const submit = async (event: FormEvent, skipTaken = false) => {
    event.preventDefault()
    const { repeats: _, until: __, ...fields } = draft
    const sent = { ...fields, minutes: readNumber(draft.minutes, 'whole') ?? 0, price: readNumber(draft.price) }
    const wrong = {
      ...(clientId || changes || client.id || client.name.trim() ? {} : { client: t('own.client.missing') }),
      ...(draft.eventDate ? {} : { eventDate: t('own.date.missing') }),
      ...(draft.startTime ? {} : { startTime: t('own.time.missing') }),
      ...(sent.minutes > 0 ? {} : { minutes: t('own.minutes.missing') }),
      ...(draft.repeats && !draft.until ? { until: t('own.until.missing') } : {}),
    }
    const done = await run(
      async (key) => {
        if (changes)
          return browserApi().privateClients.updateAppointment({
            appointmentId: changes.id,
            ...sent,
            cancelled: false,
            scope,
          })
        const whose = clientId ?? (await saveClient(key))
        return browserApi().privateClients.createAppointment({ clientId: whose, ...sent, repeat, skipTaken }, { key })
      },
      { errors: wrong },
    )
    if (!done) return
    const { appointment, count, skipped, tight, link } = done.answer
    const ahead = Date.parse(appointment.endsAt) > Date.now()
    showToast('success', count > 1 ? t('own.saved.n', { n: count }) : t(ahead ? 'own.saved' : 'own.saved.past'))
    if (skipped.length) showToast('info', t('own.skipped', { days: skipped.map(on).join('; ') }))
    for (const { before, ...way } of tight) showToast('info', t(before ? 'own.tight.before' : 'own.tight.after', way))
    onSaved({ link, name: appointment.name })
  }

  // A new client is created once, even if the appointment is refused and retried.
  const saveClient = async (key: ActKeys): Promise<string> => {
    if (client.id) return client.id
    const { name, email, phone } = client
    const { clientId: id } = await saveWithClientTerms(() =>
      browserApi().privateClients.add({ name, email, phone, note: '', allergies: '', look: '' }, { key }),
    )
    setClient({ ...client, id })
    return id
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="stack">
      {formError && <Note kind="error">{formError}</Note>}
      {!clientId && !changes && <ClientField client={client} onChange={setClient} error={errors['client']} />}
      <TextField {...field('eventDate')} type="date" label={t('own.date')} />
      <div className="field-grid even">
        <TextField {...field('startTime')} type="time" step={300} label={t('own.time')} />
        <NumberField
          {...field('minutes')}
          kind="whole"
          label={t('own.minutes')}
          onChange={(typed) => put({ minutes: typed })}
        />
      </div>
      {priced.length > 0 && (
        <SelectField
          label={t('own.list')}
          value=""
          onChange={({ target }) => {
            const service = priced.find(({ id }) => id === target.value)
            if (service) put(addService(draft, service, time?.minutes !== undefined))
          }}>
          <option value="">{t('own.list.choose')}</option>
          {priced.map(({ id, label, cost, minutes: own, usualMinutes }) => (
            <option key={id} value={id}>
              {t('own.list.one', { label, price: formatMoney(cost ?? 0, currency), minutes: own ?? usualMinutes })}
            </option>
          ))}
        </SelectField>
      )}
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
            put({ place: found ? formatPlace(found) : '', coordinates: found ? found.location.coordinates : null })
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
        prefix={formatMoney(0, markets[countryCode].currency).replace('0', '')}
        onChange={(price) => put({ price })}
      />
      {!changes && (
        <>
          <SelectField
            label={t('own.repeat')}
            value={draft.repeats}
            onChange={({ target }) =>
              put({ repeats: target.value, until: draft.until || getUsualLastDay(draft.eventDate, target.value) })
            }>
            <option value="">{t('own.repeat.never')}</option>
            {repeatIntervals.map(({ value, unit, every }) => (
              <option key={value} value={value}>
                {t(`own.repeat.${unit}`, { n: every })}
              </option>
            ))}
          </SelectField>
          {draft.repeats && (
            <TextField
              {...field('until')}
              type="date"
              label={t('own.until')}
              hint={dates.length > 1 ? t('own.until.hint', { n: dates.length, day: on(dates.at(-1) ?? '') }) : ''}
            />
          )}
        </>
      )}
      <TextAreaField
        {...field('note')}
        label={t('own.note')}
        optional={t('client.optional')}
        hint={t('client.private')}
        rows={2}
        maxLength={4000}
      />
      {changes?.repeat && <SeriesScope scope={scope} onChange={setScope} />}
      {taken.length > 0 && (
        <Note kind="error">
          <span className="stack gap-8">
            {t('own.days.taken', { n: taken.length, days: taken.map(on).join('; ') })}
            {!changes && taken.length < dates.length && (
              <Button kind="secondary" size="small" loading={pending} onClick={(event) => submit(event, true)}>
                {t('own.days.skip', { n: dates.length - taken.length })}
              </Button>
            )}
          </span>
        </Note>
      )}
      <div className="row gap-8 wrapping">
        <Button type="submit" loading={pending}>
          {t('own.save')}
        </Button>
        <Button kind="secondary" onClick={onLeave}>
          {t('client.back')}
        </Button>
      </div>
    </form>
  )
}

type Scope = 'one' | 'following'

/** Asks whether a change applies to one appointment or all following ones. */
export function SeriesScope({ scope, onChange }: { scope: Scope; onChange: (scope: Scope) => void }) {
  const { t } = useClientMessages()
  return (
    <fieldset className="stack gap-8">
      <legend className="field-label">{t('own.scope')}</legend>
      {(['one', 'following'] as const).map((value) => (
        <Radio key={value} name="scope" checked={scope === value} onChange={() => onChange(value)}>
          {t(`own.scope.${value}`)}
        </Radio>
      ))}
    </fieldset>
  )
}

export function LinkNote({ link, firstName }: { link: string; firstName: string }) {
  const { t } = useClientMessages()
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    showToast('success', t('client.copied'))
  }
  return (
    <div className="card pad-24 stack gap-12">
      <TextField
        label={t('own.link')}
        hint={t('own.link.text', { firstName })}
        value={link}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <div>
        <Button size="small" onClick={copy}>
          <Copy className="icon" aria-hidden="true" />
          {t('own.link.copy')}
        </Button>
      </div>
    </div>
  )
}
