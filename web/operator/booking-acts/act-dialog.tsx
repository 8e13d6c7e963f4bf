import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Appointment } from '#contract/bookings/appointment.ts'
import type { ActPreview } from '#contract/operator/booking-acts.ts'
import { reader } from '#contract/words.ts'
import type { ActKeys } from '#web/platform/api/act-keys.ts'
import { type Errors, useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { bookingActWords } from './act-words.ts'
import { PreviewOfAct } from './preview-of-act.tsx'
import consoleStyles from '#web/operator/console.module.css'
import dialogStyles from '#web/ui/overlays/dialog.module.css'

const t = reader(bookingActWords)
type Previewed = { preview: ActPreview }
type Acted = Previewed & { appointment: Appointment }

interface ActDialogProps {
  appointment: Appointment
  title: string
  text: string
  open: boolean
  onClose: () => void
  /** What is asked beside the reason, with what is wrong in it by field. */
  fields: (errors: Errors) => ReactNode
  /** What the page itself finds wrong with that. */
  wrong: () => Errors
  preview: (reason: string) => Promise<Previewed>
  act: (asked: { reason: string; hash: string }, key: ActKeys) => Promise<Acted>
  /** On the button that does it. */
  label: string
  /** What to know about undoing it. */
  undo: string
  /** What was asked is forgotten once it is done; what became of the booking is known. */
  onDone: (appointment: Appointment) => void
}

/** An act on a booking in two steps: what is asked and why, then what that does to money and whom it writes to; only then it is done. */
export function ActDialog({ title, open, onClose, ...asked }: ActDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <Dialog open={open} onClose={onClose} label={title} className={consoleStyles.wide}>
      <ActForm title={title} onClose={onClose} reason={reason} onReason={setReason} {...asked} />
    </Dialog>
  )
}

interface ActFormProps extends Omit<ActDialogProps, 'open'> {
  reason: string
  onReason: (reason: string) => void
}

function ActForm({ title, text, onClose, fields, wrong, preview, act, label, undo, onDone, ...kept }: ActFormProps) {
  const { reason, onReason: setReason } = kept
  const form = useRef<HTMLFormElement>(null)
  const [shown, setShown] = useState<ActPreview | null>(null)
  const { revalidate } = useRevalidator()
  const { said, errors, waiting, run, clear } = useAct({
    form,
    says: {
      preview_changed: (fault) => {
        setShown((fault.detail as Previewed).preview)
        return t('op.act.again')
      },
    },
  })
  // What is shown is read from its beginning, whatever was scrolled to before.
  useEffect(() => {
    if (shown) form.current?.scrollIntoView({ block: 'start' })
  }, [shown])
  const back = () => {
    clear()
    setShown(null)
  }
  const look = async () => {
    const found: Errors = { ...(reason.trim().length < 3 ? { reason: t('op.act.reason.error') } : {}), ...wrong() }
    const answered = await run(() => preview(reason.trim()), { wrong: found, as: 'look' })
    if (answered) setShown(answered.answer.preview)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!shown) return look()
    const done = await run((key) => act({ reason: reason.trim(), hash: shown.hash }, key), { as: 'act' })
    if (!done) return
    toast('success', t(done.answer.preview.second ? 'op.act.asked' : 'op.act.done'))
    setReason('')
    setShown(null)
    onClose()
    onDone(done.answer.appointment)
    await revalidate()
  }
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      <h2 className="heading-3">{title}</h2>
      <p className="muted">{shown ? t('op.act.shown') : text}</p>
      {shown && said && <Note kind="error">{said}</Note>}
      {shown ? (
        <>
          <PreviewOfAct preview={shown} appointment={kept.appointment} />
          <p className="small muted">{undo}</p>
        </>
      ) : (
        <>
          {fields(errors)}
          <TextAreaField
            label={t('op.act.reason')}
            hint={t('op.act.reason.hint')}
            name="reason"
            rows={2}
            maxLength={500}
            value={reason}
            error={errors['reason'] ?? null}
            onChange={(event) => setReason(event.target.value)}
          />
        </>
      )}
      {/* Where the button is that was pressed: what is asked may be longer than the screen. */}
      {!shown && said && <Note kind="error">{said}</Note>}
      <div className={dialogStyles.modalFoot}>
        <Button kind="secondary" onClick={shown ? back : onClose}>
          {t('op.act.back')}
        </Button>
        <Button type="submit" loading={waiting}>
          {shown ? label : t('op.act.look')}
        </Button>
      </div>
    </form>
  )
}
