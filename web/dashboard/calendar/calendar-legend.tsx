import { Moon } from 'lucide-react'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import styles from './calendar-legend.module.css'
import { stateIcons } from './column-blocks.tsx'
import { stateWords } from './day-blocks.ts'

const shown = ['booked', 'requested', 'held', 'done', 'external', 'blocked'] as const

/** The colours and icons of the calendar, and whether cancelled bookings are shown. */
export function CalendarLegend({
  withStates,
  hasClosed,
  cancelled,
  onCancelled,
}: {
  /** False where each entry is named with its state. */
  withStates: boolean
  hasClosed: boolean
  cancelled: boolean
  onCancelled: (shown: boolean) => void
}) {
  const t = useDashboardMessages()
  return (
    <div className={joinClasses('small muted no-print', styles.legend)}>
      {withStates && (
        <ul>
          {shown.map((state) => {
            const Icon = stateIcons[state]
            return (
              <li key={state} data-state={state}>
                <Icon className="icon" aria-hidden="true" />
                {t(stateWords[state])}
              </li>
            )
          })}
          {hasClosed && (
            <li>
              <Moon className="icon" aria-hidden="true" />
              {t('ownCalendar.closed')}
            </li>
          )}
        </ul>
      )}
      <Checkbox checked={cancelled} onChange={(event) => onCancelled(event.target.checked)}>
        {t('ownCalendar.cancelled.show')}
      </Checkbox>
    </div>
  )
}
