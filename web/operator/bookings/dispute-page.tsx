import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { Undetermined } from '#web/accounts/protected.tsx'
import {
  formatEventDay,
  formatEventMoment,
  formatState,
  getBookingTranslator,
} from '#web/appointments/booking-phrases.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Radio } from '#web/ui/fields/choice.tsx'
import { Note } from '#web/ui/note.tsx'
import { FactStrip } from '#web/ui/fact-strip.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { operatorBookingMessages } from './booking-messages.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatAge, formatOperatorMoment } from '#web/operator/when.ts'
import fieldStyles from '#web/ui/fields/field.module.css'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'

const t = createTranslator(operatorBookingMessages)
const outcomes = ['refund', 'split', 'paid'] as const

export const clientLoader = requireSession(({ params }) =>
  browserApi().operatorBookings.dispute({ disputeId: params['disputeId'] ?? '' }),
)
export const HydrateFallback = Undetermined

export default function DisputePage() {
  const { dispute, appointment } = useLoaderData<typeof clientLoader>()
  const { problem, paid } = dispute
  const b = getBookingTranslator(appointment)
  const [outcome, setOutcome] = useState<(typeof outcomes)[number]>('refund')
  const [typed, setTyped] = useState('')
  const [noShow, setNoShow] = useState(problem.kind === 'no_show')
  const [error, setError] = useState<string | null>(null)
  const [confirm, dialog] = useConfirmation()
  const shown = (amount: number) => formatMoney(amount, appointment.currency, { decimals: 'always', mixed: true })
  const reporter = problem.by === 'customer' ? appointment.customer.name : appointment.provider.name
  const other = problem.by === 'customer' ? appointment.provider.name : appointment.customer.name
  const settle = () => {
    const part = readNumber(typed) ?? 0
    if (outcome === 'split' && !(part > 0 && part < paid)) return setError(t('operator.dispute.amount.error'))
    setError(null)
    const refund = outcome === 'refund' ? paid : outcome === 'split' ? part : 0
    confirm({
      title: t('operator.dispute.settle.title'),
      text: t('operator.dispute.settle.text', { refund: shown(refund), payout: shown(paid - refund) }),
      act: t('operator.dispute.settle'),
      run: (reason, key) =>
        browserApi().operatorBookings.settle({ disputeId: problem.id, outcome, refund, noShow, reason }, { key }),
    })
  }
  return (
    <ConsoleFrame
      title={t('operator.dispute.title', { what: b(`problem.${problem.kind}`) })}
      text={`${appointment.event}, ${formatEventDay(appointment)}`}
      back={{ to: '/operator/disputes', label: t('operator.disputes') }}>
      {problem.state === 'settled' && (
        <Note kind="success">
          {t('operator.dispute.done', {
            date: formatOperatorMoment(problem.settledAt ?? problem.createdAt),
            outcome: b(`dispute.outcome.${problem.outcome ?? 'paid'}`, { refund: shown(problem.refund ?? 0) }),
          })}{' '}
          {problem.reason}
        </Note>
      )}
      <FactStrip
        facts={[
          problem.state === 'open' &&
            !problem.otherSide && {
              label: t('operator.dispute.replyBy'),
              value: formatEventMoment(problem.answerUntil, appointment),
            },
          {
            label: t('operator.disputes.reported'),
            value: formatOperatorMoment(problem.createdAt),
            note: problem.state === 'open' && t('operator.dispute.waits', { duration: formatAge(problem.createdAt) }),
          },
          {
            label: t('operator.disputes.paid.column'),
            value: shown(paid),
            note: t('operator.dispute.held.note', { total: shown(appointment.total) }),
          },
          {
            label: t('operator.dispute.booking'),
            value: t('operator.booking.title', { number: String(appointment.number) }),
            to: `/operator/bookings/${appointment.id}`,
            note: formatState(appointment, 'operator'),
          },
          { label: t('operator.bookings.customer'), value: appointment.customer.name },
          { label: t('operator.bookings.provider'), value: appointment.provider.name },
        ]}
      />
      <div className="two-columns">
        <div className="stack gap-16">
          <TitledCard title={t(`operator.dispute.by.${problem.by}`, { name: reporter })}>
            <p className={fieldStyles.prefix}>{problem.text || '–'}</p>
            {problem.pictures.length > 0 && (
              <div className="row gap-8 wrapping">
                {problem.pictures.map((picture) => (
                  <a key={picture.src} href={picture.src} target="_blank" rel="noreferrer">
                    <img src={picture.src} alt="" width={160} height={160} loading="lazy" />
                  </a>
                ))}
              </div>
            )}
          </TitledCard>
          <TitledCard title={`${t('operator.dispute.other')}: ${other}`}>
            <p className={fieldStyles.prefix}>
              {problem.otherSide ??
                t('operator.dispute.other.none', { dateTime: formatEventMoment(problem.answerUntil, appointment) })}
            </p>
          </TitledCard>
        </div>
        <div className="stack gap-16">
          {problem.state === 'open' && (
            <TitledCard title={t('operator.dispute.settle')}>
              {dispute.settleFrom ? (
                <p>
                  {t('operator.dispute.settle.from', {
                    name: other,
                    dateTime: formatEventMoment(dispute.settleFrom, appointment),
                  })}
                </p>
              ) : (
                <form
                  className="stack"
                  noValidate
                  onSubmit={(event) => {
                    event.preventDefault()
                    settle()
                  }}>
                  <fieldset className="stack gap-8">
                    <legend className="field-label">{t('operator.dispute.how')}</legend>
                    {outcomes.map((one) => (
                      <Radio
                        key={one}
                        name="outcome"
                        value={one}
                        checked={outcome === one}
                        onChange={() => setOutcome(one)}>
                        {t(`operator.dispute.${one}`)}
                      </Radio>
                    ))}
                  </fieldset>
                  {outcome === 'split' && (
                    <NumberField label={t('operator.dispute.amount')} value={typed} error={error} onChange={setTyped} />
                  )}
                  {problem.kind === 'no_show' && (
                    <Checkbox checked={noShow} onChange={(event) => setNoShow(event.target.checked)}>
                      {t('operator.dispute.noshow', { name: other })}
                    </Checkbox>
                  )}
                  <div>
                    <Button type="submit">{t('operator.dispute.settle')}</Button>
                  </div>
                </form>
              )}
            </TitledCard>
          )}
        </div>
      </div>
      {dialog}
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
