import { useRef, useState } from 'react'
import { timeChoices } from '#contract/constants.ts'
import { formatClock, formatMoney, formatNightTime, zonedTime } from '#contract/format.ts'
import type { Clash } from '#contract/offers/received-parts.ts'
import type { ReceivedRequestInFull } from '#contract/offers/requests.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { DeclineDialog } from './decline-dialog.tsx'
import { formatClash, formatRequestMoment, getRequestTranslator } from './request-phrases.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './offer-form.module.css'

interface OfferFormProps {
  request: ReceivedRequestInFull
  standing: ReceivedRequestInFull['offers'][number] | null
  onAnswered: (request: ReceivedRequestInFull) => void
  onEnded: () => void
}

/** An offer: as priced, with another price and reason, or another time; replaces or withdraws an existing one. */
export function OfferForm({ request, standing, onAnswered, onEnded }: OfferFormProps) {
  const t = getRequestTranslator(request)
  const { firstName, currency } = request
  const form = useRef<HTMLFormElement>(null)
  const [open, setOpen] = useState(standing === null)
  const [pricing, setPricing] = useState(false)
  const [timing, setTiming] = useState(request.clash !== null || request.plan === null)
  const [typed, setTyped] = useState<Record<number, string>>({})
  const [finishTime, setFinishTime] = useState('')
  const refused = (fault: ApiError) => {
    const wrong = errorsOf(fault, request)
    if (wrong['finishTime']) setTiming(true)
    if (fault.code === 'state_changed') onEnded()
    return Object.keys(wrong).length > 0 ? wrong : undefined
  }
  const { errors, formError, pending, clearErrors, run } = useForm({ form, refusals: refused })
  const taking = useForm()
  const [declining, setDeclining] = useState(false)

  const changes = () => ({
    requestId: request.id,
    lines: pricing
      ? Object.entries(typed).flatMap(([index, text]) => {
          const earn = readNumber(text)
          return earn === null ? [] : [{ index: Number(index), earn }]
        })
      : undefined,
    finishTime: timing && finishTime ? finishTime : undefined,
  })
  const changed = (pricing && Object.values(typed).some((earn) => earn !== '')) || (timing && finishTime !== '')
  const asked = JSON.stringify(changed ? changes() : null)
  const priced = useAnswer(
    asked === 'null' ? null : asked,
    async () => {
      try {
        return await browserApi().requests.offer({ ...JSON.parse(asked), preview: true }, { key: crypto.randomUUID() })
      } finally {
        clearErrors()
      }
    },
    { after: 400 },
  )
  const preview = priced.answer?.preview ?? null
  // Preview errors stay at their field until the input changes.
  const shown = priced.fault ? { ...errorsOf(priced.fault, request), ...errors } : errors

  const send = async () => {
    if (!form.current) return
    const fields = new FormData(form.current)
    const done = await run((key) =>
      browserApi().requests.offer(
        { ...changes(), reason: String(fields.get('reason') ?? ''), note: String(fields.get('note') ?? '') },
        { key },
      ),
    )
    if (!done) return
    const [made] = done.answer.request.offers
    if (made) showToast('success', t('offer.sent', { dateTime: formatRequestMoment(made.endsAt, request) }))
    onAnswered(done.answer.request)
  }
  const withdraw = async () => {
    const done = await taking.run((key) =>
      browserApi().requests.withdrawOffer({ requestId: request.id, note: '' }, { key }),
    )
    if (!done) return onEnded()
    onAnswered(done.answer)
    showToast('success', t('offer.withdrawn', { firstName }))
  }

  if (!open) {
    return (
      <div className="card pad-24 stack">
        {taking.formError && <Note kind="error">{taking.formError}</Note>}
        <Button kind="secondary" onClick={() => setOpen(true)}>
          {t('offer.again')}
        </Button>
        <Button kind="quiet" loading={taking.pending} onClick={withdraw}>
          {t('offer.withdraw')}
        </Button>
      </div>
    )
  }
  const at = (instant: string) => formatClock(zonedTime(instant, request.timeZone))
  return (
    <form
      ref={form}
      className="card pad-24 stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}>
      <div className="row gap-8 wrapping">
        <Button kind="secondary" size="small" aria-expanded={pricing} onClick={() => setPricing(!pricing)}>
          {t(pricing ? 'offer.price.keep' : 'offer.price.change')}
        </Button>
        <Button kind="secondary" size="small" aria-expanded={timing} onClick={() => setTiming(!timing)}>
          {t(timing ? 'offer.time.keep' : 'offer.time.change')}
        </Button>
      </div>
      {pricing && (
        <div className={joinClasses('stack', styles.offerFields)}>
          {request.lines.map((line, index) =>
            line.kind === 'fee' || line.kind === 'package' ? null : (
              <NumberField
                key={`${line.kind} ${line.label}`}
                label={line.count > 1 ? t('offer.price.line', { label: line.label }) : line.label}
                prefix={formatMoney(0, currency).replace(/[\d.,]/g, '')}
                value={typed[index] ?? ''}
                placeholder={String(line.earn)}
                onChange={(earn) => setTyped({ ...typed, [index]: earn })}
              />
            ),
          )}
          {shown['lines'] && <Note kind="error">{shown['lines']}</Note>}
          <TextField
            label={t('offer.price.reason')}
            hint={t('offer.price.reason.hint', { firstName })}
            name="reason"
            maxLength={500}
            error={shown['reason']}
          />
        </div>
      )}
      {timing && (
        <div className={joinClasses('stack gap-8', styles.offerFields)}>
          <SelectField
            label={t('offer.time.ready')}
            value={finishTime}
            onChange={(event) => setFinishTime(event.target.value)}
            error={shown['finishTime']}>
            <option value="">
              {request.finishTime ? formatNightTime(request.finishTime) : t('offer.time.choose')}
            </option>
            {timeChoices
              .filter((choice) => choice !== request.finishTime)
              .map((choice) => (
                <option key={choice} value={choice}>
                  {formatNightTime(choice)}
                </option>
              ))}
          </SelectField>
          {preview?.plan && (
            <p className="small">
              {t('offer.time.plan', { arrive: at(preview.plan.arriveAt), done: at(preview.plan.doneAt) })}
            </p>
          )}
        </div>
      )}
      <TextAreaField
        label={t('offer.note', { firstName })}
        name="note"
        rows={3}
        maxLength={1000}
        error={shown['note']}
      />
      {/* The price of the request itself is in the card above. */}
      <div aria-live="polite">
        {preview && (
          <>
            <div className="row space-between">
              <span>{t('offer.price')}</span>
              <span className="number">{formatMoney(preview.earnings, currency)}</span>
            </div>
            <p className="small muted">
              {t('offer.price.customer', { firstName, total: formatMoney(preview.total, currency) })}
            </p>
          </>
        )}
      </div>
      {formError && <Note kind="error">{formError}</Note>}
      <div className={styles.foot} data-foot-act>
        <p className={styles.earn}>
          <span className="micro muted">{t('offer.price')}</span>
          <b className="number">{formatMoney(preview?.earnings ?? request.earnings, currency)}</b>
        </p>
        <Button kind="quiet" onClick={() => (standing ? setOpen(false) : setDeclining(true))}>
          {t(standing ? 'offer.decline.back' : 'offer.decline')}
        </Button>
        <Button type="submit" loading={pending}>
          {t(changed || standing ? 'offer.counter' : 'offer.send')}
        </Button>
      </div>
      {declining && (
        <DeclineDialog
          request={request}
          onClose={() => setDeclining(false)}
          onDone={() => {
            setDeclining(false)
            onEnded()
          }}
        />
      )}
    </form>
  )
}

function errorsOf(fault: unknown, request: ReceivedRequestInFull): Record<string, string> {
  if (!(fault instanceof ApiError)) return {}
  if (fault.code === 'slot_taken') {
    const clash = (fault.detail ?? {}) as Partial<Clash>
    return {
      finishTime:
        clash.from && clash.to
          ? formatClash(clash as Clash, request, (instant) => formatClock(zonedTime(instant, request.timeZone)))
          : fault.message,
    }
  }
  return Object.fromEntries(fault.errors.toReversed().map((each) => [each.path, each.message]))
}
