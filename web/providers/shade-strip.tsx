import { joinClasses } from '#web/ui/class-names.ts'
import styles from './shade-strip.module.css'

/** The ten shades, deepest first, filled if in the kit; `label` is the accessible text. */
export function ShadeStrip({ shades, label, small }: { shades: readonly number[]; label: string; small?: boolean }) {
  return (
    <span className={joinClasses(styles.shades, small && styles.small)} role="img" aria-label={label}>
      {Array.from({ length: 10 }, (_, index) => (
        <i
          key={index}
          style={{ background: shades.includes(index + 1) ? `var(--p-shade-${index + 1})` : 'var(--p-sunken)' }}
        />
      ))}
    </span>
  )
}
