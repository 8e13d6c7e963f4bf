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
  'op.act.reason.hint': 'Customer and artist both read it.',
  'op.act.reason.error': 'Say why in a sentence.',
  'op.act.look': 'Show what it does',
  'op.act.back': 'Go back',
  'op.act.shown': 'This is what happens, and nothing else.',
  'op.act.again': 'It would do something else by now. This is what.',
  'op.act.sums': 'Money before and after',
  'op.act.sums.what': 'What',
  'op.act.sums.before': 'Before',
  'op.act.sums.after': 'After',
  'op.act.sum.price': 'Price of the booking',
  'op.act.sum.customer': 'Customer pays in all',
  'op.act.sum.paid': 'Paid so far',
  'op.act.sum.open': 'Still to pay',
  'op.act.sum.artist': 'Artist is left with',
  'op.act.sum.newArtist': 'New artist is left with',
  'op.act.sum.house': 'House is left with',
  'op.act.goes': '{amount} goes back to where it was paid from.',
  'op.act.credit': '{amount} is credit for the customer’s next booking.',
  'op.act.same': 'No money goes back.',
  'op.act.second': 'It waits for a second operator first. Neither side reads of it before.',
  'op.act.mails': { zero: 'No mail goes.', one: '1 mail goes', other: '{n} mails go' },
  'op.act.mail.later': 'once the bank has sent it',
  'op.act.to.customer': 'Customer',
  'op.act.to.provider': 'Artist',
  'op.act.to.newProvider': 'New artist',
  'op.act.due': 'It waits: the customer pays {amount} first, until {until}. Until then everything stays as it is.',
  'op.act.day': 'Ready {after} instead of {before}.',
  'op.act.bears': 'The price',
  'op.act.bears.customer': 'The new price: the customer pays more, or less',
  'op.act.bears.artist': 'As it was booked: the artist bears the difference',
  'op.act.bears.house': 'As it was booked: the house bears the difference',
  'op.act.undoMove': 'To undo it, move it back while the time is free; both are told again.',
  'op.act.undoChange':
    'To undo it, change it back; both are told again. What has gone back to a card is not taken again by itself.',
  'op.move.title': 'Move',
  'op.move.text': 'To another day or time, as both have agreed with you. The artist’s day has to be free.',
  'op.move.date': 'Day',
  'op.move.times': 'Free on that day, by the time to be ready',
  'op.move.none': 'The artist is not free that day for this job.',
  'op.move.choose': 'Choose a time.',
  'op.move.act': 'Move it',
  'op.change.title': 'Change people or services',
  'op.change.text': 'As both have agreed with you.',
  'op.change.back': 'Where it is less',
  'op.change.back.whole': 'All that is too much goes back',
  'op.change.back.policy': 'As much goes back as when cancelling now',
  'op.change.error': 'Each person needs at least one service.',
  'op.change.act': 'Change it',
  'op.swap.title': 'Have another artist come',
  'op.swap.text':
    'As all three have agreed with you. The booking ends, and one with the other artist takes its place with what was paid.',
  'op.swap.artists': 'Free then',
  'op.swap.price': '{name}, {area}: {price}',
  'op.swap.none': 'Nobody else can be booked for it.',
  'op.swap.choose': 'Choose an artist.',
  'op.swap.act': 'Swap the artist',
  'op.act.undoSwap': 'It cannot be undone by itself: swap back while the first artist is still free.',
  'op.act.hidden': 'It holds a link that lets them in, so it is not shown.',
  'op.act.noUndo': 'It cannot be undone: what has gone back is with the bank.',
  'op.act.done': 'Done.',
  'op.act.asked': 'A second operator sees it now.',
  'op.goodwill.title': 'Goodwill',
  'op.goodwill.text':
    'Part of what was paid goes back, to the card or as credit, and the house bears it. The artist keeps all of theirs, and the booking stays.',
  'op.goodwill.amount': 'Amount',
  'op.goodwill.amount.hint': 'At most {most}.',
  'op.goodwill.amount.error': 'Give an amount up to {most}.',
  'op.goodwill.as': 'How the customer has it',
  'op.goodwill.as.card': 'Back to the card',
  'op.goodwill.as.credit': 'As credit for the next booking',
  'op.goodwill.undo.credit': 'To undo it while it is not spent, block the credit under Gift vouchers.',
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
