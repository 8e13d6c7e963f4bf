import { Check } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { timeChoices } from '#contract/constants.ts'
import { formatTime } from '#contract/format.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import chipsStyles from './chips.module.css'
import styles from './time-list.module.css'

/** A time as HH:MM, 'unsure' for 'Not sure yet', null if none is chosen. */
export type TimeChoice = string | 'unsure' | null

interface TimeListProps {
  value: TimeChoice
  onChange: (value: Exclude<TimeChoice, null>) => void
  /** Called when a time is confirmed by a press, Enter or Space. Arrow keys only move the selection. */
  onConfirm?: (value: Exclude<TimeChoice, null>) => void
  label: string
  /** Labels: no time, the four parts of the day, and the note for times before 5 AM. */
  words: { unsure: string; parts: readonly [string, string, string, string]; nextDay: string }
  name?: string
  /** Limits the height of the list, which scrolls. */
  className?: string
}

const partOf = (hhmm: string) => {
  const hour = Number(hhmm.slice(0, 2))
  if (hour >= 5 && hour < 12) return 0
  if (hour >= 12 && hour < 18) return 1
  return hour >= 18 ? 2 : 3
}

/** Times every 30 minutes from 5 AM to 4:30 AM, by part of the day, after 'Not sure yet'. */
export function TimeList({ value, onChange, onConfirm, label, words, name = 'finishTime', className }: TimeListProps) {
  const id = useId()
  const list = useRef<HTMLFieldSetElement>(null)
  const moving = useRef(false)
  useEffect(() => {
    // A dialog becomes visible only after its children are mounted.
    const frame = requestAnimationFrame(() => list.current && openAtMidday(list.current))
    return () => cancelAnimationFrame(frame)
  }, [])
  const chip = (choice: string, said: string, more?: string) => (
    <label
      key={choice}
      className={joinClasses(chipsStyles.chip, styles.timeChip, value === choice && chipsStyles.chosen)}>
      <input
        type="radio"
        name={`${name}-${id}`}
        value={choice}
        checked={value === choice}
        onKeyDown={(event) => {
          moving.current = event.key.startsWith('Arrow')
          if (event.key !== 'Enter' && !(event.key === ' ' && value === choice)) return
          event.preventDefault()
          if (value !== choice) onChange(choice)
          onConfirm?.(choice)
        }}
        onChange={() => {
          onChange(choice)
          if (!moving.current) onConfirm?.(choice)
        }}
        className="visually-hidden"
      />
      {value === choice && <Check className="icon" aria-hidden="true" />}
      {said}
      {more && <span className="visually-hidden">, {more}</span>}
    </label>
  )
  return (
    <div className={joinClasses(styles.box, className)}>
      <fieldset
        ref={list}
        className={styles.timeList}
        onPointerDown={() => {
          moving.current = false
        }}>
        <legend className="visually-hidden">{label}</legend>
        <div className={joinClasses(styles.times, styles.single)}>{chip('unsure', words.unsure)}</div>
        {words.parts.map((part, index) => (
          <div key={part} data-part={index}>
            <p className={joinClasses('micro hint', styles.part)}>{part}</p>
            <div className={styles.times}>
              {timeChoices
                .filter((hhmm) => partOf(hhmm) === index)
                .map((hhmm) => chip(hhmm, formatTime(hhmm), hhmm < '05:00' ? words.nextDay : undefined))}
            </div>
          </div>
        ))}
      </fieldset>
    </div>
  )
}

/** Scrolls to the chosen time, or to midday by default. */
function openAtMidday(list: HTMLElement): void {
  const box = list.parentElement
  // 'Not sure yet' stays at the top, over the rows that scroll.
  const first = list.querySelector('legend + div')
  const chosen = list.querySelector('input:checked')?.closest('[data-part]')
  const part = chosen ?? list.querySelector('[data-part="1"]')
  if (box && first && part && !list.querySelector('input[value=unsure]:checked'))
    box.scrollTop += part.getBoundingClientRect().top - first.getBoundingClientRect().bottom
}
