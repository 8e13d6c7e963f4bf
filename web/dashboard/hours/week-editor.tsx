import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { Week } from '#contract/providers/hours.ts'
import type { Errors } from '#web/signup/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import { useHoursWords, weekdays } from './use-hours-words.ts'
import { WindowsEditor } from './windows-editor.tsx'
import styles from './hours-page.module.css'

/** A week as rows of windows, a row a day; what one day has is copied to others at once. */
export function WeekEditor({
  week,
  path,
  errors,
  onChange,
}: {
  week: Week
  path: string
  errors: Errors
  onChange: (week: Week) => void
}) {
  const { t, weekday } = useHoursWords()
  const [copied, setCopied] = useState<number | null>(null)
  const [to, setTo] = useState<number[]>([])
  const copy = () => {
    if (copied !== null) onChange(week.map((windows, day) => (to.includes(day) ? (week[copied] ?? windows) : windows)))
    setCopied(null)
  }
  return (
    <>
      <ul className={styles.week}>
        {weekdays.map((day) => (
          <li key={day} className={styles.weekday}>
            <h3 className="bold">{weekday(day)}</h3>
            <WindowsEditor
              day={weekday(day)}
              windows={week[day] ?? []}
              path={`${path}.${day}`}
              errors={errors}
              onChange={(windows) => onChange(week.map((each, n) => (n === day ? windows : each)))}
            />
            <Button
              kind="quiet"
              size="small"
              aria-label={t('hours.copy.on', { day: weekday(day) })}
              onClick={() => {
                setTo([])
                setCopied(day)
              }}>
              <Copy className="icon" aria-hidden="true" />
              {t('hours.copy')}
            </Button>
          </li>
        ))}
      </ul>
      <Dialog
        open={copied !== null}
        onClose={() => setCopied(null)}
        label={copied === null ? '' : t('hours.copy.title', { day: weekday(copied) })}>
        {copied !== null && (
          <>
            <h2 className="heading-3">{t('hours.copy.title', { day: weekday(copied) })}</h2>
            <div className="stack gap-4">
              {weekdays
                .filter((day) => day !== copied)
                .map((day) => (
                  <Checkbox
                    key={day}
                    checked={to.includes(day)}
                    onChange={({ target }) =>
                      setTo((days) => (target.checked ? [...days, day] : days.filter((one) => one !== day)))
                    }>
                    {weekday(day)}
                  </Checkbox>
                ))}
            </div>
            <div className={dialogStyles.modalFoot}>
              <Button kind="secondary" onClick={() => setCopied(null)}>
                {t('hours.back')}
              </Button>
              <Button onClick={copy}>{t('hours.copy.act')}</Button>
            </div>
          </>
        )}
      </Dialog>
    </>
  )
}
