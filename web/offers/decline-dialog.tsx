import { useRef } from 'react'
import { formatDate } from '#contract/format.ts'
import type { ReceivedRequest } from '#contract/offers/requests.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { removePendingRequest, updateSlice } from '#web/platform/store/store.ts'
import { useClientStore } from '#web/platform/store/use-store.tsx'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/fields/choice.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { getRequestTranslator } from './request-phrases.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import noteStyles from '#web/ui/note.module.css'
import dialogStyles from '#web/ui/overlays/dialog.module.css'

const reasons = ['notFree', 'tooFar', 'notMyWork', 'tooMany', 'other'] as const

/** Declines with reason and note; 'I am booked that day' also blocks the day. */
export function DeclineDialog({
  request,
  onClose,
  onDone,
}: {
  request: ReceivedRequest
  onClose: () => void
  onDone: () => void
}) {
  const t = getRequestTranslator(request)
  const store = useClientStore()
  const { firstName } = request
  const form = useRef<HTMLFormElement>(null)
  // Only the note can be invalid.
  const { errors, formError, isPending, run } = useForm({
    form,
    refusals: ({ errors: [of] }) => of && { note: of.message },
  })
  const decline = async (bookedOut: boolean) => {
    const typed = new FormData(form.current ?? undefined)
    const reason = reasons.find((each) => each === typed.get('reason'))
    const done = await run(
      (key) =>
        browserApi().requests.decline(
          { requestId: request.id, reason, note: String(typed.get('note') ?? ''), bookedOut },
          { key },
        ),
      { name: bookedOut ? 'booked' : 'no' },
    )
    if (!done) return
    showToast(
      'success',
      bookedOut
        ? t('offer.declined.booked', {
            date: formatDate(request.eventDate, request.countryCode, new Date().getFullYear()),
          })
        : t('offer.declined', { firstName }),
    )
    updateSlice(store, 'requests', removePendingRequest, request.id)
    onDone()
  }
  return (
    <Dialog open onClose={onClose} label={t('offer.decline.title', { firstName })}>
      <h2 className="heading-3">{t('offer.decline.title', { firstName })}</h2>
      <form
        ref={form}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void decline(false)
        }}>
        <div className={joinClasses(noteStyles.note, noteStyles.info)}>
          <div className="stack gap-8">
            <p className="small">{t('offer.decline.booked.hint')}</p>
            <div>
              <Button kind="secondary" loading={isPending('booked')} onClick={() => decline(true)}>
                {t('offer.decline.booked')}
              </Button>
            </div>
          </div>
        </div>
        <fieldset className="stack gap-4">
          <legend className="field-label">{t('offer.decline.reason')}</legend>
          {reasons.map((reason) => (
            <Radio key={reason} name="reason" value={reason}>
              {t(`offer.decline.${reason}`)}
            </Radio>
          ))}
        </fieldset>
        <TextAreaField
          label={t('offer.note', { firstName })}
          name="note"
          rows={3}
          maxLength={1000}
          error={errors['note'] ?? null}
        />
        {formError && <Note kind="error">{formError}</Note>}
        <div className={dialogStyles.modalFoot}>
          <Button kind="secondary" onClick={onClose}>
            {t('offer.decline.back')}
          </Button>
          <Button kind="danger" type="submit" loading={isPending('no')}>
            {t('offer.decline')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
