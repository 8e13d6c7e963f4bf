import { useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import type { DataAction, DataSubject } from '#contract/operator/data-requests.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import consoleStyles from '#web/operator/console.module.css'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { dataRequestMessages } from './data-request-messages.ts'

const t = createTranslator(dataRequestMessages)

export const clientLoader = requireSession(({ params }) => {
  const { kind, id } = params as DataSubject
  return browserApi().operatorDataRequests.show({ kind, id })
})

export const HydrateFallback = Undetermined

/** The personal data of a person, and the actions on their written request. */
export default function DataSubjectPage() {
  const { subject, held, hold } = useLoaderData<typeof clientLoader>()
  const navigate = useNavigate()
  const [requestedOn, setRequestedOn] = useState('')
  const [reference, setReference] = useState('')
  const [confirm, dialog] = useConfirmation({ onDone: () => navigate('/operator/data-requests') })
  const [confirmHold, holdDialog] = useConfirmation()
  const { kind, id, email } = subject
  const name = subject.name || email || t('data.nameless')
  const api = browserApi().operatorDataRequests
  const ask = (action: DataAction) =>
    confirm({
      title: t(`data.${action}.title`, { name }),
      text: t(`data.${action}.text`),
      act: t(`data.${action}`),
      danger: action === 'erasure',
      run: async (reason) => {
        await api.create({ subject: { kind, id }, action, requestedOn, reference: reference.trim(), reason })
        return { waits: true }
      },
    })
  const setHold = () =>
    confirmHold({
      title: t(hold ? 'data.hold.end.title' : 'data.hold.start.title', { name }),
      text: t('data.hold.text'),
      act: t(hold ? 'data.hold.end' : 'data.hold.start'),
      run: (reason) => api.setHold({ email, on: !hold, reason }),
    })
  const complete = requestedOn !== '' && reference.trim().length >= 2
  return (
    <ConsoleFrame
      title={name}
      back={{ to: '/operator/data-requests', label: t('data.back') }}
      acts={
        kind === 'account' && (
          <ButtonLink kind="secondary" to={`/operator/people/${id}`}>
            {t('data.open')}
          </ButtonLink>
        )
      }>
      <div className="two-columns even">
        <TitledCard title={t('data.held')}>
          {held.length === 0 ? (
            <p className="muted">{t('data.held.none')}</p>
          ) : (
            <ul className={consoleStyles.lines}>
              {held.map(({ part, count }) => (
                <li key={part} className="row space-between">
                  <span>{formatPart(part)}</span>
                  <span className="small muted">{t('data.held.count', { n: count })}</span>
                </li>
              ))}
            </ul>
          )}
          <p className="small muted">{t('data.clients')}</p>
          <p className="small muted">{t('data.payments')}</p>
        </TitledCard>
        <div className="stack">
          <TitledCard title={t('data.col.request')}>
            <TextField
              label={t('data.requestedOn')}
              type="date"
              name="requestedOn"
              value={requestedOn}
              onChange={({ target }) => setRequestedOn(target.value)}
            />
            <TextField
              label={t('data.reference')}
              hint={t('data.reference.hint')}
              name="reference"
              maxLength={100}
              value={reference}
              onChange={({ target }) => setReference(target.value)}
            />
            <div className="row gap-8 wrapping">
              <Button kind="secondary" disabled={!complete} onClick={() => ask('export')}>
                {t('data.export')}
              </Button>
              <Button kind="danger" disabled={!complete || hold !== null} onClick={() => ask('erasure')}>
                {t('data.erasure')}
              </Button>
            </div>
          </TitledCard>
          <TitledCard title={t('data.hold')}>
            <p className="small muted">{t('data.hold.text')}</p>
            {hold && (
              <Note kind="warning">
                {t('data.hold.since', { moment: formatOperatorMoment(hold.since), name: hold.by, reason: hold.reason })}
              </Note>
            )}
            {kind === 'account' ? (
              <p className="small muted">{t('data.hold.account')}</p>
            ) : email ? (
              <div>
                <Button kind="secondary" onClick={setHold}>
                  {t(hold ? 'data.hold.end' : 'data.hold.start')}
                </Button>
              </div>
            ) : (
              <p className="small muted">{t('data.hold.address')}</p>
            )}
          </TitledCard>
        </div>
      </div>
      {dialog}
      {holdDialog}
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError

/** Writes the name of a part of an export in words: `vouchersBought` as 'Vouchers bought'. */
const formatPart = (part: string): string => {
  const words = part.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
