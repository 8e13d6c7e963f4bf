import { BadgeCheck, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import { getStepTitle } from '#contract/signup/signup-steps.ts'
import { isEveryCheckTicked, type VerificationCase, verificationChecks } from '#contract/signup/verification.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { RiskNote } from './document-panel.tsx'
import { haveReasons, SendBackForm, type SendBackDraft } from './send-back.tsx'
import { formatDayOf, formatWaited } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './case-panel.module.css'
import consoleStyles from '#web/operator/console.module.css'
import { revealElement } from '#web/ui/reveal.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useSealedPicture } from '#web/platform/pictures/sealed-pictures.tsx'
import casePicturesStyles from './case-pictures.module.css'
import pictureStyles from '#web/ui/pictures/picture.module.css'
import dialogStyles from '#web/ui/overlays/dialog.module.css'

const t = createTranslator(operatorMessages)
const PURGE_DAYS = 30

interface CasePanelProps {
  id: number
  position: string
  /** An action triggered by a key event; `n` is unique. */
  asked: { act: 'approve' | 'sendBack'; n: number } | null
  onDecided: () => void
}

export function CasePanel({ id, position, asked, onDecided }: CasePanelProps) {
  const { answer: found, fault, again } = useAnswer(String(id), () => browserApi().verification.case({ id }))
  if (fault) {
    return (
      <section className="card pad-24 stack">
        <Note kind="error">{fault.message}</Note>
        <Button kind="secondary" onClick={again}>
          {t('operator.retry')}
        </Button>
      </section>
    )
  }
  if (!found)
    return (
      <section className="card pad-24" aria-busy="true">
        <Skeleton height={384} />
      </section>
    )
  return <Case found={found} position={position} asked={asked} onDecided={onDecided} />
}

function Case({
  found,
  position,
  asked,
  onDecided,
}: { found: VerificationCase } & Pick<CasePanelProps, 'position' | 'asked' | 'onDecided'>) {
  const { row, profile, account } = found
  const open = row.decision === null
  const [checks, setChecks] = useState<Record<string, boolean>>(found.checks)
  const [reasons, setReasons] = useState<SendBackDraft[]>([])
  const [reason, setReason] = useState('')
  const [error, setError] = useState<{ approve?: string; sendBack?: string; reject?: string }>({})
  const { formError, clearErrors, run } = useForm()
  const [confirming, setConfirming] = useState<'approve' | 'sendBack' | 'reject' | null>(null)
  const [rejecting, setRejecting] = useState(false)
  const name = profile.name
  const all = isEveryCheckTicked(checks)
  const purge = formatDayOf(new Date(Date.now() + PURGE_DAYS * 86_400_000).toISOString())

  const approve = () => {
    if (!all) return setError({ approve: t('operator.approve.missing') })
    setError({})
    clearErrors()
    setConfirming('approve')
  }
  const sendBack = () => {
    if (!reasons.length) return setError({ sendBack: t('operator.sendBack.none') })
    const unsaid = reasons.find((one) => !one.reason)
    if (unsaid) return setError({ sendBack: `${getStepTitle(unsaid.step)}: ${t('operator.sendBack.why')}` })
    const bare = reasons.find((one) => one.reason === 'other' && one.note.trim() === '')
    if (bare) return setError({ sendBack: `${getStepTitle(bare.step)}: ${t('operator.reason.error')}` })
    setError({})
    clearErrors()
    setConfirming('sendBack')
  }
  const reject = () => {
    if (!rejecting) return setRejecting(true)
    if (reason.trim().length < 3) return setError({ reject: t('operator.reason.error') })
    setError({})
    clearErrors()
    setConfirming('reject')
  }
  // Focus moves to the missing part.
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (error.sendBack || error.reject)
      revealElement(panel.current?.querySelector<HTMLElement>('[aria-invalid="true"]'))
    else if (error.approve)
      revealElement(panel.current?.querySelector<HTMLElement>('[data-checks] input:not(:checked)'))
  }, [error])
  // A key event runs an action once, like its button.
  const acts = useRef({ approve, sendBack })
  acts.current = { approve, sendBack }
  const heard = useRef(asked?.n)
  useEffect(() => {
    if (!asked || heard.current === asked.n || !open) return
    heard.current = asked.n
    acts.current[asked.act]()
  }, [asked, open])

  const decide = async () => {
    const api = browserApi().verification
    const { id } = row
    const done = await run(async () => {
      if (confirming === 'approve') {
        const after = await api.approve({ id, checks })
        return after.decision === 'approved' ? t('operator.done.approve', { name }) : t('operator.done.first')
      }
      if (confirming === 'sendBack' && haveReasons(reasons)) {
        await api.sendBack({ id, checks, reasons: [...reasons] })
        return t('operator.done.sendBack', { name })
      }
      await api.reject({ id, checks, reason: reason.trim() })
      return t('operator.done.reject', { name })
    })
    setConfirming(null)
    if (!done) return
    showToast('success', done.answer)
    onDecided()
  }
  const sure =
    confirming &&
    {
      approve: {
        title: t('operator.confirm.approve.title', { name }),
        text:
          found.secondApproval && !row.firstApproval
            ? t('operator.confirm.approve.first', { name })
            : t('operator.confirm.approve.text', { date: purge }),
        act: t('operator.approve'),
      },
      sendBack: {
        title: t('operator.confirm.sendBack.title', { name }),
        text: t('operator.confirm.sendBack.text', { n: reasons.length }),
        act: t('operator.sendBack'),
      },
      reject: {
        title: t('operator.confirm.reject.title', { name }),
        text: t('operator.confirm.reject.text', { date: purge }),
        act: t('operator.reject'),
      },
    }[confirming]

  return (
    <section ref={panel} className={joinClasses('card pad-24 stack', styles.case)} aria-label={name}>
      <div className="row space-between">
        <div className="row can-shrink">
          <Avatar size={48} src={profile.photo?.src ?? '/pictures/none.svg'} alt="" />
          <div className="can-shrink">
            <h2 className="title">{name}</h2>
            <p className="small muted">
              {t('operator.queue.waitingFor', {
                area: profile.location.area,
                duration: formatWaited(row.waitingMinutes),
              })}
            </p>
          </div>
        </div>
        <p className="small muted nowrap">{position}</p>
      </div>
      {row.firstApproval && open && <Note kind="info">{t('operator.queue.firstApproval')}</Note>}
      {row.fixedSteps.length > 0 && (
        <Note kind="info">{t('operator.queue.onlyFixed', { steps: row.fixedSteps.map(getStepTitle).join(', ') })}</Note>
      )}
      {open && <RiskNote risks={found.risks} />}
      <CasePictures found={found} />
      <ul className={styles.checks} data-checks>
        {verificationChecks.map((check) => (
          <li key={check}>
            <Checkbox
              className={styles.check}
              checked={checks[check] ?? false}
              disabled={!open}
              onChange={(event) => setChecks({ ...checks, [check]: event.target.checked })}>
              {t(`operator.check.${check}`)}
            </Checkbox>
          </li>
        ))}
      </ul>
      <details>
        <summary>{t('operator.case.bio')}</summary>
        <p className={styles.bioText}>{profile.bio}</p>
      </details>
      <details>
        <summary>{t('operator.case.prices')}</summary>
        <ul className={consoleStyles.lines}>
          {profile.services
            .filter((service) => service.status === 'active')
            .map((service) => (
              <li key={service.id} className="row space-between">
                <span>{service.label}</span>
                <span className="tabular">
                  {service.cost === null ? '' : formatMoney(service.cost, profile.currency)}
                </span>
              </li>
            ))}
        </ul>
      </details>
      <details>
        <summary>{t('operator.case.account')}</summary>
        <p>
          <Link to={`/operator/people/${account.id}`}>{account.name}</Link>, {account.email}
          {!account.emailVerified && ` (${t('operator.case.unverified')})`}
          {account.mobile && `, ${account.mobile}`}
        </p>
      </details>
      {found.rounds.length > 1 && (
        <details>
          <summary>{t('operator.case.rounds')}</summary>
          <ul className={consoleStyles.lines}>
            {found.rounds
              .filter((round) => round.decision)
              .map((round) => (
                <li key={round.round}>
                  {t('operator.case.round', {
                    n: round.round,
                    decision: t(`operator.state.${round.decision ?? 'submitted'}`),
                  })}
                  .{' '}
                  {round.reasons.map((one) => [getStepTitle(one.step), one.note].filter(Boolean).join(': ')).join('; ')}{' '}
                  {round.decidedBy}
                </li>
              ))}
          </ul>
        </details>
      )}
      {open && (
        <>
          <SendBackForm reasons={reasons} onChange={setReasons} error={error.sendBack ?? null} />
          {formError && <Note kind="error">{formError}</Note>}
          {error.approve && <Note kind="error">{error.approve}</Note>}
          <Button kind="jade" full onClick={approve}>
            <BadgeCheck className="icon" aria-hidden="true" />
            {t('operator.approve')}
            <span className={styles.keys} aria-hidden="true">
              A
            </span>
          </Button>
          {rejecting && (
            <TextAreaField
              label={t('operator.reject.reason')}
              rows={2}
              maxLength={1000}
              value={reason}
              error={error.reject}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
          <div className="row gap-8">
            <Button kind="secondary" className="grow" onClick={sendBack}>
              {t('operator.sendBack')}
              <span className={styles.keys} aria-hidden="true">
                S
              </span>
            </Button>
            <Button kind="quiet" className={styles.reject} onClick={reject}>
              {t('operator.reject')}
            </Button>
          </div>
        </>
      )}
      <p className="micro hint">{t('operator.audit.foot')}</p>
      {sure && (
        <Confirm
          open
          title={sure.title}
          act={sure.act}
          wayOut={t('operator.back')}
          danger={confirming === 'reject'}
          onAct={decide}
          onClose={() => setConfirming(null)}>
          {sure.text}
        </Confirm>
      )}
    </section>
  )
}

function CasePictures({ found: { identity, profile } }: { found: VerificationCase }) {
  const of = (kind: 'selfie' | 'document') => identity.find((one) => one.kind === kind)
  const pathOf = (id: string | undefined) => (id ? `/v1/operator/verification/pictures/${id}` : null)
  const selfie = useSealedPicture(pathOf(of('selfie')?.id))
  const document = useSealedPicture(pathOf(of('document')?.id))
  const [large, setLarge] = useState<{ name: string; src: string } | null>(null)
  const gesture = of('selfie')?.gesture
  const pictures = [
    { name: t('operator.queue.photo'), src: profile.photo?.src ?? 'gone', there: profile.photo !== null },
    { name: t('operator.queue.selfie'), src: selfie, there: of('selfie') !== undefined },
    { name: t('operator.queue.document'), src: document, there: of('document') !== undefined },
  ]
  return (
    <>
      <div className={casePicturesStyles.three}>
        {pictures.map(({ name, src, there }) => (
          <figure key={name}>
            {there && src && src !== 'gone' ? (
              <button
                type="button"
                aria-label={t('operator.queue.enlarge', { picture: name })}
                onClick={() => setLarge({ name, src })}>
                <span className={joinClasses(pictureStyles.frame, casePicturesStyles.frame)}>
                  <img src={src} alt={name} />
                </span>
              </button>
            ) : (
              <span
                className={joinClasses(pictureStyles.frame, casePicturesStyles.center, casePicturesStyles.frame)}
                aria-busy={there && src === null ? true : undefined}>
                {(!there || src === 'gone') && <span className="small muted">{t('operator.queue.gone')}</span>}
              </span>
            )}
            <figcaption className="micro muted">{name}</figcaption>
          </figure>
        ))}
      </div>
      {gesture && <p className="small muted">{t('operator.queue.gesture', { gesture })}</p>}
      <p className="small muted">{t('operator.queue.adult')}</p>
      <Dialog
        open={large !== null}
        onClose={() => setLarge(null)}
        label={large?.name ?? ''}
        className={joinClasses(consoleStyles.wide, casePicturesStyles.picture)}>
        <div className={dialogStyles.modalHead}>
          <p className="heading-3">{large?.name}</p>
          <IconButton label={t('operator.close')} onClick={() => setLarge(null)}>
            <X className="icon icon-large" aria-hidden="true" />
          </IconButton>
        </div>
        {large && <img src={large.src} alt={large.name} />}
      </Dialog>
    </>
  )
}
