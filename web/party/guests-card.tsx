import { Check, Clock3, MessageCircle, Plus, Send, Trash2 } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { Appointment, GuestRow } from '#contract/appointments/appointment.ts'
import type { PartyPerson } from '#contract/bookings/party-changes.ts'
import type { CountryCode } from '#contract/values.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { formatAmount, formatEventDay } from '#web/appointments/booking-phrases.ts'
import factsStyles from '#web/ui/facts.module.css'
import { ShareBadge } from '#web/checkout/share-badge.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { MoreActs } from '#web/ui/overlays/more-acts.tsx'
import { guestMessages } from './guest-messages.ts'
import { shareOrCopy } from './share-or-copy.ts'

interface GuestsCardProps {
  appointment: Appointment
  /** Undefined for read-only. */
  onChange?: (next: Appointment) => void
  onPropose?: (people: PartyPerson[]) => void
}

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

/** Returns the party with these guests' wishes applied; new people last. */
export const applyGuestWishes = (
  { party, guests }: Pick<Appointment, 'party' | 'guests'>,
  asking: readonly GuestRow[] = guests,
): PartyPerson[] => {
  const wishOf = (person: number) => asking.find((guest) => guest.person === person)?.asks
  const seated = party.map(({ person, name, services }) => ({
    person,
    guest: null,
    name,
    services: (wishOf(person) ?? services).map(({ id }) => id),
  }))
  const coming = asking
    .filter(({ person, asks }) => person === null && asks)
    .map(({ id, name, asks }) => ({ person: null, guest: id, name, services: (asks ?? []).map((one) => one.id) }))
  return [...seated, ...coming]
}

interface AddGuestProps {
  country: CountryCode
  waiting: boolean
  onAdd: (person: null, name: string) => Promise<boolean>
}

function AddGuest({ country, waiting, onAdd }: AddGuestProps) {
  const t = createTranslator(guestMessages, country)
  const [name, setName] = useState('')
  const add = async () => {
    if (await onAdd(null, name.trim())) setName('')
  }
  return (
    <form
      className="stack gap-12"
      aria-label={t('list.add')}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}>
      <h3 className="bold">{t('list.add')}</h3>
      <TextField
        label={t('list.add.name')}
        hint={t('list.add.hint')}
        name="guest-name"
        autoComplete="off"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div>
        <Button type="submit" kind="secondary" size="small" loading={waiting} disabled={name.trim() === ''}>
          <Plus className="icon" aria-hidden="true" />
          {t('list.add.act')}
        </Button>
      </div>
    </form>
  )
}

interface GuestItemProps {
  guest: GuestRow
  appointment: Appointment
  busy: boolean
  /** The booker's actions; undefined for read-only. */
  acts?: { invite: () => void; change: (act: 'renew' | 'end' | 'decline' | 'forget') => void; ask: () => void }
}

function GuestItem({ guest, appointment, busy, acts }: GuestItemProps) {
  const t = createTranslator(guestMessages, appointment.countryCode)
  const name = guest.name || t('list.person', { n: guest.person ?? '' })
  const services = guest.services.map(({ label }) => label).join(', ')
  const facts = [
    [t('list.look'), guest.look],
    [t('list.allergies'), guest.allergies],
  ].filter(([, said]) => said)
  return (
    <li className="stack gap-12">
      <div className="row gap-12 wrapping space-between align-top">
        <div className="stack gap-4 can-shrink">
          <b className="bold">{name}</b>
          <span className="small muted">
            {guest.person === null
              ? t('list.more')
              : guest.part === null
                ? services
                : t('list.services', { services, part: formatAmount(guest.part, appointment) })}
          </span>
          {guest.share && (
            <span className="row gap-8 wrapping small">
              {t('list.share')}: <span className="tabular">{formatAmount(guest.share.amount, appointment)}</span>
              <ShareBadge share={guest.share} currency={appointment.currency} />
            </span>
          )}
        </div>
        <GuestState guest={guest} country={appointment.countryCode} />
      </div>
      {facts.length > 0 && (
        <dl className={factsStyles.facts}>
          {facts.map(([label, said]) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{said}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      {guest.asks && (
        <Note kind="info">
          <div className="stack gap-12">
            <p>
              {t(acts ? 'list.asks' : 'list.asks.artist', {
                name,
                services: guest.asks.map(({ label }) => label).join(', '),
              })}
            </p>
            {acts &&
              (appointment.move ? (
                <p className="small muted">{t('list.asks.waits')}</p>
              ) : (
                <div className="row gap-8 wrapping">
                  <Button size="small" onClick={acts.ask}>
                    {t('list.asks.see')}
                    <span className="visually-hidden">{t('list.for', { name })}</span>
                  </Button>
                  <Button kind="secondary" size="small" loading={busy} onClick={() => acts.change('decline')}>
                    {t('list.asks.no')}
                    <span className="visually-hidden">{t('list.for', { name })}</span>
                  </Button>
                </div>
              ))}
          </div>
        </Note>
      )}
      {acts && (
        <div className="row gap-8 wrapping">
          <LinkActs guest={guest} appointment={appointment} busy={busy} name={name} acts={acts} />
        </div>
      )}
    </li>
  )
}

function GuestState({ guest, country }: { guest: GuestRow; country: Appointment['countryCode'] }) {
  const t = createTranslator(guestMessages, country)
  if (guest.asks)
    return (
      <Badge look="accentSoft">
        <MessageCircle className="icon" aria-hidden="true" />
        {t('list.state.asks')}
      </Badge>
    )
  if (guest.answeredAt)
    return (
      <Badge look="jadeSoft">
        <Check className="icon" aria-hidden="true" />
        {t('list.state.answered')}
      </Badge>
    )
  return (
    <Badge look="outline">
      <Clock3 className="icon" aria-hidden="true" />
      {t(guest.key ? 'list.state.sent' : 'list.state.none')}
    </Badge>
  )
}

function LinkActs({ guest, appointment, busy, name, acts }: Required<GuestItemProps> & { name: string }) {
  const t = createTranslator(guestMessages, appointment.countryCode)
  const send = () => {
    const link = `${location.origin}/guest/${guest.key}`
    const text = t('list.message', { provider: appointment.provider.name, date: formatEventDay(appointment), link })
    return shareOrCopy({ text, url: link, copied: t('list.copied') })
  }
  const forget = guest.person === null && (
    <Button kind="quiet" size="small" loading={busy} onClick={() => acts.change('forget')}>
      <Trash2 className="icon" aria-hidden="true" />
      {t('list.forget', { name })}
    </Button>
  )
  if (!guest.key)
    return (
      <>
        <Button
          kind="secondary"
          size="small"
          loading={busy}
          onClick={() => (guest.id ? acts.change('renew') : acts.invite())}>
          {t('list.make')}
          <span className="visually-hidden">{t('list.for', { name })}</span>
        </Button>
        {forget}
      </>
    )
  return (
    <>
      <Button kind="secondary" size="small" onClick={send}>
        <Send className="icon" aria-hidden="true" />
        {t('list.copy')}
        <span className="visually-hidden">{t('list.for', { name })}</span>
      </Button>
      <MoreActs dots label={t('list.acts', { name })}>
        <Button kind="quiet" size="small" onClick={() => acts.change('renew')}>
          {t('list.renew')}
        </Button>
        <Button kind="quiet" size="small" onClick={() => acts.change('end')}>
          {t('list.end')}
        </Button>
        {forget}
      </MoreActs>
    </>
  )
}
