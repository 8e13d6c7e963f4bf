import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { formatMoney } from '#contract/format.ts'
import { actBears, type ActBears, type ActPreview } from '#contract/operator/booking-acts.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
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

export const bookingActMessages = defineMessages({
  'operator.act.reason': 'Reason',
  'operator.act.reason.hint': 'The customer and the artist see it.',
  'operator.act.reason.error': 'Give a reason.',
  'operator.act.look': 'Preview',
  'operator.act.back': 'Go back',
  'operator.act.shown': 'Preview: this is what will happen.',
  'operator.act.again': 'The result has changed. This is what would happen now.',
  'operator.act.sums': 'Amounts before and after',
  'operator.act.sums.what': 'Amount',
  'operator.act.sums.before': 'Before',
  'operator.act.sums.after': 'After',
  'operator.act.sum.price': 'Price of the booking',
  'operator.act.sum.customer': 'Customer pays in total',
  'operator.act.sum.paid': 'Paid so far',
  'operator.act.sum.open': 'Left to pay',
  'operator.act.sum.artist': 'Artist keeps',
  'operator.act.sum.newArtist': 'New artist keeps',
  'operator.act.sum.house': 'Primp keeps',
  'operator.act.goes': '{amount} is refunded to the original payment method.',
  'operator.act.credit': "{amount} becomes credit for the customer's next booking.",
  'operator.act.same': 'No refund.',
  'operator.act.second': 'A second operator must approve it first. Nobody is notified before that.',
  'operator.act.mails': '{n, plural, =0 {No emails are sent.} one {1 email is sent} other {{n} emails are sent}}',
  'operator.act.mail.later': 'once the bank has sent it',
  'operator.act.to.customer': 'Customer',
  'operator.act.to.provider': 'Artist',
  'operator.act.to.newProvider': 'New artist',
  'operator.act.due': 'The customer has to pay {amount} first, by {until}. Nothing changes until then.',
  'operator.act.day': 'Ready by {after} instead of {before}.',
  'operator.act.bears': 'Price',
  'operator.act.bears.customer': 'New price: the customer pays or gets back the difference',
  'operator.act.bears.artist': 'Old price: the artist pays the difference',
  'operator.act.bears.house': 'Old price: Primp pays the difference',
  'operator.act.undoMove': 'To undo this, move it back while the time is free. Both sides are notified again.',
  'operator.act.undoChange':
    'To undo this, change it back. Both sides are notified again. Refunds are not charged again automatically.',
  'operator.move.title': 'Move booking',
  'operator.move.text': 'To another time agreed with both sides. The artist must be free.',
  'operator.move.date': 'Date',
  'operator.move.times': 'Available ready-by times',
  'operator.move.none': 'The artist has no free time for this booking on that date.',
  'operator.move.choose': 'Choose a time.',
  'operator.move.act': 'Move booking',
  'operator.change.title': 'Change people or services',
  'operator.change.text': 'As agreed with both sides.',
  'operator.change.back': 'If the price falls',
  'operator.change.back.whole': 'Refund the full difference',
  'operator.change.back.policy': 'Refund according to the cancellation policy',
  'operator.change.error': 'Each person needs at least one service.',
  'operator.change.act': 'Save change',
  'operator.swap.title': 'Replace the artist',
  'operator.swap.text':
    'As agreed with the customer and both artists. The booking ends and is replaced by one with the new artist. Payments are carried over.',
  'operator.swap.artists': 'Available artists',
  'operator.swap.price': '{name}, {area}: {price}',
  'operator.swap.none': 'No other artist is available.',
  'operator.swap.choose': 'Choose an artist.',
  'operator.swap.act': 'Replace artist',
  'operator.act.undoSwap': 'To undo this, switch back while the first artist is still free.',
  'operator.act.hidden': 'Hidden, because it contains a login link.',
  'operator.act.noUndo': 'You cannot undo this: refunds are already with the bank.',
  'operator.act.done': 'Done.',
  'operator.act.asked': 'Sent to a second operator for approval.',
  'operator.cancelled.title': 'Cancel for the customer',
  'operator.cancelled.text':
    'For a customer who asks you to cancel. They get back what the cancellation policy says, and both sides are notified.',
  'operator.cancelled.act': 'Cancel booking',
  'operator.noShow.title': 'Mark a no-show',
  'operator.noShow.text':
    'If the artist did not come, the customer gets a full refund. If the customer did not come, there is no refund.',
  'operator.noShow.who': 'Who did not come?',
  'operator.noShow.customer': '{name}, the customer',
  'operator.noShow.provider': '{name}, the artist',
  'operator.noShow.act': 'Mark no-show',
  'operator.cash.title': 'Undo the cash record',
  'operator.cash.text':
    'For a balance that was recorded as paid in cash by mistake. The ledger gets a reversing entry, and the balance is due again.',
  'operator.cash.act': 'Undo cash record',
  'operator.cash.undo': 'To undo this, the artist records the cash again.',
  'operator.goodwill.title': 'Goodwill',
  'operator.goodwill.text':
    'Refunds part of the payment to the card or as credit, paid by Primp. The artist keeps their earnings, and the booking is not affected.',
  'operator.goodwill.amount': 'Amount',
  'operator.goodwill.amount.hint': 'At most {most}.',
  'operator.goodwill.amount.error': 'Enter an amount up to {most}.',
  'operator.goodwill.as': 'Refund to',
  'operator.goodwill.as.card': 'Card',
  'operator.goodwill.as.partner': 'A partner paid the deposit. The refund goes to its account.',
  'operator.goodwill.as.credit': 'Credit for the next booking',
  'operator.goodwill.undo.credit': 'To undo this before the credit is used, block it under Gift vouchers.',
  'operator.goodwill.act': 'Give {amount}',
})

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
        return t('operator.act.again')
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
    const found: Errors = {
      ...(reason.trim().length < 3 ? { reason: t('operator.act.reason.error') } : {}),
      ...wrong(),
    }
    const answered = await run(() => preview(reason.trim()), { errors: found, name: 'look' })
    if (answered) setShown(answered.answer.preview)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!shown) return look()
    const done = await run((key) => act({ reason: reason.trim(), hash: shown.hash }, key), { name: 'act' })
    if (!done) return
    showToast('success', t(done.answer.preview.second ? 'operator.act.asked' : 'operator.act.done'))
    setReason('')
    setShown(null)
    onClose()
    onDone(done.answer.appointment)
    await revalidate()
  }
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      <h2 className="heading-3">{title}</h2>
      <p className="muted">{shown ? t('operator.act.shown') : text}</p>
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
            label={t('operator.act.reason')}
            hint={t('operator.act.reason.hint')}
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
          {t('operator.act.back')}
        </Button>
        <Button type="submit" loading={pending}>
          {shown ? label : t('operator.act.look')}
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
      {second && <Note kind="info">{t('operator.act.second')}</Note>}
      {due > 0 && dueUntil && (
        <Note kind="info">
          {t('operator.act.due', { amount: shown(due), until: formatEventMoment(dueUntil, appointment) })}
        </Note>
      )}
      {readyAt(day.before) !== readyAt(day.after) && (
        <p>
          {t('operator.act.day', {
            before: formatEventMoment(readyAt(day.before), appointment),
            after: formatEventMoment(readyAt(day.after), appointment),
          })}
        </p>
      )}
      {credit > 0 && <p>{t('operator.act.credit', { amount: shown(credit) })}</p>}
      {(back > 0 || credit === 0) && (
        <p>{back > 0 ? t('operator.act.goes', { amount: shown(back) }) : t('operator.act.same')}</p>
      )}
      <div role="group" className={tableStyles.tableScroll} aria-label={t('operator.act.sums')} tabIndex={0}>
        <table className={tableStyles.table}>
          <thead>
            <tr>
              <th scope="col">{t('operator.act.sums.what')}</th>
              <th scope="col" className={tableStyles.amount}>
                {t('operator.act.sums.before')}
              </th>
              <th scope="col" className={tableStyles.amount}>
                {t('operator.act.sums.after')}
              </th>
            </tr>
          </thead>
          <tbody>
            {sums.map(({ of, before, after }) => (
              <tr key={of}>
                <th scope="row">{t(`operator.act.sum.${of}`)}</th>
                <td className={tableStyles.amount}>{shown(before)}</td>
                <td className={tableStyles.amount}>
                  {before === after ? shown(after) : <b className="bold">{shown(after)}</b>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h3 className="title">{t('operator.act.mails', { n: mails.length })}</h3>
      {mails.length > 0 && (
        <ul className="stack gap-8">
          {mails.map(({ to, kind, name, address, subject, text, later }) => (
            <li key={`${to} ${kind} ${subject}`}>
              <details>
                <summary>
                  {subject}
                  <span className="small muted">{` ${[`${t(`operator.act.to.${to}`)}: ${name}, ${address}`, ...(later ? [t('operator.act.mail.later')] : [])].join(', ')}`}</span>
                </summary>
                {text ? (
                  <pre className={consoleStyles.json}>{text}</pre>
                ) : (
                  <p className="small muted">{t('operator.act.hidden')}</p>
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
      <legend className="field-label">{t('operator.act.bears')}</legend>
      {actBears.map((bears) => (
        <Radio key={bears} name={id} value={bears} checked={value === bears} onChange={() => onChange(bears)}>
          {t(`operator.act.bears.${bears}`)}
        </Radio>
      ))}
    </fieldset>
  )
}
