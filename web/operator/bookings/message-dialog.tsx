import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { TeamMail } from '#contract/operator/team-mail.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { type Errors, useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { operatorBookingMessages } from './booking-messages.ts'
import consoleStyles from '#web/operator/console.module.css'
import dialogStyles from '#web/ui/overlays/dialog.module.css'

const t = createTranslator(operatorBookingMessages)
const receivers = ['both', 'customer', 'provider'] as const
type To = (typeof receivers)[number]

export function MessageDialog({
  appointmentId,
  open,
  onClose,
}: {
  appointmentId: string
  open: boolean
  onClose: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const [to, setTo] = useState<To>('both')
  const [text, setText] = useState('')
  const [mails, setMails] = useState<readonly TeamMail[] | null>(null)
  const { revalidate } = useRevalidator()
  const { errors, pending, run } = useForm({ form })
  const message = { appointmentId, to, text: text.trim() }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!mails) {
      const wrong: Errors = message.text.length < 3 ? { text: t('operator.message.text.error') } : {}
      const shown = await run(() => browserApi().operatorBookings.previewMessage(message), { errors: wrong })
      if (shown) setMails(shown.answer.mails)
      return
    }
    const sent = await run((key) => browserApi().operatorBookings.message(message, { key }))
    if (!sent) return
    showToast('success', t('operator.message.sent', { n: sent.answer.mails.length }))
    setText('')
    setMails(null)
    onClose()
    await revalidate()
  }
  const wrong = errors['form'] ?? errors['fault']
  return (
    <Dialog open={open} onClose={onClose} label={t('operator.message.title')} className={consoleStyles.wide}>
      <form ref={form} className="stack" noValidate onSubmit={submit}>
        <h2 className="heading-3">{t('operator.message.title')}</h2>
        <p className="muted">{t(mails ? 'operator.message.look' : 'operator.message.about')}</p>
        {wrong && <Note kind="error">{wrong}</Note>}
        {mails ? (
          <ul className="stack">
            {mails.map((mail) => (
              <li key={mail.to} className="stack gap-8">
                <p className="bold">{`${mail.name}, ${mail.address}`}</p>
                <p className="small muted">{mail.subject}</p>
                <pre className={consoleStyles.json}>{mail.text}</pre>
              </li>
            ))}
          </ul>
        ) : (
          <>
            <SelectField
              label={t('operator.message.to')}
              name="to"
              value={to}
              onChange={(event) => setTo(receivers.find((one) => one === event.target.value) ?? 'both')}>
              {receivers.map((one) => (
                <option key={one} value={one}>
                  {t(`operator.message.to.${one}`)}
                </option>
              ))}
            </SelectField>
            <TextAreaField
              label={t('operator.message.text')}
              name="text"
              rows={5}
              maxLength={2000}
              value={text}
              error={errors['text'] ?? null}
              onChange={(event) => setText(event.target.value)}
            />
          </>
        )}
        <div className={dialogStyles.modalFoot}>
          <Button kind="secondary" onClick={() => (mails ? setMails(null) : onClose())}>
            {t('operator.message.back')}
          </Button>
          <Button type="submit" loading={pending}>
            {mails ? t('operator.message.send', { n: mails.length }) : t('operator.message.preview')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
