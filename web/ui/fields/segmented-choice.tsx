import { useId } from 'react'
import { joinClasses } from '#web/ui/class-names.ts'
import tabsStyles from '#web/ui/tabs.module.css'
import styles from './segmented-choice.module.css'

interface SegmentedChoiceProps<V extends string> {
  label?: string
  name?: string
  value: V
  choices: readonly { value: V; label: string }[]
  onChange: (value: V) => void
  className?: string | undefined
}

export function SegmentedChoice<V extends string>(props: SegmentedChoiceProps<V>) {
  const { label, name, value, choices, onChange, className } = props
  const id = useId()
  return (
    <div
      {...(label ? { role: 'radiogroup', 'aria-label': label } : {})}
      className={joinClasses(tabsStyles.tabs, styles.segments, className)}>
      {choices.map((choice) => (
        <label key={choice.value} className={choice.value === value ? tabsStyles.chosen : undefined}>
          <input
            type="radio"
            className="visually-hidden"
            name={name ?? id}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  )
}
