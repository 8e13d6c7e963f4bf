import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { HoursWindow } from '#contract/providers/hours.ts'
import type { Errors } from '#web/signup/forms/use-form.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { WindowFields } from './time-select.tsx'
import { useHoursWords } from './use-hours-words.ts'
import styles from './hours-page.module.css'

const mostWindows = 6
const first: HoursWindow = { opens: '09:00', closes: '17:00' }

/** What follows on the last window of a day, an hour later where there is room. */
function nextAfter(windows: readonly HoursWindow[]): HoursWindow {
  const last = windows.at(-1)
  if (!last) return first
  const hour = Number(last.closes.slice(0, 2))
  if (last.closes <= last.opens || hour > 20) return { opens: '05:00', closes: '07:00' }
  const two = (n: number) => `${String(n).padStart(2, '0')}:00`
  return { opens: two(hour + 1), closes: two(hour + 3) }
}

/** The windows of one day: change, add, remove. */
export function WindowsEditor({
  day,
  windows,
  path,
  errors,
  onChange,
}: {
  /** How the day is called where its windows are named. */
  day: string
  windows: readonly HoursWindow[]
  path: string
  errors: Errors
  onChange: (windows: HoursWindow[]) => void
}) {
  const { t } = useHoursWords()
  const add = useRef<HTMLButtonElement>(null)
  return (
    <div className="stack gap-8">
      {windows.length === 0 && <p className="muted">{t('hours.off')}</p>}
      {windows.map((window, i) => (
        <div key={i} className={styles.window}>
          <WindowFields
            names={{ opens: t('hours.opens', { day, n: i + 1 }), closes: t('hours.closes', { day, n: i + 1 }) }}
            window={window}
            error={errors[`${path}.${i}.closes`]}
            onChange={(changed) => onChange(windows.map((each, n) => (n === i ? changed : each)))}
          />
          <IconButton
            label={t('hours.remove', { day, n: i + 1 })}
            onClick={() => {
              onChange(windows.filter((_, n) => n !== i))
              add.current?.focus()
            }}>
            <Trash2 className="icon" aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {windows.length < mostWindows && (
        <div>
          <Button
            kind="quiet"
            size="small"
            ref={add}
            aria-label={t('hours.add.on', { day })}
            onClick={() => onChange([...windows, nextAfter(windows)])}>
            <Plus className="icon" aria-hidden="true" />
            {t('hours.add')}
          </Button>
        </div>
      )}
    </div>
  )
}
