import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Appointment } from '#contract/bookings/appointment.ts'
import type { PartyPerson, PartyPreview } from '#contract/bookings/party.ts'
import { money } from '#contract/format.ts'
import { ApiError } from '#web/platform/api/api.ts'
import type { ActKeys } from '#web/platform/api/act-keys.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { cashOf, clockIn, firstNameOf, wordsOf } from '#web/bookings/booking-phrases.ts'

interface PartyFormProps {
  appointment: Appointment
  onChange: (next: Appointment) => void
  onClose: () => void
}

type Offered = { id: string; label: string }

/** Suggesting other people or services: who they are, what is done for each, and what it would come to. */
export function PartyForm({ appointment, onChange, onClose }: PartyFormProps) {
  const t = wordsOf(appointment)
  const { side, party, provider } = appointment
  const [people, setPeople] = useState<readonly PartyPerson[]>(() =>
    party.map(({ person, name, services }) => ({ person, name, services: services.map(({ id }) => id) })),
  )
  const { waiting, said, clear, run } = useAct()
  const profile = useAnswer(provider.slug, () => browserApi().providers.profile({ profileId: provider.slug }))
  const offered = offeredIn(appointment, profile.answer?.services ?? [])
  const changed = JSON.stringify(people.map(({ person, services }) => [person, services.toSorted()]))
  const before = JSON.stringify(party.map(({ person, services }) => [person, services.map(({ id }) => id).toSorted()]))
  const complete = people.every(({ services }) => services.length > 0)
  const priced = useAnswer(
    changed === before || !complete ? null : changed,
    () => propose(appointment, people, true, crypto.randomUUID()),
    { after: 400 },
  )
  const firstName = firstNameOf(side === 'customer' ? provider.name : appointment.customer.name)
  const change = (at: number, next: Partial<PartyPerson>) => {
    clear()
    setPeople((all) => all.map((one, i) => (i === at ? { ...one, ...next } : one)))
  }
  const toggle = (at: number, id: string) => {
    const services = people[at]?.services ?? []
    change(at, { services: services.includes(id) ? services.filter((one) => one !== id) : [...services, id] })
  }
  const send = async () => {
    const done = await run((key) => propose(appointment, people, false, key))
    if (!done) return
    onChange(done.answer.appointment)
    onClose()
  }
  const preview = priced.answer?.preview ?? null
  const wrong = said ?? (priced.fault instanceof ApiError ? priced.fault.message : null)
  return (
    <section className="card pad-24 stack no-print" aria-labelledby="party">
      <h2 className="heading-3" id="party">
        {t('party.title')}
      </h2>
      <p>{t('party.text', { firstName })}</p>
      {people.map((one, at) => {
        const name = one.name || t('sheet.person', { n: at + 1 })
        return (
          <fieldset key={`${one.person ?? 'new'} ${at}`} className="stack gap-8">
            <legend className="field-label">{name}</legend>
            <TextField
              label={t('party.name', { n: at + 1 })}
              name={`party-name-${at}`}
              autoComplete="off"
              maxLength={60}
              value={one.name}
              onChange={(event) => change(at, { name: event.target.value })}
            />
            <div className="stack gap-4">
              {offered.map(({ id, label }) => (
                <Checkbox key={id} checked={one.services.includes(id)} onChange={() => toggle(at, id)}>
                  {label}
                  <span className="visually-hidden">{`, ${name}`}</span>
                </Checkbox>
              ))}
            </div>
            {people.length > 1 && (
              <div>
                <Button
                  kind="quiet"
                  size="small"
                  onClick={() => {
                    clear()
                    setPeople((all) => all.filter((_, i) => i !== at))
                  }}>
                  <Trash2 className="icon" aria-hidden="true" />
                  {t('party.remove', { name })}
                </Button>
              </div>
            )}
          </fieldset>
        )
      })}
      {people.length < 20 && (
        <div>
          <Button
            kind="secondary"
            size="small"
            onClick={() =>
              setPeople((all) => [...all, { person: null, name: '', services: [...(all.at(-1)?.services ?? [])] }])
            }>
            <Plus className="icon" aria-hidden="true" />
            {t('party.add')}
          </Button>
        </div>
      )}
      <div aria-live="polite" className="stack gap-8">
        {preview && <Preview appointment={appointment} preview={preview} firstName={firstName} />}
        {side === 'customer' && <p className="small muted">{t('party.boundaries')}</p>}
      </div>
      {wrong && <Note kind="error">{wrong}</Note>}
      <div className="row gap-8 wrapping">
        <Button disabled={changed === before || !complete} loading={waiting} onClick={send}>
          {t('party.send', { firstName })}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          {t('cancel.keep')}
        </Button>
      </div>
    </section>
  )
}

// What somebody has now can stay, whatever else is offered by now.
const offeredIn = ({ party }: Appointment, services: readonly Offered[]): Offered[] => [
  ...new Map(
    [...services, ...party.flatMap((one) => one.services)].map(({ id, label }) => [id, { id, label }]),
  ).values(),
]

const propose = (
  { id, side }: Appointment,
  people: readonly PartyPerson[],
  preview: boolean,
  key: ActKeys | string,
): Promise<{ appointment: Appointment; preview: PartyPreview | null }> => {
  const change = { appointmentId: id, people: [...people], preview }
  return side === 'provider'
    ? browserApi().providerBookings.proposeParty(change, { key })
    : browserApi().bookings.proposeParty(change, { key })
}

function Preview({
  appointment,
  preview,
  firstName,
}: {
  appointment: Appointment
  preview: PartyPreview
  firstName: string
}) {
  const t = wordsOf(appointment)
  const { currency, timeZone, side } = appointment
  return (
    <>
      <p>
        {t('party.day', { clock: clockIn(preview.startsAt, timeZone), done: clockIn(preview.endsAt, timeZone) })}{' '}
        {differenceText({ ...preview, side, currency, firstName, before: appointment.total }, t)}
      </p>
      {preview.kept > 0 && <p>{t('party.kept', { amount: cashOf(preview.kept, appointment) })}</p>}
    </>
  )
}

/** What a changed price means for whoever reads it: more to pay, something back, or another balance. */
export function differenceText(
  {
    total,
    difference,
    back,
    before,
    side,
    currency,
    firstName,
  }: {
    total: number
    difference: number
    back: number
    before: number
    side: Appointment['side']
    currency: string
    firstName: string
  },
  t: ReturnType<typeof wordsOf>,
): string {
  const cash = (amount: number) => money(amount, currency, { decimals: 'always' })
  const said = { total: money(total, currency), firstName }
  const mine = side === 'customer'
  if (difference > 0)
    return t(mine ? 'move.price.more' : 'move.price.more.them', { ...said, difference: cash(difference) })
  if (back > 0) return t(mine ? 'move.price.back' : 'move.price.back.them', { ...said, difference: cash(back) })
  if (total < before) return t('move.price.less', { ...said, difference: cash(before - total) })
  return t('move.price.same', said)
}
