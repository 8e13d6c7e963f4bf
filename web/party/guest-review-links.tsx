import { Send } from 'lucide-react'
import type { Appointment, GuestRow } from '#contract/appointments/appointment.ts'
import { formatDate, zonedDay } from '#contract/format.ts'
import { reviewDays } from '#contract/reviews/review-words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { partyMessages } from '#web/reviews/party/party-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { shareOrCopy } from './share-or-copy.ts'

interface GuestReviewLinksProps {
  appointment: Appointment
  onChange: (next: Appointment) => void
}

const DAY_MS = 86_400_000

/** Review links of each person after the event. Hidden before, for one person, and when reviews are closed. */
export function GuestReviewLinks({ appointment, onChange }: GuestReviewLinksProps) {
  const t = createTranslator(partyMessages, appointment.countryCode)
  const { formError, isPending, run } = useForm()
  const { id: appointmentId, provider, timeZone, countryCode, state } = appointment
  const people = appointment.guests.filter(({ person }) => person !== null)
  const until = Date.parse(appointment.endsAt) + reviewDays.open * DAY_MS
  const isOpen = Date.parse(appointment.endsAt) <= Date.now() && Date.now() < until
  if (!isOpen || people.length < 2 || (state !== 'booked' && state !== 'completed')) return null
  const nameOf = ({ name, person }: GuestRow) => name || t('party.person', { n: person ?? '' })
  const make = async ({ id, person, name }: GuestRow) => {
    const { guests } = browserApi()
    const done = await run(
      (key) =>
        id
          ? guests.change({ appointmentId, guestId: id, act: 'renew' }, { key })
          : guests.invite({ appointmentId, person, name }, { key }),
      { name: `person ${person}` },
    )
    if (done) onChange(done.answer.appointment)
  }
  const send = (key: string) => {
    const link = `${location.origin}/guest/${key}`
    const text = t('party.links.message', { provider: provider.name, link })
    return shareOrCopy({ text, url: link, copied: t('party.links.copied') })
  }
  return (
    <section className="card pad-24 stack no-print" aria-labelledby="guest-reviews">
      <h2 className="heading-3" id="guest-reviews">
        {t('party.links.title')}
      </h2>
      <p>
        {t('party.links.text', {
          provider: provider.name,
          date: formatDate(zonedDay(new Date(until).toISOString(), timeZone), countryCode),
        })}
      </p>
      {formError && <Note kind="error">{formError}</Note>}
      <ul className="stack gap-12">
        {people.map((guest) => (
          <li key={guest.person} className="row gap-12 wrapping space-between">
            <b className="bold can-shrink">{nameOf(guest)}</b>
            {guest.key ? (
              <Button kind="secondary" size="small" onClick={() => send(guest.key ?? '')}>
                <Send className="icon" aria-hidden="true" />
                {t('party.links.send')}
                <span className="visually-hidden">{t('party.links.for', { name: nameOf(guest) })}</span>
              </Button>
            ) : (
              <Button
                kind="secondary"
                size="small"
                loading={isPending(`person ${guest.person}`)}
                onClick={() => make(guest)}>
                {t('party.links.make')}
                <span className="visually-hidden">{t('party.links.for', { name: nameOf(guest) })}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
