import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { OwnChecks, OwnDocument } from '#contract/providers/checks/own-checks.ts'
import { documentRefusals } from '#contract/providers/checks/document-refusals.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { SealedPictures } from '#web/platform/pictures/sealed-pictures.tsx'
import { useAct } from '#web/platform/use-act.ts'
import { Badge, type BadgeLook } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { DocumentForm } from './document-form.tsx'
import { useCheckWords } from './use-check-words.ts'
import moneyListStyles from '#web/ui/money-list.module.css'

type OwnCheck = OwnChecks['checks'][number]
const SOON_DAYS = 30
const DAY_MS = 86_400_000

const looks: Record<OwnDocument['state'], BadgeLook> = {
  pending: 'info',
  accepted: 'jadeSoft',
  refused: 'accentSoft',
  expired: 'disabled',
}

/** One check: what it proves, whether it stands, what was sent for it, and a form to send the next. */
export function CheckCard({ check }: { check: OwnCheck }) {
  const { t, day } = useCheckWords()
  const [formOpen, setFormOpen] = useState(false)
  const { stands, standsUntil, documents } = check
  const waits = documents.some(({ state }) => state === 'pending')
  const left =
    standsUntil && Math.round((Date.parse(standsUntil) - Date.parse(new Date().toISOString().slice(0, 10))) / DAY_MS)
  return (
    <TitledCard
      title={check.label}
      beside={
        <Badge look={stands ? 'jadeSoft' : check.asked === 'required' ? 'accentSoft' : 'outline'}>
          {stands
            ? standsUntil
              ? t('checks.stands.until', { date: day(standsUntil) })
              : t('checks.stands')
            : t('checks.stands.not')}
        </Badge>
      }>
      <p>{check.proves}</p>
      <p className="small muted">{t(`checks.${check.asked}`)}</p>
      {stands && !waits && typeof left === 'number' && left <= SOON_DAYS && (
        <Note kind="warning">{left <= 0 ? t('checks.soon.today') : t('checks.soon', { n: left })}</Note>
      )}
      {documents.length > 0 && (
        <ul className={moneyListStyles.moneyList} aria-label={t('checks.documents')}>
          {documents.map((document) => (
            <DocumentLine key={document.id} document={document} />
          ))}
        </ul>
      )}
      {check.asked !== 'off' &&
        !waits &&
        (formOpen ? (
          <DocumentForm kind={check.kind} onDone={() => setFormOpen(false)} />
        ) : (
          <div>
            <Button
              kind={stands ? 'secondary' : 'primary'}
              size="small"
              aria-label={t('checks.send.for', { label: check.label })}
              onClick={() => setFormOpen(true)}>
              {t('checks.send')}
            </Button>
          </div>
        ))}
    </TitledCard>
  )
}

function DocumentLine({ document }: { document: OwnDocument }) {
  const { t, day } = useCheckWords()
  const { revalidate } = useRevalidator()
  const { waiting, run } = useAct({ toasts: true })
  const [sure, setSure] = useState(false)
  const { state, refusal, note } = document
  const takeBack = async () => {
    setSure(false)
    const done = await run(() => browserApi().ownChecks.takeBack({ documentId: document.id }))
    if (!done) return
    toast('success', t('document.takenBack'))
    revalidate()
  }
  return (
    <li>
      <div className="stack gap-4 can-shrink grow">
        <span className="row gap-8 wrapping">
          <Badge look={looks[state]}>{t(`state.${state}`)}</Badge>
          <span className="small muted">{t('document.sent', { date: day(document.sentAt) })}</span>
        </span>
        <span className="small">
          {[
            document.holder,
            document.issuer,
            document.number && t('document.number', { number: document.number }),
            document.expiresOn && t('document.until', { date: day(document.expiresOn) }),
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
        {state === 'refused' && refusal && (
          <span>{[refusal === 'other' ? '' : documentRefusals[refusal], note].filter(Boolean).join(' ')}</span>
        )}
        <SealedPictures
          paths={document.files.map((id) => `/v1/providers/me/documents/files/${id}`)}
          words={{
            show: t('document.pictures'),
            of: (n, m) => t('document.picture', { n, m }),
            gone: t('document.gone'),
          }}
        />
      </div>
      {state === 'pending' && (
        <Button kind="secondary" size="small" loading={waiting} onClick={() => setSure(true)}>
          {t('document.takeBack')}
        </Button>
      )}
      <Confirm
        open={sure}
        title={t('document.takeBack.title')}
        act={t('document.takeBack')}
        wayOut={t('back')}
        danger
        onAct={takeBack}
        onClose={() => setSure(false)}>
        {t('document.takeBack.text')}
      </Confirm>
    </li>
  )
}
