import { useRef, useState } from 'react'
import type { Appointment } from '#contract/appointments/appointment.ts'
import type { PartyPerson, PartyPreview } from '#contract/bookings/party-changes.ts'
import { formatMoney } from '#contract/format.ts'
import { formatAmount, formatClockIn, getBookingTranslator, getFirstName } from '#web/appointments/booking-phrases.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { type ActKeys, useForm } from '#web/platform/use-form.ts'
import { GuardianConsent } from '#web/checkout/checkout-parts.tsx'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { useRevealedAnswer } from '#web/ui/reveal.ts'
import { PartyFields, listPartyPeople } from './party-fields.tsx'

interface PartyFormProps {
  appointment: Appointment
  onChange: (next: Appointment) => void
  onClose: () => void
  start?: readonly PartyPerson[] | undefined
}

export function PartyForm({ appointment, onChange, onClose, start }: PartyFormProps) {
  const t = getBookingTranslator(appointment)
  const { side, party, provider } = appointment
  const [people, setPeople] = useState(() => start ?? listPartyPeople(appointment))
  const title = useRef<HTMLHeadingElement>(null)
  useRevealedAnswer(title, true)
  const [guardian, setGuardian] = useState(false)
  const { pending, formError, clearErrors, run } = useForm()
  const changed = JSON.stringify(people.map(({ person, services }) => [person, services.toSorted()]))
  const before = JSON.stringify(party.map(({ person, services }) => [person, services.map(({ id }) => id).toSorted()]))
  const complete = people.every(({ services }) => services.length > 0)
  const priced = useAnswer(
    changed === before || !complete ? null : changed,
    () => propose(appointment, { people, preview: true, guardian }, crypto.randomUUID()),
    { after: 400 },
  )
  const firstName = getFirstName(side === 'customer' ? provider.name : appointment.customer.name)
  const change = (next: readonly PartyPerson[]) => {
    clearErrors()
    setPeople(next)
  }
  const send = async () => {
    const done = await run((key) => propose(appointment, { people, preview: false, guardian }, key))
    if (!done) return
    onChange(done.answer.appointment)
    onClose()
  }
  const preview = priced.answer?.preview ?? null
  const needsGuardian = preview?.needsGuardian ?? false
  const isGuardianMissing = needsGuardian && !(guardian && side === 'customer')
  const wrong = formError ?? (priced.fault instanceof ApiError ? priced.fault.message : null)
  return (
    <section className="card pad-24 stack no-print" aria-labelledby="party">
      <h2 className="heading-3" id="party" ref={title} tabIndex={-1}>
        {t('party.title')}
      </h2>
      <p>{t('party.text', { firstName })}</p>
      <PartyFields appointment={appointment} people={people} onChange={change} />
      <div aria-live="polite" className="stack gap-8">
        {preview && <Preview appointment={appointment} preview={preview} firstName={firstName} />}
        {side === 'customer' && <p className="small muted">{t('party.boundaries')}</p>}
        {needsGuardian && side === 'provider' && <p>{t('party.guardian.ask', { firstName })}</p>}
      </div>
      {needsGuardian && side === 'customer' && (
        <GuardianConsent country={appointment.countryCode} agreed={guardian} wrong={null} onChange={setGuardian} />
      )}
      {wrong && <Note kind="error">{wrong}</Note>}
      <div className="row gap-8 wrapping">
        <Button disabled={changed === before || !complete || isGuardianMissing} loading={pending} onClick={send}>
          {t('party.send', { firstName })}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          {t('cancel.keep')}
        </Button>
      </div>
    </section>
  )
}

const propose = (
  { id, side }: Appointment,
  { people, ...more }: { people: readonly PartyPerson[]; preview: boolean; guardian: boolean },
  key: ActKeys | string,
): Promise<{ appointment: Appointment; preview: PartyPreview | null }> => {
  const change = { appointmentId: id, people: [...people], ...more }
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
  const t = getBookingTranslator(appointment)
  const { currency, timeZone, side } = appointment
  return (
    <>
      <p>
        {t('party.day', {
          clock: formatClockIn(preview.startsAt, timeZone),
          done: formatClockIn(preview.endsAt, timeZone),
        })}{' '}
        {formatDifference({ ...preview, side, currency, firstName, before: appointment.total }, t)}
      </p>
      {preview.kept > 0 && <p>{t('party.kept', { amount: formatAmount(preview.kept, appointment) })}</p>}
    </>
  )
}

/** Returns a price change as text for the viewer: payment, refund, or changed balance. */
export function formatDifference(
  {
    total,
    difference,
    back,
    toBalance,
    waived,
    before,
    side,
    currency,
    firstName,
  }: {
    total: number
    difference: number
    back: number
    toBalance: number
    waived: number
    before: number
    side: Appointment['side']
    currency: string
    firstName: string
  },
  t: ReturnType<typeof getBookingTranslator>,
): string {
  const cash = (amount: number) => formatMoney(amount, currency, { decimals: 'always' })
  const said = { total: formatMoney(total, currency), firstName }
  const mine = side === 'customer'
  if (difference > 0)
    return t(mine ? 'move.price.more' : 'move.price.more.them', { ...said, difference: cash(difference) })
  if (back > 0) return t(mine ? 'move.price.back' : 'move.price.back.them', { ...said, difference: cash(back) })
  if (toBalance > 0) return t('move.price.toBalance', { ...said, difference: cash(toBalance) })
  if (waived > 0) return t('move.price.waived', { ...said, difference: cash(waived) })
  if (total < before) return t('move.price.less', { ...said, difference: cash(before - total) })
  return t('move.price.same', said)
}
