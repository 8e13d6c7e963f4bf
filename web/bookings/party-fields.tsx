import { Plus, Trash2 } from 'lucide-react'
import type { Appointment } from '#contract/appointments/appointment.ts'
import type { PartyPerson } from '#contract/bookings/party-changes.ts'
import { getBookingTranslator } from '#web/appointments/booking-phrases.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { TextField } from '#web/ui/fields/field.tsx'

interface PartyFieldsProps {
  appointment: Appointment
  people: readonly PartyPerson[]
  onChange: (people: readonly PartyPerson[]) => void
}

type Offered = { id: string; label: string }

export const listPartyPeople = ({ party }: Appointment): readonly PartyPerson[] =>
  party.map(({ person, name, services }) => ({ person, guest: null, name, services: services.map(({ id }) => id) }))

export function PartyFields({ appointment, people, onChange }: PartyFieldsProps) {
  const t = getBookingTranslator(appointment)
  const { provider } = appointment
  const profile = useAnswer(provider.slug, () => browserApi().providers.profile({ profileId: provider.slug }))
  const offered = offeredIn(appointment, profile.answer?.services ?? [])
  const change = (at: number, next: Partial<PartyPerson>) =>
    onChange(people.map((one, i) => (i === at ? { ...one, ...next } : one)))
  const toggle = (at: number, id: string) => {
    const services = people[at]?.services ?? []
    change(at, { services: services.includes(id) ? services.filter((one) => one !== id) : [...services, id] })
  }
  return (
    <>
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
                <Button kind="quiet" size="small" onClick={() => onChange(people.filter((_, i) => i !== at))}>
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
              onChange([
                ...people,
                { person: null, guest: null, name: '', services: [...(people.at(-1)?.services ?? [])] },
              ])
            }>
            <Plus className="icon" aria-hidden="true" />
            {t('party.add')}
          </Button>
        </div>
      )}
    </>
  )
}

// Current services can stay, even if no longer offered.
const offeredIn = ({ party }: Appointment, services: readonly Offered[]): Offered[] => [
  ...new Map(
    [...services, ...party.flatMap((one) => one.services)].map(({ id, label }) => [id, { id, label }]),
  ).values(),
]
