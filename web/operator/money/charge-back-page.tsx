import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import { evidenceLimits } from '#contract/operator/bank.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { FactStrip } from '#web/ui/fact-strip.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment, formatUntil, isAhead } from '#web/operator/when.ts'
import { bankMessages } from './bank-messages.ts'
import { chargeBackLooks } from './money-messages.ts'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(bankMessages)

export const clientLoader = requireSession(({ params }) =>
  browserApi().operatorBank.chargeBack({ chargeBackId: params['chargeBackId'] ?? '' }),
)
export const HydrateFallback = Undetermined

const fields = [
  'text',
  'customerName',
  'customerEmail',
  'productDescription',
  'serviceDate',
  'cancellationPolicy',
  'refundPolicy',
] as const

export default function ChargeBackPage() {
  const { chargeBack, evidence, record } = useLoaderData<typeof clientLoader>()
  const [draft, setDraft] = useState(evidence)
  const { revalidate } = useRevalidator()
  const [confirm, dialog] = useConfirmation()
  const shown = (amount: number) => formatMoney(amount, chargeBack.currency, { decimals: 'always', mixed: true })
  const open = chargeBack.state === 'open'
  const fieldOf = (name: (typeof fields)[number]) => ({
    label: t(`operator.chargeBack.${name}`),
    name,
    maxLength: evidenceLimits[name],
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => setDraft({ ...draft, [name]: target.value }),
  })
  const send = () =>
    confirm({
      title: t('operator.chargeBack.send.title'),
      text: t('operator.chargeBack.send.text'),
      act: t('operator.chargeBack.send'),
      plain: true,
      run: (_, key) =>
        browserApi()
          .operatorBank.answerChargeBack({ chargeBackId: chargeBack.id, ...draft }, { key })
          .catch((fault: unknown) => {
            // The page then shows the payment service's reason.
            if (fault instanceof ApiError && fault.code === 'evidence_rejected') revalidate()
            throw fault
          }),
    })
  return (
    <ConsoleFrame
      title={t('operator.chargeBack.title', { amount: shown(chargeBack.amount) })}
      text={chargeBack.payment.description}
      back={{ to: '/operator/charge-backs', label: t('operator.chargeBacks') }}>
      {open && (
        <Note kind="warning">{t(chargeBack.dueAt ? 'operator.chargeBack.frozen' : 'operator.chargeBack.noDate')}</Note>
      )}
      <FactStrip
        facts={[
          chargeBack.dueAt !== null &&
            open && {
              label: t('operator.chargeBack.due'),
              value: formatOperatorMoment(chargeBack.dueAt),
              note:
                isAhead(chargeBack.dueAt) &&
                t('operator.chargeBack.due.in', { duration: formatUntil(chargeBack.dueAt) }),
            },
          {
            label: t('operator.chargeBack.state'),
            value: (
              <Badge look={chargeBackLooks[chargeBack.state]}>
                {t(`operator.chargeBack.state.${chargeBack.state}`)}
              </Badge>
            ),
          },
          {
            label: t('operator.chargeBack.amount'),
            value: shown(chargeBack.amount),
            note: chargeBack.fee > 0 && t('operator.chargeBack.fee', { fee: shown(chargeBack.fee) }),
          },
          {
            label: t('operator.chargeBack.reason'),
            value: <span className={consoleStyles.capitalised}>{chargeBack.reason.replaceAll('_', ' ') || '–'}</span>,
          },
          { label: t('operator.chargeBack.provider'), value: chargeBack.provider },
          {
            label: t('operator.chargeBack.payment'),
            value: t('operator.chargeBack.number', { number: chargeBack.payment.number }),
            to: `/operator/payments/${chargeBack.payment.id}`,
          },
          { label: t('operator.chargeBack.since'), value: formatOperatorMoment(chargeBack.at) },
        ]}
      />
      {open ? (
        <TitledCard title={t('operator.chargeBack.evidence')}>
          <form
            className="stack"
            method="post"
            onSubmit={(event) => {
              event.preventDefault()
              send()
            }}>
            {chargeBack.rejection && (
              <Note kind="error">{t('operator.chargeBack.rejected', { why: chargeBack.rejection })}</Note>
            )}
            <div className="two-columns">
              <TextAreaField rows={24} required {...fieldOf('text')} />
              <div className="stack">
                {fields.map((name) => {
                  if (name === 'text') return null
                  if (name.endsWith('Policy')) return <TextAreaField key={name} rows={4} {...fieldOf(name)} />
                  return <TextField key={name} {...fieldOf(name)} />
                })}
              </div>
            </div>
            <div>
              <Button type="submit">{t('operator.chargeBack.send')}</Button>
            </div>
          </form>
        </TitledCard>
      ) : (
        <TitledCard
          title={
            chargeBack.sentAt
              ? t('operator.chargeBack.evidence.sent', { date: formatOperatorMoment(chargeBack.sentAt) })
              : t('operator.chargeBack.evidence')
          }>
          <dl className={consoleStyles.details}>
            {fields.flatMap((name) =>
              evidence[name]
                ? [
                    <dt key={`${name} label`}>{t(`operator.chargeBack.${name}`)}</dt>,
                    <dd key={name} className={consoleStyles.text}>
                      {evidence[name]}
                    </dd>,
                  ]
                : [],
            )}
          </dl>
        </TitledCard>
      )}
      {record && (
        <TitledCard title={t('operator.chargeBack.record')}>
          <p className={consoleStyles.text}>{record}</p>
        </TitledCard>
      )}
      {dialog}
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
