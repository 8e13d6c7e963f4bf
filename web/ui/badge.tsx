import type { ReactNode } from 'react'
import { joinClasses } from './class-names.ts'
import styles from './badge.module.css'

/** Colour of a badge: filled or soft, for positive, for attention, for past. */
export type BadgeLook = 'jade' | 'jadeSoft' | 'accent' | 'accentSoft' | 'info' | 'disabled' | 'outline' | 'plain'

const looks: Record<BadgeLook, string | undefined> = {
  jade: styles.jade,
  jadeSoft: styles.jadeSoft,
  accent: styles.accent,
  accentSoft: styles.accentSoft,
  info: styles.info,
  disabled: styles.disabled,
  outline: styles.outline,
  plain: styles.plain,
}

/** A short label on a coloured background, often with an icon. */
export const Badge = ({ look, className, children }: { look: BadgeLook; className?: string; children: ReactNode }) => (
  <span className={getBadgeClasses(look, className)}>{children}</span>
)

/** Returns the badge classes for another element, such as a link. */
export const getBadgeClasses = (look: BadgeLook, more?: string) => joinClasses(styles.badge, looks[look], more)
