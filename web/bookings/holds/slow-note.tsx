import { type Country, createTranslator } from '#contract/words.ts'
import { bookMessages } from '#web/bookings/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'

/** Paid, and the appointment is not there yet: says so, and looks again. */
export function SlowNote({ country, waiting, onLook }: { country: Country; waiting: boolean; onLook: () => void }) {
  const t = createTranslator(bookMessages, country)
  return (
    <Note kind="warning">
      <b className="bold">{t('pay.slow.title')}</b>
      <p>{t('pay.slow.text')}</p>
      <Button kind="secondary" size="small" loading={waiting} onClick={onLook}>
        {t('pay.slow.look')}
      </Button>
    </Note>
  )
}
