import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/words.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { bankMessages } from './bank-messages.ts'
import { chargeBackLooks } from './money-messages.ts'
import styles from './charge-back-page.module.css'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(bankMessages)

export const clientLoader = requireSession(({ params }) =>
  browserApi().operatorBank.chargeBack({ chargeBackId: params['chargeBackId'] ?? '' }),
)
export const HydrateFallback = Undetermined

export default function ChargeBackPage() {
  const { chargeBack, evidence } = useLoaderData<typeof clientLoader>()
  const [words, setWords] = useState('')
  const [confirm, dialog] = useConfirmation()
  const shown = (amount: number) => formatMoney(amount, chargeBack.currency, { decimals: 'always', mixed: true })
  const open = chargeBack.state === 'open'
  const send = () =>
    confirm({
      title: t('op.chargeBack.send.title'),
      text: t('op.chargeBack.send.text'),
      act: t('op.chargeBack.send'),
      plain: true,
      run: (_, key) => browserApi().operatorBank.answerChargeBack({ chargeBackId: chargeBack.id, words }, { key }),
    })
  return (
    <ConsoleFrame
      title={t('op.chargeBack.title', { amount: shown(chargeBack.amount), number: chargeBack.payment.number })}
      text={chargeBack.payment.description}>
      {open && (
        <Note kind="warning">
          {chargeBack.dueAt
            ? t('op.chargeBack.frozen', { date: formatOperatorMoment(chargeBack.dueAt) })
            : t('op.chargeBack.noDate')}
        </Note>
      )}
      <div className="card pad-24 stack">
        <dl className={consoleStyles.details}>
          <dt>{t('op.chargeBack.state')}</dt>
          <dd>
            <Badge look={chargeBackLooks[chargeBack.state]}>{t(`op.chargeBack.state.${chargeBack.state}`)}</Badge>
          </dd>
          <dt>{t('op.chargeBack.amount')}</dt>
          <dd>
            {shown(chargeBack.amount)}
            {chargeBack.fee > 0 && `, ${t('op.chargeBack.fee', { fee: shown(chargeBack.fee) })}`}
          </dd>
          <dt>{t('op.chargeBack.reason')}</dt>
          <dd>{chargeBack.reason.replaceAll('_', ' ') || '–'}</dd>
          <dt>{t('op.chargeBack.provider')}</dt>
          <dd>{chargeBack.provider}</dd>
          <dt>{t('op.chargeBack.payment')}</dt>
          <dd>
            <Link className="link tap-target" to={`/operator/payments/${chargeBack.payment.id}`}>
              {t('op.chargeBack.number', { number: chargeBack.payment.number })}
            </Link>
          </dd>
          <dt>{t('op.chargeBack.since')}</dt>
          <dd>{formatOperatorMoment(chargeBack.at)}</dd>
        </dl>
      </div>
      <TitledCard
        title={
          chargeBack.sentAt
            ? t('op.chargeBack.evidence.sent', { date: formatOperatorMoment(chargeBack.sentAt) })
            : t('op.chargeBack.evidence')
        }>
        <p className={styles.evidence}>{evidence.text}</p>
      </TitledCard>
      {open && (
        <form
          className="card pad-24 stack"
          method="post"
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}>
          <TextAreaField
            label={t('op.chargeBack.words')}
            hint={t('op.chargeBack.words.hint')}
            name="words"
            maxLength={5_000}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
          <div>
            <Button type="submit">{t('op.chargeBack.send')}</Button>
          </div>
        </form>
      )}
      {dialog}
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
