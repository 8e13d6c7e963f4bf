import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { formatMoney } from '#contract/format.ts'
import { actBears, type ActBears, type ActPreview } from '#contract/operator/booking-acts.ts'
import { type Catalogue, createTranslator } from '#contract/words.ts'
import { formatEventMoment } from '#web/appointments/booking-phrases.ts'
import consoleStyles from '#web/operator/console.module.css'
import { type ActKeys, type Errors, useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/fields/choice.tsx'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import tableStyles from '#web/ui/table.module.css'

export const bookingActMessages = {
  'op.act.reason': 'Reason',
  'op.act.reason.hint': 'The customer and the artist see it.',
  'op.act.reason.error': 'Give a reason.',
  'op.act.look': 'Preview',
  'op.act.back': 'Go back',
  'op.act.shown': 'Preview: this is what happens.',
  'op.act.again': 'The result has changed. This is what would happen now.',
  'op.act.sums': 'Amounts before and after',
  'op.act.sums.what': 'Amount',
  'op.act.sums.before': 'Before',
  'op.act.sums.after': 'After',
  'op.act.sum.price': 'Price of the booking',
  'op.act.sum.customer': 'Customer pays in total',
  'op.act.sum.paid': 'Paid so far',
  'op.act.sum.open': 'Left to pay',
  'op.act.sum.artist': 'Artist keeps',
  'op.act.sum.newArtist': 'New artist keeps',
  'op.act.sum.house': 'Primp keeps',
  'op.act.goes': '{amount} is refunded to the original payment method.',
  'op.act.credit': "{amount} becomes credit for the customer's next booking.",
  'op.act.same': 'No refund.',
  'op.act.second': 'A second operator must approve it first. Nobody is notified before that.',
  'op.act.mails': { zero: 'No emails are sent.', one: '1 email is sent', other: '{n} emails are sent' },
  'op.act.mail.later': 'once the bank has sent it',
  'op.act.to.customer': 'Customer',
  'op.act.to.provider': 'Artist',
  'op.act.to.newProvider': 'New artist',
  'op.act.due': 'The customer has to pay {amount} first, by {until}. Nothing changes until then.',
  'op.act.day': 'Ready by {after} instead of {before}.',
  'op.act.bears': 'Price',
  'op.act.bears.customer': 'New price: the customer pays or gets back the difference',
  'op.act.bears.artist': 'Old price: the artist pays for the difference',
  'op.act.bears.house': 'Old price: Primp pays for the difference',
  'op.act.undoMove': 'To undo this, move it back while the time is free. Both sides are notified again.',
  'op.act.undoChange':
    'To undo this, change it back. Both sides are notified again. Refunds are not charged again automatically.',
  'op.move.title': 'Move booking',
  'op.move.text': 'To another time agreed with both sides. The artist must be free.',
  'op.move.date': 'Date',
  'op.move.times': 'Available ready-by times',
  'op.move.none': 'The artist has no free time for this booking on that date.',
  'op.move.choose': 'Choose a time.',
  'op.move.act': 'Move booking',
  'op.change.title': 'Change people or services',
  'op.change.text': 'As agreed with both sides.',
  'op.change.back': 'If the price falls',
  'op.change.back.whole': 'Refund the full difference',
  'op.change.back.policy': 'Refund according to the cancellation policy',
  'op.change.error': 'Each person needs at least one service.',
  'op.change.act': 'Save change',
  'op.swap.title': 'Replace the artist',
  'op.swap.text':
    'As agreed with the customer and both artists. The booking ends and is replaced by one with the new artist. Payments are carried over.',
  'op.swap.artists': 'Available artists',
  'op.swap.price': '{name}, {area}: {price}',
  'op.swap.none': 'No other artist is available.',
  'op.swap.choose': 'Choose an artist.',
  'op.swap.act': 'Replace artist',
  'op.act.undoSwap': 'To undo this, switch back while the first artist is still free.',
  'op.act.hidden': 'Hidden, because it contains a login link.',
  'op.act.noUndo': 'You cannot undo this: refunds are already with the bank.',
  'op.act.done': 'Done.',
  'op.act.asked': 'Sent to a second operator for approval.',
  'op.goodwill.title': 'Goodwill',
  'op.goodwill.text':
    'Refunds part of the payment to the card or as credit, paid by Primp. The artist keeps their earnings, and the booking is not affected.',
  'op.goodwill.amount': 'Amount',
  'op.goodwill.amount.hint': 'At most {most}.',
  'op.goodwill.amount.error': 'Enter an amount up to {most}.',
  'op.goodwill.as': 'Refund to',
  'op.goodwill.as.card': 'Card',
  'op.goodwill.as.credit': 'Credit for the next booking',
  'op.goodwill.undo.credit': 'To undo this before the credit is used, block it under Gift vouchers.',
  'op.goodwill.act': 'Give {amount}',
} as const satisfies Catalogue

const t = createTranslator(bookingActMessages)
type Previewed = { preview: ActPreview }
type Acted = Previewed & { appointment: Appointment }

interface ActDialogProps {
  appointment: Appointment
  title: string
  text: string
  open: boolean
  onClose: () => void
  fields: (errors: Errors) => ReactNode
  wrong: () => Errors
  preview: (reason: string) => Promise<Previewed>
  act: (asked: { reason: string; hash: string }, key: ActKeys) => Promise<Acted>
  label: string
  undo: string
  onDone: (appointment: Appointment) => void
}

/** A booking action in two steps: input and reason, then a preview of amounts and mails to confirm. */
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
  const { formError, errors, pending, run, clearErrors } = useForm({
    form,
    refusals: {
      preview_changed: (fault) => {
        setShown((fault.detail as Previewed).preview)
        return t('op.act.again')
      },
    },
  })
  // Scrolls the preview to its top.
  useEffect(() => {
    if (shown) form.current?.scrollIntoView({ block: 'start' })
  }, [shown])
  const back = () => {
    clearErrors()
    setShown(null)
  }
  const look = async () => {
    const found: Errors = { ...(reason.trim().length < 3 ? { reason: t('op.act.reason.error') } : {}), ...wrong() }
    const answered = await run(() => preview(reason.trim()), { errors: found, name: 'look' })
    if (answered) setShown(answered.answer.preview)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!shown) return look()
    const done = await run((key) => act({ reason: reason.trim(), hash: shown.hash }, key), { name: 'act' })
    if (!done) return
    showToast('success', t(done.answer.preview.second ? 'op.act.asked' : 'op.act.done'))
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
      {shown && formError && <Note kind="error">{formError}</Note>}
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
      {/* At the pressed button: the form may be longer than the screen. */}
      {!shown && formError && <Note kind="error">{formError}</Note>}
      <div className={dialogStyles.modalFoot}>
        <Button kind="secondary" onClick={shown ? back : onClose}>
          {t('op.act.back')}
        </Button>
        <Button type="submit" loading={pending}>
          {shown ? label : t('op.act.look')}
        </Button>
      </div>
    </form>
  )
}

const readyAt = ({ readyAt, startsAt }: ActPreview['day']['before']): string => readyAt ?? startsAt

/** Preview of an action: amounts before and after, refunds and mails. */
function PreviewOfAct({ preview, appointment }: { preview: ActPreview; appointment: Appointment }) {
  const { currency, sums, back, credit, due, dueUntil, day, second, mails } = preview
  const shown = (amount: number) => formatMoney(amount, currency, { decimals: 'always', mixed: true })
  return (
    <>
      {second && <Note kind="info">{t('op.act.second')}</Note>}
      {due > 0 && dueUntil && (
        <Note kind="info">
          {t('op.act.due', { amount: shown(due), until: formatEventMoment(dueUntil, appointment) })}
        </Note>
      )}
      {readyAt(day.before) !== readyAt(day.after) && (
        <p>
          {t('op.act.day', {
            before: formatEventMoment(readyAt(day.before), appointment),
            after: formatEventMoment(readyAt(day.after), appointment),
          })}
        </p>
      )}
      {credit > 0 && <p>{t('op.act.credit', { amount: shown(credit) })}</p>}
      {(back > 0 || credit === 0) && <p>{back > 0 ? t('op.act.goes', { amount: shown(back) }) : t('op.act.same')}</p>}
      <div role="group" className={tableStyles.tableScroll} aria-label={t('op.act.sums')} tabIndex={0}>
        <table className={tableStyles.table}>
          <thead>
            <tr>
              <th scope="col">{t('op.act.sums.what')}</th>
              <th scope="col" className={tableStyles.amount}>
                {t('op.act.sums.before')}
              </th>
              <th scope="col" className={tableStyles.amount}>
                {t('op.act.sums.after')}
              </th>
            </tr>
          </thead>
          <tbody>
            {sums.map(({ of, before, after }) => (
              <tr key={of}>
                <th scope="row">{t(`op.act.sum.${of}`)}</th>
                <td className={tableStyles.amount}>{shown(before)}</td>
                <td className={tableStyles.amount}>
                  {before === after ? shown(after) : <b className="bold">{shown(after)}</b>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h3 className="title">{t('op.act.mails', { n: mails.length })}</h3>
      {mails.length > 0 && (
        <ul className="stack gap-8">
          {mails.map(({ to, kind, name, address, subject, text, later }) => (
            <li key={`${to} ${kind} ${subject}`}>
              <details>
                <summary>
                  {subject}
                  <span className="small muted">{` ${[`${t(`op.act.to.${to}`)}: ${name}, ${address}`, ...(later ? [t('op.act.mail.later')] : [])].join(', ')}`}</span>
                </summary>
                {text ? (
                  <pre className={consoleStyles.json}>{text}</pre>
                ) : (
                  <p className="small muted">{t('op.act.hidden')}</p>
                )}
              </details>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Whether the new or booked price applies, and who bears the difference. */
export function BearsField({ value, onChange }: { value: ActBears; onChange: (bears: ActBears) => void }) {
  const id = useId()
  return (
    <fieldset className="stack gap-4">
      <legend className="field-label">{t('op.act.bears')}</legend>
      {actBears.map((bears) => (
        <Radio key={bears} name={id} value={bears} checked={value === bears} onChange={() => onChange(bears)}>
          {t(`op.act.bears.${bears}`)}
        </Radio>
      ))}
    </fieldset>
  )
}
