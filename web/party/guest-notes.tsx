import type { Appointment } from '#contract/appointments/appointment.ts'
import { getBookingTranslator } from '#web/appointments/booking-phrases.ts'

/** Returns what guests said by their links, one line each: looks and allergies. */
export function formatGuestNotes(appointment: Pick<Appointment, 'guests' | 'countryCode'>): string[] {
  const t = getBookingTranslator(appointment)
  return appointment.guests
    .filter(({ person }) => person !== null)
    .flatMap(({ person, name: said, look, allergies }) => {
      const name = said || t('sheet.person', { n: person ?? '' })
      return [
        ...(look ? [t('sheet.guest.look', { name, look })] : []),
        ...(allergies ? [t('sheet.guest.allergies', { name, allergies })] : []),
      ]
    })
}

export function GuestNotes({ appointment }: { appointment: Pick<Appointment, 'guests' | 'countryCode'> }) {
  const notes = formatGuestNotes(appointment)
  if (notes.length === 0) return null
  return (
    <ul className="stack gap-4">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
