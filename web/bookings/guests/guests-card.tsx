import { useState } from 'react'
import type { Appointment, GuestRow } from '#contract/bookings/appointment.ts'
import type { PartyPerson } from '#contract/bookings/party.ts'
import { createTranslator } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Note } from '#web/ui/note.tsx'
import { AddGuest } from './add-guest.tsx'
import { GuestItem } from './guest-item.tsx'
import { guestMessages } from './guest-messages.ts'
import { applyGuestWishes } from './people-asked.ts'

interface GuestsCardProps {
  appointment: Appointment
  /** Missing where it is only read. */
  onChange?: (next: Appointment) => void
  /** Whoever booked wants to see what a party comes to. */
  onPropose?: (people: PartyPerson[]) => void
}

/** The guest list of a booking: who has a link, who has answered, what they said and what they ask for. */
export function GuestsCard({ appointment, onChange, onPropose }: GuestsCardProps) {
  const t = createTranslator(guestMessages, appointment.countryCode)
  const { formError, isPending, run } = useForm()
  const [renewed, setRenewed] = useState<string | null>(null)
  const { guests, id: appointmentId, may } = appointment
  const changes = onChange && may.change
  if (!changes && guests.every(({ id }) => id === null)) return null
  const change = async (guest: GuestRow, act: 'renew' | 'end' | 'decline' | 'forget') => {
    setRenewed(null)
    if (!guest.id) return
    const guestId = guest.id
    const done = await run((key) => browserApi().guests.change({ appointmentId, guestId, act }, { key }), {
      name: guestId,
    })
    if (!done) return
    if (act === 'renew' || act === 'end') setRenewed(t(act === 'renew' ? 'list.renewed' : 'list.ended'))
    onChange?.(done.answer.appointment)
  }
  const invite = async (person: number | null, name: string): Promise<boolean> => {
    setRenewed(null)
    const done = await run((key) => browserApi().guests.invite({ appointmentId, person, name }, { key }), {
      name: `invite ${person ?? 'more'}`,
    })
    if (done) onChange?.(done.answer.appointment)
    return done !== null
  }
  const answered = guests.filter(({ answeredAt }) => answeredAt).length
  return (
    <section className="card pad-24 stack no-print" aria-labelledby="guests">
      <div className="row space-between wrapping">
        <h2 className="heading-3" id="guests">
          {t('list.title')}
        </h2>
        {answered > 0 && <p className="small muted">{t('list.answered', { n: answered })}</p>}
      </div>
      <p>{t(onChange ? 'list.text' : 'list.text.artist')}</p>
      {formError && <Note kind="error">{formError}</Note>}
      <p className="small muted" role="status">
        {renewed}
      </p>
      <ul className="stack gap-24">
        {guests.map((guest) => (
          <GuestItem
            key={guest.id ?? `person ${guest.person}`}
            guest={guest}
            appointment={appointment}
            busy={isPending(guest.id ?? `invite ${guest.person}`)}
            {...(changes
              ? {
                  acts: {
                    invite: () => invite(guest.person, guest.name),
                    change: (act) => change(guest, act),
                    ask: () => onPropose?.(applyGuestWishes(appointment, [guest])),
                  },
                }
              : {})}
          />
        ))}
      </ul>
      {changes && <AddGuest country={appointment.countryCode} waiting={isPending('invite more')} onAdd={invite} />}
    </section>
  )
}
