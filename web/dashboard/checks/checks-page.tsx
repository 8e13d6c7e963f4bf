import { type FormEvent, useRef, useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { documentRefusals } from '#contract/providers/checks/document-refusals.ts'
import type { ProviderChecks, ProviderDocument } from '#contract/providers/checks/provider-checks.ts'
import type { Appeal, AppealedDecision, ProviderAppeals } from '#contract/signup/appeals/appeals.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { SealedPictures } from '#web/platform/pictures/sealed-pictures.tsx'
import { type Errors, useForm } from '#web/platform/use-form.ts'
import { Badge, type BadgeLook } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextAreaField } from '#web/ui/fields/field.tsx'
import moneyListStyles from '#web/ui/money-list.module.css'
import { Note } from '#web/ui/note.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { useCheckMessages } from './check-messages.ts'
import { DocumentForm, PictureList } from './document-form.tsx'

export const clientLoader = requireSession(async () => {
  const { providerChecks, providerAppeals } = browserApi()
  const [own, appeals] = await Promise.all([providerChecks.show({}), providerAppeals.show({})])
  return { own, appeals }
})

export default function ChecksPage() {
  const { own, appeals } = useLoaderData<typeof clientLoader>()
  const d = useDashboardMessages()
  const { t } = useCheckMessages()
  const lacking = own.checks.filter(({ asked, stands }) => asked === 'required' && !stands)
  return (
    <DashboardFrame title={d('dashboard.checks')} text={t('checks.text')}>
      <Note kind={own.verified ? 'success' : 'warning'}>
        {own.verified
          ? t('checks.badge')
          : t('checks.badge.none', { names: lacking.map(({ label }) => label).join(', ') })}
      </Note>
      {own.checks.map((check) => (
        <CheckCard key={check.kind} check={check} />
      ))}
      <AppealsCard own={appeals} />
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }

const LEAST = 20

/** Appeals with their answers, and a form for decisions that can be appealed. */
function AppealsCard({ own: { appeals, open } }: { own: ProviderAppeals }) {
  const { t } = useCheckMessages()
  return (
    <div id="appeals">
      <TitledCard title={t('appeals.title')}>
        <p className="muted">{t('appeals.text')}</p>
        {appeals.length > 0 && (
          <ul className={moneyListStyles.moneyList}>
            {appeals.map((appeal) => (
              <AppealLine key={appeal.id} appeal={appeal} />
            ))}
          </ul>
        )}
        {open.length > 0 ? (
          <AppealForm key={open.map(({ decidedAt }) => decidedAt).join()} open={open} />
        ) : (
          appeals.length === 0 && <p>{t('appeals.none')}</p>
        )}
      </TitledCard>
    </div>
  )
}

function useDecision() {
  const { t } = useCheckMessages()
  return ({ kind, label }: AppealedDecision) => t(`appeal.kind.${kind}`, { label })
}

function AppealLine({ appeal }: { appeal: Appeal }) {
  const { t, day } = useCheckMessages()
  const said = useDecision()
  const { decision, against } = appeal
  return (
    <li>
      <div className="stack gap-4 can-shrink">
        <span className="row gap-8 wrapping">
          <b className="bold">{said(against)}</b>
          <Badge look={decision ? (decision.upheld ? 'jadeSoft' : 'disabled') : 'info'}>
            {t(decision ? (decision.upheld ? 'appeal.upheld' : 'appeal.dismissed') : 'appeal.waits')}
          </Badge>
        </span>
        <span className="small muted">{t('appeal.decided', { date: day(against.decidedAt) })}</span>
        <span className="small">{t('appeal.yours', { words: appeal.words })}</span>
        {decision && <span>{t('appeal.answer', { answer: decision.answer })}</span>}
        <SealedPictures
          paths={appeal.files.map((id) => `/v1/providers/me/appeals/files/${id}`)}
          words={{
            show: t('document.pictures'),
            of: (n, m) => t('document.picture', { n, m }),
            gone: t('document.gone'),
          }}
        />
      </div>
    </li>
  )
}

function AppealForm({ open }: { open: readonly AppealedDecision[] }) {
  const { t, day } = useCheckMessages()
  const said = useDecision()
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  const act = useForm({ form })
  const [at, setAt] = useState(0)
  const [words, setWords] = useState('')
  const [pictures, setPictures] = useState<string[]>([])
  const against = open[at]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!against) return
    const { kind, documentId } = against
    const wrong: Errors = words.trim().length < LEAST ? { words: t('appeal.words.error') } : {}
    const done = await act.run(() => browserApi().providerAppeals.send({ kind, documentId, words, pictures }), {
      errors: wrong,
    })
    if (!done) return
    showToast('success', t('appeal.sent'))
    revalidate()
  }
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      {act.formError && <Note kind="error">{act.formError}</Note>}
      <SelectField
        label={t('appeals.against')}
        name="against"
        value={String(at)}
        onChange={(event) => setAt(Number(event.target.value))}>
        {open.map((one, i) => (
          <option key={`${one.kind} ${one.decidedAt}`} value={String(i)}>
            {`${said(one)}, ${day(one.decidedAt)}`}
          </option>
        ))}
      </SelectField>
      {against?.reason && <p className="small muted">{against.reason}</p>}
      <TextAreaField
        label={t('appeal.words')}
        hint={t('appeal.words.hint')}
        name="words"
        rows={4}
        maxLength={4000}
        value={words}
        error={act.errors['words'] ?? null}
        onChange={(event) => setWords(event.target.value)}
      />
      <PictureList pictures={pictures} onChange={setPictures} />
      <div>
        <Button type="submit" loading={act.pending}>
          {t('appeal.send')}
        </Button>
      </div>
    </form>
  )
}

type OwnCheck = ProviderChecks['checks'][number]
const SOON_DAYS = 30
const DAY_MS = 86_400_000

const looks: Record<ProviderDocument['state'], BadgeLook> = {
  pending: 'info',
  accepted: 'jadeSoft',
  refused: 'accentSoft',
  expired: 'disabled',
}

/** Returns what a check without validity lacks: a document, our review, or a valid one. */
const getMissingState = (documents: readonly ProviderDocument[]) =>
  documents.length === 0
    ? 'checks.notSent'
    : documents.some(({ state }) => state === 'pending')
      ? 'checks.inReview'
      : 'checks.stands.not'

/** A check: proof, validity, documents, and a form for the next. */
function CheckCard({ check }: { check: OwnCheck }) {
  const { t, day } = useCheckMessages()
  const [formOpen, setFormOpen] = useState(false)
  const { stands, standsUntil, documents } = check
  const waits = documents.some(({ state }) => state === 'pending')
  const canSend = check.asked !== 'off' && !waits
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
            : t(getMissingState(documents))}
        </Badge>
      }>
      <div className="row space-between wrapping">
        <div className="stack gap-4 can-shrink">
          <p>{t(`checks.proves.${check.kind}`)}</p>
          <p className="small muted">{t(`checks.${check.asked}`)}</p>
        </div>
        {canSend && !formOpen && (
          <Button
            kind={stands || check.asked !== 'required' ? 'secondary' : 'primary'}
            size="small"
            aria-label={t('checks.send.for', { label: check.label })}
            onClick={() => setFormOpen(true)}>
            {t('checks.send')}
          </Button>
        )}
      </div>
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
      {canSend && formOpen && <DocumentForm kind={check.kind} onDone={() => setFormOpen(false)} />}
    </TitledCard>
  )
}

function DocumentLine({ document }: { document: ProviderDocument }) {
  const { t, day } = useCheckMessages()
  const { revalidate } = useRevalidator()
  const { pending, run } = useForm({ toasts: true })
  const [sure, setSure] = useState(false)
  const { state, refusal, note } = document
  const takeBack = async () => {
    setSure(false)
    const done = await run(() => browserApi().providerChecks.withdraw({ documentId: document.id }))
    if (!done) return
    showToast('success', t('document.takenBack'))
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
        <Button kind="secondary" size="small" loading={pending} onClick={() => setSure(true)}>
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
