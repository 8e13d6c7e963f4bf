import { useState } from 'react'
import type { Appointment, Trial } from '#contract/bookings/appointment.ts'
import { reader } from '#contract/words.ts'
import { cashOf, firstNameOf, momentText } from '#web/bookings/booking-phrases.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { TrialForm } from './trial-form.tsx'
import { trialWords } from './trial-words.ts'

interface TrialCardProps {
  appointment: Appointment
  /** Missing where nothing can be done about it. */
  onChange?: (next: Appointment) => void
}

/** The trial of a booking, how it stands, and what its two sides may do about it; nothing where none was booked. */
export function TrialCard({ appointment, onChange }: TrialCardProps) {
  const { trial, countryCode } = appointment
  const t = reader(trialWords, countryCode)
  if (!trial) return null
  return (
    <TitledCard
      title={t('trial.title')}
      className="no-print"
      beside={trial.state === 'open' && <Badge look="accentSoft">{t('trial.open.badge')}</Badge>}>
      {saidOf(appointment, trial).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {onChange && <TrialActs appointment={appointment} trial={trial} onChange={onChange} />}
    </TitledCard>
  )
}

function saidOf(appointment: Appointment, trial: Trial): string[] {
  const { side, countryCode } = appointment
  const t = reader(trialWords, countryCode)
  const { services, minutes, state, startsAt, price, off, kept } = trial
  const dateTime = startsAt ? momentText(startsAt, appointment) : ''
  const cash = (amount: number) => cashOf(amount, appointment)
  if (state === 'cancelled') return [kept > 0 ? t('trial.cancelled.kept', { kept: cash(kept) }) : t('trial.cancelled')]
  const when = {
    booked: () => t(trial.may.judge ? 'trial.begun' : 'trial.booked', { dateTime }),
    open: () =>
      t(trial.may.move || side === 'operator' ? 'trial.open' : 'trial.open.late', {
        until: momentText(trial.until, appointment),
      }),
    done: () => t(appointment.state === 'cancelled' ? 'trial.done.over' : `trial.done.${side}`, { dateTime }),
    missed: () => t(`trial.missed.${side}`, { dateTime }),
  }
  return [
    when[state](),
    t('trial.of', { services: services.join(', '), minutes }),
    t(price === 0 ? 'trial.price.free' : off > 0 ? 'trial.price.off' : 'trial.price', {
      price: cash(price),
      off: cash(off),
    }),
    ...(trial.withTest && state === 'booked' ? [t('trial.with.test')] : []),
  ]
}

function TrialActs({ appointment, trial, onChange }: Required<TrialCardProps> & { trial: Trial }) {
  const { id: appointmentId, side, countryCode, provider, customer } = appointment
  const t = reader(trialWords, countryCode)
  const [doing, setDoing] = useState<'move' | 'cancel' | null>(null)
  // What comes off by now, where a boundary has passed since it was shown.
  const [passed, setPassed] = useState<number | null>(null)
  const back = passed ?? trial.back
  const { isDoing, said, run } = useAct({
    says: {
      refund_changed: ({ detail }) => {
        setPassed((detail as { refund: number }).refund)
        return t('trial.cancel.passed')
      },
    },
  })
  const firstName = firstNameOf(side === 'customer' ? provider.name : customer.name)
  const { move, cancel, judge } = trial.may
  const say = async (outcome: 'done' | 'missed' | 'off') => {
    const done = await run(
      (key) => {
        const how = {
          key,
          showToastOnSuccess: t(outcome === 'off' ? 'trial.cancelled.toast' : 'trial.saved', { firstName }),
        }
        return side === 'customer'
          ? browserApi().bookings.cancelTrial({ appointmentId, refund: back }, how)
          : browserApi().providerBookings.judgeTrial({ appointmentId, outcome }, how)
      },
      { as: outcome },
    )
    if (!done) return
    setDoing(null)
    onChange(done.answer.appointment)
  }
  if (doing === 'move')
    return (
      <TrialForm
        appointment={appointment}
        trial={trial}
        onDone={(next) => {
          setDoing(null)
          if (next) onChange(next)
        }}
      />
    )
  if (doing === 'cancel')
    return (
      <>
        <p role="status">
          {back > 0 ? t('trial.cancel.sure', { back: cashOf(back, appointment) }) : t('trial.cancel.sure.none')}
        </p>
        {said && <Note kind="error">{said}</Note>}
        <div className="row gap-8 wrapping">
          <Button loading={isDoing('off')} onClick={() => say('off')}>
            {t('trial.cancel.yes')}
          </Button>
          <Button kind="secondary" onClick={() => setDoing(null)}>
            {t('trial.keep')}
          </Button>
        </div>
      </>
    )
  return (
    <>
      {said && <Note kind="error">{said}</Note>}
      {(move || cancel || judge) && (
        <div className="row gap-8 wrapping">
          {move && (
            <Button kind={trial.startsAt ? 'secondary' : 'primary'} onClick={() => setDoing('move')}>
              {t(trial.startsAt ? 'trial.move' : 'trial.choose')}
            </Button>
          )}
          {judge && (
            <>
              <Button loading={isDoing('done')} onClick={() => say('done')}>
                {t('trial.is.done')}
              </Button>
              <Button kind="secondary" loading={isDoing('missed')} onClick={() => say('missed')}>
                {t('trial.is.missed')}
              </Button>
            </>
          )}
          {cancel && (
            <Button kind="quiet" onClick={() => setDoing('cancel')}>
              {t('trial.cancel')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
