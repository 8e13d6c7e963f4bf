import type { ReactNode } from 'react'
import { joinClasses } from './class-names.ts'
import styles from './badge.module.css'

/** How a badge is coloured: filled or soft, for good news, for what wants an eye, for what is over. */
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

/** A word or two on a small coloured ground, often behind an icon. */
export const Badge = ({ look, className, children }: { look: BadgeLook; className?: string; children: ReactNode }) => (
  <span className={getBadgeClasses(look, className)}>{children}</span>
)

/** The look of a badge on another element, as a link. */
export const getBadgeClasses = (look: BadgeLook, more?: string) => joinClasses(styles.badge, looks[look], more)
