import { type FormEvent, useRef, useState } from 'react'
import type { BookingMail } from '#contract/operator/bookings.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { operatorBookingMessages } from './booking-messages.ts'
import consoleStyles from '#web/operator/console.module.css'
import dialogStyles from '#web/ui/overlays/dialog.module.css'

const t = createTranslator(operatorBookingMessages)

export function MailsDialog({
  appointmentId,
  open,
  onClose,
}: {
  appointmentId: string
  open: boolean
  onClose: () => void
}) {
  return (
    <Dialog open={open} onClose={onClose} label={t('operator.mails.title')} className={consoleStyles.wide}>
      <Mails appointmentId={appointmentId} onClose={onClose} />
    </Dialog>
  )
}

function Mails({ appointmentId, onClose }: { appointmentId: string; onClose: () => void }) {
  const { answer, fault, again } = useAnswer(appointmentId, () =>
    browserApi().operatorBookings.mails({ appointmentId }),
  )
  const [chosen, setChosen] = useState<BookingMail | null>(null)
  if (chosen)
    return (
      <SendAgain
        appointmentId={appointmentId}
        mail={chosen}
        onBack={() => setChosen(null)}
        onShown={setChosen}
        onDone={onClose}
      />
    )
  return (
    <div className="stack">
      <h2 className="heading-3">{t('operator.mails.title')}</h2>
      <p className="muted">{t('operator.mails.text')}</p>
      {fault ? (
        <div className="stack">
          <Note kind="error">{fault.message}</Note>
          <div>
            <Button kind="secondary" onClick={again}>
              {t('operator.mails.retry')}
            </Button>
          </div>
        </div>
      ) : !answer ? (
        <div aria-busy="true">
          <Skeleton height={160} />
        </div>
      ) : answer.mails.length === 0 ? (
        <p>{t('operator.mails.none')}</p>
      ) : (
        <ul className={consoleStyles.lines}>
          {answer.mails.map((mail) => (
            <li key={mail.id} className="row space-between">
              <span className="can-shrink">
                {mail.subject}
                <span className="small muted">{` ${t(`operator.message.to.${mail.to}`)}, ${formatOperatorMoment(mail.at)}`}</span>
              </span>
              {mail.again ? (
                <Button
                  kind="secondary"
                  size="small"
                  aria-label={t('operator.mails.choose.of', { subject: mail.subject })}
                  onClick={() => setChosen(mail)}>
                  {t('operator.mails.choose')}
                </Button>
              ) : (
                <span className="small muted">
                  {t(mail.state === 'waiting' ? 'operator.mails.waits' : 'operator.mails.not')}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={dialogStyles.modalFoot}>
        <Button kind="secondary" onClick={onClose}>
          {t('operator.message.back')}
        </Button>
      </div>
    </div>
  )
}

interface SendAgainProps {
  appointmentId: string
  mail: BookingMail
  onBack: () => void
  /** Called with the current mail if it has changed since the preview. */
  onShown: (mail: BookingMail) => void
  onDone: () => void
}

function SendAgain({ appointmentId, mail, onBack, onShown, onDone }: SendAgainProps) {
  const form = useRef<HTMLFormElement>(null)
  const [reason, setReason] = useState('')
  const { formError, errors, pending, run } = useForm({
    form,
    refusals: {
      preview_changed: (fault) => {
        onShown((fault.detail as { mail: BookingMail }).mail)
        return fault.message
      },
    },
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = { ...(reason.trim().length < 3 ? { reason: t('operator.mails.reason.error') } : {}) }
    const asked = { appointmentId, mailId: mail.id, hash: mail.hash, reason }
    const done = await run((key) => browserApi().operatorBookings.resend(asked, { key }), { errors: wrong })
    if (!done) return
    showToast('success', t('operator.message.sent', { n: 1 }))
    onDone()
  }
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      <h2 className="heading-3">{t('operator.mails.again')}</h2>
      <p className="muted">{t('operator.message.look')}</p>
      {formError && <Note kind="error">{formError}</Note>}
      <div className="stack gap-8">
        <p className="bold">{`${mail.name}, ${mail.address}`}</p>
        <p className="small muted">{mail.subject}</p>
        <pre className={consoleStyles.json}>{mail.text}</pre>
      </div>
      <TextField
        label={t('operator.mails.reason')}
        name="reason"
        maxLength={500}
        value={reason}
        error={errors['reason'] ?? null}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className={dialogStyles.modalFoot}>
        <Button kind="secondary" onClick={onBack}>
          {t('operator.message.back')}
        </Button>
        <Button type="submit" loading={pending}>
          {t('operator.message.send', { n: 1 })}
        </Button>
      </div>
    </form>
  )
}
