import { useState } from 'react'
import { createTranslator } from '#contract/i18n/messages.ts'
import { bookingMessages } from '#web/appointments/booking-messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'

const t = createTranslator(bookingMessages)

/**
 * The secret calendar address of customer or artist: shown on demand, copied, or renewed, which invalidates the old
 * one.
 */
export function CalendarLink({ side, known = null }: { side: 'customer' | 'provider'; known?: string | null }) {
  const [address, setAddress] = useState(known)
  const { pending, run } = useForm({ toasts: true })
  const make = async (anew: boolean) => {
    const done = await run(() => browserApi().customerDashboard.calendarAddress({ side, anew }))
    if (!done) return
    setAddress(done.answer.address)
    if (anew) showToast('success', t('calendar.ended'))
  }
  const copy = async () => {
    await navigator.clipboard.writeText(address ?? '')
    showToast('success', t('calendar.copied'))
  }
  return (
    <div className="stack gap-8">
      <h3 className="title">{t('calendar.title')}</h3>
      <p className="small muted">{t('calendar.text')}</p>
      {address ? (
        <>
          <TextField
            label={t('calendar.address')}
            value={address}
            readOnly
            onFocus={(event) => event.target.select()}
          />
          <div className="row gap-8 wrapping">
            <Button size="small" onClick={copy}>
              {t('calendar.copy')}
            </Button>
            <Button kind="secondary" size="small" loading={pending} onClick={() => make(true)}>
              {t('calendar.anew')}
            </Button>
          </div>
        </>
      ) : (
        <div>
          <Button kind="secondary" size="small" loading={pending} onClick={() => make(false)}>
            {t('calendar.make')}
          </Button>
        </div>
      )}
    </div>
  )
}
