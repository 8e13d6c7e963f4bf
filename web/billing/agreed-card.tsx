import { useState } from 'react'
import { Link } from 'react-router'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { getAgreedBalanceDue } from '#contract/billing/agreed-balance.ts'
import { formatMoney } from '#contract/format.ts'
import { formatBalanceMandate } from '#contract/payments/cards.ts'
import {
  formatAmount,
  formatEventMoment,
  getBookingTranslator,
  getFirstName,
  openBalance,
} from '#web/appointments/booking-phrases.ts'
import { formatCardName, SaveCard } from '#web/payments/cards/save-card.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Radio } from '#web/ui/fields/choice.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { revealElement } from '#web/ui/reveal.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Props = { appointment: Appointment; onChange: (next: Appointment) => void }
type When = 'before' | 'after'
const whens = ['before', 'after'] as const

/** Sets up an automatic balance, shows the consent and ends it. */
export function AgreedCard({ appointment, onChange }: Props) {
  const t = getBookingTranslator(appointment)
  const [changing, setChanging] = useState(false)
  const act = useForm()
  const { agreedBalance: agreed, may } = appointment
  const standing = agreed?.state === 'agreed' ? agreed : null
  if (!may.agreeBalance || (agreed && !standing)) return null
  const balance = formatAmount(openBalance(appointment), appointment)
  const end = async () => {
    const done = await act.run((key) =>
      browserApi().bookings.endAgreedBalance({ appointmentId: appointment.id }, { key }),
    )
    if (!done) return
    showToast('success', t('agreed.ended'))
    onChange(done.answer.appointment)
  }
  return (
    <section className="card pad-24 stack no-print" aria-labelledby="agreed">
      <h2 className="heading-3" id="agreed">
        {t('agreed.title')}
      </h2>
      {standing && (
        <>
          <p>{t('agreed.standing', { balance, date: formatEventMoment(standing.dueAt, appointment) })}</p>
          {standing.consentWords && (
            <p className="small muted">
              {t('agreed.words', {
                date: formatEventMoment(standing.consentAt, appointment),
                words: standing.consentWords,
              })}
            </p>
          )}
          {act.formError && <Note kind="error">{act.formError}</Note>}
        </>
      )}
      {standing && !changing ? (
        <div className="row wrapping">
          <Button kind="secondary" loading={act.pending} onClick={end}>
            {t('agreed.end')}
          </Button>
          <Button kind="quiet" onClick={() => setChanging(true)}>
            {t('agreed.change')}
          </Button>
          <CardsLink appointment={appointment} />
        </div>
      ) : (
        <Agree
          appointment={appointment}
          balance={balance}
          chosen={standing?.at ?? null}
          onChange={(next) => {
            setChanging(false)
            onChange(next)
          }}
          {...(standing ? { onCancel: () => setChanging(false) } : {})}
        />
      )}
    </section>
  )
}

function CardsLink({ appointment }: Pick<Props, 'appointment'>) {
  return (
    <Link className="link tap-target" to="/customer-dashboard/cards">
      {getBookingTranslator(appointment)('agreed.cards')}
    </Link>
  )
}

interface AgreeProps extends Props {
  balance: string
  chosen: When | null
  onCancel?: () => void
}

function Agree({ appointment, balance, chosen, onChange, onCancel }: AgreeProps) {
  const t = getBookingTranslator(appointment)
  const [at, setAt] = useState(chosen)
  const due = (when: When) =>
    getAgreedBalanceDue(when, { startsAt: Date.parse(appointment.startsAt), endsAt: Date.parse(appointment.endsAt) })
  const said = (when: When) => ({
    firstName: getFirstName(appointment.provider.name),
    date: formatEventMoment(new Date(due(when)).toISOString(), appointment),
  })
  return (
    <>
      {!chosen && <p>{t('agreed.text', { balance })}</p>}
      <fieldset className="stack gap-8">
        <legend className="visually-hidden">{t('agreed.when')}</legend>
        {whens
          .filter((when) => due(when) > Date.now())
          .map((when) => (
            <Radio key={when} name="agreed-at" checked={at === when} onChange={() => setAt(when)}>
              {t(`agreed.${when}`, said(when))}
            </Radio>
          ))}
      </fieldset>
      {at && <Consent key={at} at={at} appointment={appointment} onChange={onChange} />}
      {onCancel && (
        <div className="row">
          <Button kind="quiet" onClick={onCancel}>
            {t('agreed.keep')}
          </Button>
        </div>
      )}
    </>
  )
}

function Consent({ at, appointment, onChange }: Props & { at: When }) {
  const t = getBookingTranslator(appointment)
  const [agreed, setAgreed] = useState(false)
  const [missing, setMissing] = useState(false)
  const act = useForm()
  const { answer, fault, again } = useAnswer('cards', () => browserApi().cards.mine({}))
  const card = answer?.cards.find(({ countryCode }) => countryCode === appointment.countryCode)
  const send = async () => {
    setMissing(!agreed)
    if (!agreed) return revealElement(document.querySelector<HTMLElement>('[name="agree-balance"]'))
    const done = await act.run((key) =>
      browserApi().bookings.agreeBalance({ appointmentId: appointment.id, at, agreed: true }, { key }),
    )
    if (done) onChange(done.answer.appointment)
  }
  if (fault) return <Note kind="error">{fault.message}</Note>
  if (!answer) return <Skeleton height={96} />
  if (!card)
    return (
      <>
        <p>{t('agreed.card.none')}</p>
        <SaveCard country={appointment.countryCode} onSaved={again} />
      </>
    )
  return (
    <>
      <p>
        {t('agreed.card', { card: formatCardName(card), expires: card.expires })}{' '}
        <CardsLink appointment={appointment} />
      </p>
      <div className="stack gap-4">
        <Checkbox
          name="agree-balance"
          checked={agreed}
          aria-invalid={missing || undefined}
          aria-describedby={missing ? 'agree-balance-error' : undefined}
          onChange={(event) => {
            setAgreed(event.target.checked)
            setMissing(false)
          }}>
          {formatBalanceMandate(
            formatMoney(openBalance(appointment), appointment.currency, { decimals: 'always' }),
            at,
          )}
        </Checkbox>
        {missing && <FieldError id="agree-balance-error">{t('agreed.consent.missing')}</FieldError>}
      </div>
      {act.formError && <Note kind="error">{act.formError}</Note>}
      <Button kind="secondary" loading={act.pending} onClick={send}>
        {t('agreed.agree')}
      </Button>
    </>
  )
}
