import { Fragment } from 'react'
import { Check, Clock3, MessageCircle, Send, Trash2 } from 'lucide-react'
import type { Appointment, GuestRow } from '#contract/bookings/appointment.ts'
import { createTranslator } from '#contract/words.ts'
import { formatAmount, formatEventDay } from '#web/bookings/booking-phrases.ts'
import bookingStyles from '#web/bookings/booking.module.css'
import { ShareBadge } from '#web/bookings/split/share-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { MoreActs } from '#web/ui/overlays/more-acts.tsx'
import { guestMessages } from './guest-messages.ts'
import { shareOrCopy } from './share-or-copy.ts'

interface GuestItemProps {
  guest: GuestRow
  appointment: Appointment
  busy: boolean
  /** What whoever booked does with it; missing where it is only read. */
  acts?: { invite: () => void; change: (act: 'renew' | 'end' | 'decline' | 'forget') => void; ask: () => void }
}

/** One person on the guest list. */
export function GuestItem({ guest, appointment, busy, acts }: GuestItemProps) {
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
        <dl className={bookingStyles.sheetFacts}>
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
