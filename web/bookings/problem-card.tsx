import { useRef, useState } from 'react'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { formatDate } from '#contract/format.ts'
import {
  formatAmount,
  formatClockIn,
  formatEventMoment,
  getBookingTranslator,
  getFirstName,
} from '#web/appointments/booking-phrases.ts'
import { toApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { sendPicture, shrinkPicture } from '#web/platform/pictures/upload-picture.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/fields/choice.tsx'
import fieldStyles from '#web/ui/fields/field.module.css'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import noteStyles from '#web/ui/note.module.css'
import { Note } from '#web/ui/note.tsx'
import { useRevealedAnswer } from '#web/ui/reveal.ts'

const kinds = ['no_show', 'late', 'other_work', 'price', 'damage', 'other'] as const
type Kind = (typeof kinds)[number]
const emergency = { AU: '000', GB: '999', US: '911', CA: '911' } as const

interface ProblemProps {
  appointment: Appointment
  onChange: (next: Appointment) => void
}

/** A report with messages and outcome; the other side can answer. */
export function StandingProblem({ appointment, onChange }: ProblemProps) {
  const t = getBookingTranslator(appointment)
  const { problem, side } = appointment
  const [text, setText] = useState('')
  const title = useRef<HTMLHeadingElement>(null)
  useRevealedAnswer(title, true)
  const { pending, formError, run } = useForm()
  if (!problem) return null
  const other = side === 'customer' ? appointment.provider.name : getFirstName(appointment.customer.name)
  const until = formatEventMoment(problem.answerUntil, appointment)
  const waits = appointment.refundWaiting > 0 ? '.waits' : ''
  const outcome =
    problem.outcome &&
    t(problem.outcome === 'paid' ? 'dispute.outcome.paid' : `dispute.outcome.${problem.outcome}${waits}`, {
      refund: formatAmount(problem.refund ?? 0, appointment),
    })
  const send = async () => {
    const api = browserApi()
    const done = await run(
      (key): Promise<{ appointment: Appointment }> =>
        side === 'provider'
          ? api.providerBookings.change({ appointmentId: appointment.id, act: 'addSide', text }, { key })
          : api.bookings.addSide({ appointmentId: appointment.id, text }, { key }),
    )
    if (done) onChange(done.answer.appointment)
  }
  return (
    <section className="card pad-24 stack" aria-labelledby="problem">
      <h2 className="heading-3" id="problem" ref={title} tabIndex={-1}>
        {problem.state === 'settled'
          ? t('dispute.state.settled', {
              date: formatDate((problem.settledAt ?? problem.createdAt).slice(0, 10), appointment.countryCode),
              outcome: outcome ?? '',
            })
          : problem.otherSide === null
            ? problem.by === side
              ? t('dispute.state.asked', { name: other })
              : t('problem.side')
            : t('dispute.state.open')}
      </h2>
      {problem.state === 'open' && (
        <p>
          {problem.by === side
            ? t('noShow.reported', { name: other, dateTime: until })
            : t(problem.kind === 'no_show' ? 'noShow.against' : 'problem.against', {
                firstName: other,
                date: formatDate(appointment.eventDate, appointment.countryCode),
                dateTime: until,
              })}
        </p>
      )}
      <p className={noteStyles.note}>
        <span>
          <b className="bold">{t(`problem.${problem.kind}`)}</b>
          {problem.text && <br />}
          {problem.text}
        </span>
      </p>
      {problem.pictures.map((picture) => (
        <img key={picture.src} src={picture.src} alt="" width={160} height={160} loading="lazy" />
      ))}
      {problem.otherSide && (
        <p className={noteStyles.note}>
          <span>{problem.otherSide}</span>
        </p>
      )}
      {problem.reason && <p className="muted">{problem.reason}</p>}
      {appointment.may.addSide && (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}>
          <TextAreaField
            label={t('problem.side.what')}
            hint={t('problem.side.hint')}
            rows={3}
            value={text}
            onChange={(event) => setText(event.target.value)}
            required
            maxLength={4000}
          />
          {formError && <Note kind="error">{formError}</Note>}
          <div>
            <Button type="submit" loading={pending} disabled={!text.trim()}>
              {t('problem.side.send')}
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}

export function ProblemForm({
  appointment,
  onChange,
  onClose,
  email,
}: ProblemProps & { onClose: () => void; email: string }) {
  const t = getBookingTranslator(appointment)
  const [kind, setKind] = useState<Kind | null>(null)
  const [text, setText] = useState('')
  const title = useRef<HTMLHeadingElement>(null)
  useRevealedAnswer(title, true)
  const [pictures, setPictures] = useState<readonly string[]>([])
  const tooEarly = () =>
    t('noShow.late', {
      clock: formatClockIn(
        new Date(Date.parse(appointment.startsAt) + 30 * 60_000).toISOString(),
        appointment.timeZone,
      ),
    })
  const { errors, pending, formError, showErrors, run } = useForm({ refusals: { too_early: tooEarly } })
  const error = errors['pictures'] ?? formError
  const add = async (files: FileList | null) => {
    for (const file of [...(files ?? [])].slice(0, 6 - pictures.length)) {
      try {
        const shrunk = await shrinkPicture(file)
        if ('refused' in shrunk) throw new Error(t(shrunk.refused === 'size' ? 'problem.size' : 'problem.type'))
        const fileUrl = await sendPicture(shrunk.blob, 'reports', () => {})
        setPictures((known) => [...known, fileUrl])
      } catch (fault) {
        showErrors({ pictures: fault instanceof Error ? fault.message : toApiError(fault).message })
      }
    }
  }
  const send = async () => {
    if (!kind) return
    const api = browserApi()
    const done = await run(
      (key): Promise<{ appointment: Appointment }> =>
        appointment.side === 'provider'
          ? api.providerBookings.change({ appointmentId: appointment.id, act: 'report', kind, text }, { key })
          : api.bookings.report(
              { appointmentId: appointment.id, kind, text, pictures: [...pictures] },
              { key, showToastOnSuccess: t('problem.sent', { email }) },
            ),
    )
    if (!done) return
    onChange(done.answer.appointment)
    onClose()
  }
  return (
    <section className="card pad-24 stack no-print" aria-labelledby="report">
      <h2 className="heading-3" id="report" ref={title} tabIndex={-1}>
        {t('problem.title')}
      </h2>
      <p>{t('problem.text')}</p>
      <p className="small">{t('problem.safety', { emergencyNumber: emergency[appointment.countryCode] })}</p>
      <fieldset className="stack gap-8">
        <legend className="field-label">{t('problem.what')}</legend>
        {kinds.map((one) => (
          <Radio key={one} name="kind" value={one} checked={kind === one} onChange={() => setKind(one)}>
            {t(`problem.${one}`)}
          </Radio>
        ))}
      </fieldset>
      <TextAreaField
        label={t('problem.tell')}
        rows={4}
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={4000}
      />
      {appointment.side === 'customer' && (
        <label className={fieldStyles.field}>
          <span className="field-label">{t('problem.pictures')}</span>
          <input
            type="file"
            accept="image/png,image/jpeg,image/heic"
            multiple
            onChange={(event) => add(event.target.files)}
          />
          {pictures.length > 0 && (
            <span className="row gap-8 wrapping">
              {pictures.map((src) => (
                <img key={src} src={src} alt="" width={72} height={72} />
              ))}
            </span>
          )}
        </label>
      )}
      {error && <Note kind="error">{error}</Note>}
      <div className="row gap-8 wrapping">
        <Button disabled={!kind} loading={pending} onClick={send}>
          {t('problem.send')}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          {t('cancel.keep')}
        </Button>
      </div>
    </section>
  )
}
