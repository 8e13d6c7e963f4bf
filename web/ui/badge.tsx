import type { ReactNode } from 'react'
import { classes } from './class-names.ts'

/** How a badge is coloured: filled or soft, for good news, for what wants an eye, for what is over. */
export type BadgeLook = 'jade' | 'jadeSoft' | 'accent' | 'accentSoft' | 'info' | 'disabled' | 'outline' | 'plain'

const looks: Record<BadgeLook, string> = {
  jade: 'b-jade',
  jadeSoft: 'b-jades',
  accent: 'b-acc',
  accentSoft: 'b-accs',
  info: 'b-info',
  disabled: 'b-off',
  outline: 'b-out',
  plain: 'b-plain',
}

/** A word or two on a small coloured ground, often behind an icon. */
export const Badge = ({ look, className, children }: { look: BadgeLook; className?: string; children: ReactNode }) => (
  <span className={badgeLook(look, className)}>{children}</span>
)

/** The look of a badge on another element, as a link. */
export const badgeLook = (look: BadgeLook, more?: string) => classes('badge', looks[look], more)
