import { Check, Clock3, MessageCircle, Plus, Send, Trash2 } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { Appointment, GuestRow, TeamGuest } from '#contract/appointments/appointment.ts'
import type { PartyPerson } from '#contract/bookings/party-changes.ts'
import type { CountryCode } from '#contract/values.ts'
import { markets } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { formatAmount, formatEventDay } from '#web/appointments/booking-phrases.ts'
import factsStyles from '#web/ui/facts.module.css'
import { ShareBadge } from '#web/checkout/share-badge.tsx'
import { useLive } from '#web/messaging/live.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { MoreActs } from '#web/ui/overlays/more-acts.tsx'
import { guestMessages } from './guest-messages.ts'
import { shareOrCopy } from './share-or-copy.ts'

interface GuestsCardProps {
  appointment: Appointment
  /** Undefined for read-only. */
  onChange?: (next: Appointment) => void
  /** Reads the booking again after a change of another booking of the team. */
  onReload?: () => void
  onPropose?: (people: PartyPerson[]) => void
}

type Act = 'renew' | 'end' | 'decline' | 'forget'

export function GuestsCard({ appointment, onChange, onReload, onPropose }: GuestsCardProps) {
  const t = createTranslator(guestMessages, appointment.countryCode)
  const { formError, isPending, run } = useForm()
  const [renewed, setRenewed] = useState<string | null>(null)
  const { id: ownId, may, teamGuests } = appointment
  const people = teamGuests ?? listOwnGuests(appointment)
  useLive(['appointment.'], ({ ref }) => {
    if (teamGuests?.flat().some(({ appointmentId }) => appointmentId !== ownId && appointmentId === ref)) onReload?.()
  })
  const changes = onChange && may.change
  if (!changes && people.flat().every(({ row }) => row.id === null)) return null
  const show = (answered: Appointment) => (answered.id === ownId ? onChange?.(answered) : onReload?.())
  const change = async ({ appointmentId, row }: TeamGuest[number], act: Act) => {
    setRenewed(null)
    if (!row.id) return
    const guestId = row.id
    const done = await run((key) => browserApi().guests.change({ appointmentId, guestId, act }, { key }), {
      name: guestId,
    })
    if (!done) return
    if (act === 'renew' || act === 'end') setRenewed(t(act === 'renew' ? 'list.renewed' : 'list.ended'))
    show(done.answer.appointment)
  }
  const invite = async (appointmentId: string, person: number | null, name: string): Promise<boolean> => {
    setRenewed(null)
    const done = await run((key) => browserApi().guests.invite({ appointmentId, person, name }, { key }), {
      name: person === null ? 'invite more' : `invite ${appointmentId} ${person}`,
    })
    if (done) show(done.answer.appointment)
    return done !== null
  }
  const answered = people.filter((guest) => guest.some(({ row }) => row.answeredAt)).length
  return (
    <section className="card pad-24 stack no-print" aria-labelledby="guests">
      <div className="row space-between wrapping">
        <h2 className="heading-3" id="guests">
          {t('list.title')}
        </h2>
        {answered > 0 && <p className="small muted">{t('list.answered', { n: answered })}</p>}
      </div>
      <p>{t(!onChange ? 'list.text.artist' : teamGuests ? 'list.text.team' : 'list.text')}</p>
      {formError && <Note kind="error">{formError}</Note>}
      <p className="small muted" role="status">
        {renewed}
      </p>
      <ul className="stack gap-24">
        {people.map((guest) => {
          const [first] = guest
          if (!first) return null
          // The link is that of the whole person, so any of their bookings can change it.
          const own = guest.find(({ appointmentId }) => appointmentId === ownId) ?? first
          const { appointmentId, row } = own
          return (
            <GuestItem
              key={`${first.appointmentId} ${first.row.id ?? `person ${first.row.person}`}`}
              guest={guest}
              appointment={appointment}
              busy={isPending(row.id ?? `invite ${appointmentId} ${row.person}`)}
              {...(changes
                ? {
                    acts: {
                      create: () => (row.id ? change(own, 'renew') : invite(appointmentId, row.person, row.name)),
                      change: (act) => change(own, act),
                      decline: (part) => change(part, 'decline'),
                      ask: () => onPropose?.(applyGuestWishes(appointment, [row])),
                    },
                  }
                : {})}
            />
          )
        })}
      </ul>
      {changes && (
        <AddGuest
          country={appointment.countryCode}
          waiting={isPending('invite more')}
          onAdd={(name) => invite(ownId, null, name)}
        />
      )}
    </section>
  )
}

/** The list of a booking without a team, in the form of a team's list. */
const listOwnGuests = ({ id, provider, move, guests }: Appointment): TeamGuest[] =>
  guests.map((row) => [{ appointmentId: id, provider: provider.name, waiting: move !== null, row }])

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
  onAdd: (name: string) => Promise<boolean>
}

function AddGuest({ country, waiting, onAdd }: AddGuestProps) {
  const t = createTranslator(guestMessages, country)
  const [name, setName] = useState('')
  const add = async () => {
    if (await onAdd(name.trim())) setName('')
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
  guest: TeamGuest
  appointment: Appointment
  busy: boolean
  /** The booker's actions; undefined for read-only. */
  acts?: {
    create: () => void
    change: (act: Act) => void
    decline: (part: TeamGuest[number]) => void
    ask: () => void
  }
}

function GuestItem({ guest, appointment, busy, acts }: GuestItemProps) {
  const t = createTranslator(guestMessages, appointment.countryCode)
  const rows = guest.map(({ row }) => row)
  const said = rows.find(({ answeredAt }) => answeredAt) ?? rows[0]
  if (!said) return null
  const name = rows.find((row) => row.name)?.name || t('list.person', { n: said.person ?? '' })
  const facts = [
    [t('list.look'), said.look],
    [t('list.allergies'), said.allergies],
  ].filter(([, text]) => text)
  return (
    <li className="stack gap-12">
      <div className="row gap-12 wrapping space-between align-top">
        <div className="stack gap-4 can-shrink">
          <b className="bold">{name}</b>
          {guest.map((part) => (
            <span key={part.appointmentId} className="small muted">
              {formatPart(part, appointment)}
            </span>
          ))}
          {rows.map(
            ({ share }) =>
              share && (
                <span key="share" className="row gap-8 wrapping small">
                  {t('list.share')}: <span className="tabular">{formatAmount(share.amount, appointment)}</span>
                  <ShareBadge share={share} currency={appointment.currency} />
                </span>
              ),
          )}
        </div>
        <GuestState rows={rows} country={appointment.countryCode} />
      </div>
      {facts.length > 0 && (
        <dl className={factsStyles.facts}>
          {facts.map(([label, text]) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      {guest.map(
        (part) =>
          part.row.asks && (
            <Wish
              key={part.appointmentId}
              part={part}
              appointment={appointment}
              name={name}
              busy={busy}
              {...(acts && { acts })}
            />
          ),
      )}
      {acts && (
        <div className="row gap-8 wrapping">
          <LinkActs guest={guest} appointment={appointment} busy={busy} name={name} acts={acts} />
        </div>
      )}
    </li>
  )
}

function formatPart({ provider, row }: TeamGuest[number], appointment: Appointment): string {
  const t = createTranslator(guestMessages, appointment.countryCode)
  const isTeam = appointment.teamGuests !== null
  if (row.person === null) return isTeam ? t('list.with.more', { provider }) : t('list.more')
  const labels = row.services.map(({ label }) => label).join(', ')
  const services =
    row.part === null ? labels : t('list.services', { services: labels, part: formatAmount(row.part, appointment) })
  return isTeam ? t('list.with', { provider, services }) : services
}

type WishProps = Omit<GuestItemProps, 'guest'> & { part: TeamGuest[number]; name: string }

/** A wish for other services. One for another artist of the team is decided in that booking. */
function Wish({ part, appointment, name, busy, acts }: WishProps) {
  const t = createTranslator(guestMessages, appointment.countryCode)
  const { appointmentId, provider, waiting, row } = part
  const isTeam = appointment.teamGuests !== null
  const services = row.asks?.map(({ label }) => label).join(', ') ?? ''
  return (
    <Note kind="info">
      <div className="stack gap-12">
        <p>{t(!acts ? 'list.asks.artist' : isTeam ? 'list.asks.with' : 'list.asks', { name, services, provider })}</p>
        {acts &&
          (waiting ? (
            <p className="small muted">{t('list.asks.waits')}</p>
          ) : (
            <div className="row gap-8 wrapping">
              {appointmentId === appointment.id ? (
                <Button size="small" onClick={acts.ask}>
                  {t('list.asks.see')}
                  <span className="visually-hidden">{t('list.for', { name })}</span>
                </Button>
              ) : (
                <ButtonLink size="small" to={`/book/booked/${appointmentId}#guests`}>
                  {t('list.asks.there', { provider })}
                </ButtonLink>
              )}
              <Button kind="secondary" size="small" loading={busy} onClick={() => acts.decline(part)}>
                {t('list.asks.no')}
                <span className="visually-hidden">{t('list.for', { name })}</span>
              </Button>
            </div>
          ))}
      </div>
    </Note>
  )
}

function GuestState({ rows, country }: { rows: readonly GuestRow[]; country: CountryCode }) {
  const t = createTranslator(guestMessages, country)
  if (rows.some(({ asks }) => asks))
    return (
      <Badge look="accentSoft">
        <MessageCircle className="icon" aria-hidden="true" />
        {t('list.state.asks')}
      </Badge>
    )
  if (rows.some(({ answeredAt }) => answeredAt))
    return (
      <Badge look="jadeSoft">
        <Check className="icon" aria-hidden="true" />
        {t('list.state.answered')}
      </Badge>
    )
  return (
    <Badge look="outline">
      <Clock3 className="icon" aria-hidden="true" />
      {t(rows.some(({ key }) => key) ? 'list.state.sent' : 'list.state.none')}
    </Badge>
  )
}

function LinkActs({ guest, appointment, busy, name, acts }: Required<GuestItemProps> & { name: string }) {
  const t = createTranslator(guestMessages, appointment.countryCode)
  const rows = guest.map(({ row }) => row)
  // Each artist's row has a key; all lead to the same page. The first is the person's link on every booking's page.
  const key = rows.find((row) => row.key)?.key
  const artists = guest.map(({ provider }) => provider)
  const send = () => {
    const link = `${location.origin}/guest/${key}`
    const date = formatEventDay(appointment)
    const text =
      artists.length > 1
        ? t('list.message.team', {
            artists: new Intl.ListFormat(markets[appointment.countryCode].locale).format(artists),
            date,
            link,
          })
        : t('list.message', { provider: artists[0] ?? '', date, link })
    return shareOrCopy({ text, url: link, copied: t('list.copied') })
  }
  const forget = rows.every(({ person }) => person === null) && (
    <Button kind="quiet" size="small" loading={busy} onClick={() => acts.change('forget')}>
      <Trash2 className="icon" aria-hidden="true" />
      {t('list.forget', { name })}
    </Button>
  )
  if (!key)
    return (
      <>
        <Button kind="secondary" size="small" loading={busy} onClick={acts.create}>
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
