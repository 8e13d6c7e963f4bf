import { type FormEvent, Fragment, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type DocumentRefusal, documentRefusals } from '#contract/providers/checks/document-refusals.ts'
import type { DocumentCase, Risk } from '#contract/providers/checks/operator-checks.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import consoleStyles from '#web/operator/console.module.css'
import { formatDayOf, formatOperatorMoment } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { SealedPictures } from '#web/platform/pictures/sealed-pictures.tsx'
import { useForm } from '#web/platform/use-form.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { operatorCheckMessages } from './check-messages.ts'

const t = createTranslator(operatorCheckMessages)

export function DocumentPanel({ id, onDecided }: { id: string; onDecided: () => void }) {
  const { answer, fault, again } = useAnswer(id, () => browserApi().operatorChecks.document({ documentId: id }))
  if (fault)
    return (
      <section className="card pad-24 stack">
        <Note kind="error">{fault.message}</Note>
        <div>
          <Button kind="secondary" onClick={again}>
            {t('retry')}
          </Button>
        </div>
      </section>
    )
  if (!answer)
    return (
      <section className="card pad-24" aria-busy="true">
        <Skeleton height={320} />
      </section>
    )
  return <Looked found={answer} onDecided={onDecided} />
}

function Looked({ found, onDecided }: { found: DocumentCase; onDecided: () => void }) {
  const { row, document, check, risks, yours } = found
  const { artist } = row
  const { formError, pending, run } = useForm()
  const [asking, setAsking] = useState<'accept' | 'refuse' | null>(null)
  const first = risks.length > 0 && !row.firstApproval
  const open = row.state === 'pending'
  const accept = async () => {
    setAsking(null)
    const done = await run(() => browserApi().operatorChecks.accept({ documentId: row.id }))
    if (!done) return
    showToast('success', t(done.answer.state === 'accepted' ? 'doc.accept.done' : 'doc.accept.counted'))
    onDecided()
  }
  const facts: [string, string][] = [
    [t('doc.holder'), document.holder],
    [t('doc.account'), artist.accountName],
    [t('doc.number'), document.number],
    [t('doc.issuer'), document.issuer],
    [t('doc.expires'), document.expiresOn ? formatDayOf(document.expiresOn) : t('doc.expires.none')],
    ...(open
      ? ([[t('doc.until'), found.wouldHoldUntil ? formatDayOf(found.wouldHoldUntil) : t('doc.until.ever')]] as [
          string,
          string,
        ][])
      : []),
    [t('doc.proves'), check.proves],
  ]
  return (
    <section className="card pad-24 stack" aria-label={`${artist.name}, ${check.label}`}>
      <div className="stack gap-4">
        <h2 className="title">
          <Link to={`/operator/providers/${artist.id}`}>{artist.name}</Link>
        </h2>
        <p className="small muted">{`${check.label}, ${artist.countryCode}, ${formatOperatorMoment(row.sentAt)}`}</p>
      </div>
      {open && <RiskNote risks={risks} />}
      {formError && <Note kind="error">{formError}</Note>}
      <dl className={consoleStyles.facts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
      </dl>
      {document.files.length === 0 ? (
        <p className="small muted">{t('doc.pictures.none')}</p>
      ) : (
        <Pictures files={document.files} />
      )}
      {found.before.length > 0 && (
        <details>
          <summary>{t('doc.before')}</summary>
          <ul className={consoleStyles.lines}>
            {found.before.map((one) => (
              <li
                key={one.id}>{`${formatOperatorMoment(one.sentAt)}: ${t(`docs.state.${one.state}`)}. ${one.note}`}</li>
            ))}
          </ul>
        </details>
      )}
      {(open || row.state === 'accepted') &&
        (yours ? (
          <div className="row gap-8 wrapping">
            {open && (
              <Button kind="jade" loading={pending} onClick={() => setAsking('accept')}>
                {t('doc.accept')}
              </Button>
            )}
            <Button kind="secondary" onClick={() => setAsking('refuse')}>
              {t(open ? 'doc.refuse' : 'doc.withdraw')}
            </Button>
          </div>
        ) : (
          <Note kind="info">{t('doc.other')}</Note>
        ))}
      <p className="micro hint">{t('doc.kept')}</p>
      <Confirm
        open={asking === 'accept'}
        title={t('doc.accept.title')}
        act={t('doc.accept')}
        wayOut={t('back')}
        onAct={accept}
        onClose={() => setAsking(null)}>
        {first ? t('doc.accept.first') : t('doc.accept.text', { name: artist.name })}
      </Confirm>
      <RefuseDialog
        open={asking === 'refuse'}
        documentId={row.id}
        accepted={!open}
        onClose={() => setAsking(null)}
        onDone={onDecided}
      />
    </section>
  )
}

const Pictures = ({ files }: { files: readonly string[] }) => (
  <SealedPictures
    paths={files.map((id) => `/v1/operator/documents/files/${id}`)}
    words={{ show: t('doc.pictures'), of: (n, m) => t('doc.picture', { n, m }), gone: t('doc.gone') }}
  />
)

const reasons = Object.keys(documentRefusals) as DocumentRefusal[]

interface RefuseDialogProps {
  open: boolean
  documentId: string
  accepted: boolean
  onClose: () => void
  onDone: () => void
}

function RefuseDialog({ open, documentId, accepted, onClose, onDone }: RefuseDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const { formError, errors, pending, run } = useForm({ form })
  const [refusal, setRefusal] = useState<DocumentRefusal | ''>(accepted ? 'withdrawn' : '')
  const [note, setNote] = useState('')
  const title = t(accepted ? 'doc.withdraw.title' : 'doc.refuse.title')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = {
      ...(refusal ? {} : { refusal: t('doc.refuse.error') }),
      ...(refusal === 'other' && note.trim().length < 3 ? { note: t('doc.refuse.note.error') } : {}),
    }
    const done = await run(
      () => browserApi().operatorChecks.refuse({ documentId, refusal: refusal || 'other', note }),
      { errors: wrong },
    )
    if (!done) return
    showToast('success', t('doc.refuse.done'))
    onClose()
    onDone()
  }
  return (
    <Dialog open={open} onClose={onClose} label={title}>
      <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
        <h2 className="heading-3">{title}</h2>
        <p className="muted">{t('doc.refuse.text')}</p>
        {formError && <Note kind="error">{formError}</Note>}
        <SelectField
          label={t('doc.refuse.why')}
          name="refusal"
          value={refusal}
          error={errors['refusal'] ?? null}
          onChange={(event) => setRefusal(event.target.value as DocumentRefusal | '')}>
          <option value="">{t('doc.refuse.choose')}</option>
          {reasons.map((reason) => (
            <option key={reason} value={reason}>
              {documentRefusals[reason]}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label={t('doc.refuse.note')}
          name="note"
          rows={3}
          maxLength={500}
          value={note}
          error={errors['note'] ?? null}
          onChange={(event) => setNote(event.target.value)}
        />
        <div className={dialogStyles.modalFoot}>
          <Button kind="secondary" onClick={onClose}>
            {t('back')}
          </Button>
          <Button type="submit" kind="danger" loading={pending}>
            {t(accepted ? 'doc.withdraw' : 'doc.refuse')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export function RiskNote({ risks }: { risks: readonly Risk[] }) {
  if (risks.length === 0) return null
  return (
    <Note kind="warning">
      <b className="bold">{t('risks.title')}</b>
      <ul>
        {risks.map((risk) => (
          <li key={risk}>{t(`risk.${risk}`)}</li>
        ))}
      </ul>
    </Note>
  )
}
