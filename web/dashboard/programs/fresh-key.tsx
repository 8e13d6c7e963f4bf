import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { useProgramWords } from './use-program-words.ts'

/** A key as it is shown once. */
export function FreshKey({ name, token, onDone }: { name: string; token: string; onDone: () => void }) {
  const { t } = useProgramWords()
  const field = useRef<HTMLInputElement>(null)
  // The button that was pressed is gone, and with it where somebody was.
  useEffect(() => field.current?.focus(), [])
  const copy = async () => {
    await navigator.clipboard.writeText(token)
    toast('success', t('keys.copied'))
  }
  return (
    <div className="stack gap-8" aria-live="polite">
      <Note kind="info">{t('keys.fresh')}</Note>
      <TextField
        label={t('keys.fresh.label', { name })}
        value={token}
        readOnly
        ref={field}
        onFocus={(event) => event.target.select()}
      />
      <div className="row gap-8 wrapping">
        <Button size="small" onClick={copy}>
          {t('keys.copy')}
        </Button>
        <Button kind="secondary" size="small" onClick={onDone}>
          {t('keys.done')}
        </Button>
      </div>
    </div>
  )
}
