import type { ReactNode } from 'react'
import styles from './line-drawing.module.css'

export type Drawing = 'palette' | 'letter' | 'calendar' | 'purse' | 'mirror'

const shapes: Record<Drawing, ReactNode> = {
  palette: (
    <>
      <rect x="18" y="26" width="84" height="52" rx="10" />
      <rect className={styles.filled} x="27" y="35" width="18" height="15" rx="4" />
      <rect x="51" y="35" width="18" height="15" rx="4" />
      <rect x="75" y="35" width="18" height="15" rx="4" />
      <path d="M28 66h44" />
      <path d="m78 69 24-30c3-4 8-1 6 4L84 71c-2 3-8 3-6-2Z" />
    </>
  ),
  letter: (
    <>
      <rect x="20" y="28" width="80" height="52" rx="8" />
      <path d="m24 34 36 26 36-26" />
      <circle className={styles.filled} cx="98" cy="28" r="9" />
    </>
  ),
  calendar: (
    <>
      <rect x="24" y="24" width="72" height="60" rx="9" />
      <path d="M24 42h72M42 18v12M78 18v12" />
      <rect className={styles.filled} x="52" y="52" width="16" height="14" rx="4" />
      <path d="M34 56h8M34 70h8M78 56h8M78 70h8M52 74h16" />
    </>
  ),
  purse: (
    <>
      <path d="M26 46h68l-7 32a8 8 0 0 1-8 6H41a8 8 0 0 1-8-6Z" />
      <path d="M44 46c0-26 32-26 32 0" />
      <circle className={styles.filled} cx="60" cy="62" r="7" />
    </>
  ),
  mirror: (
    <>
      <ellipse cx="60" cy="44" rx="27" ry="30" />
      <path d="M60 74v14M44 90h32M46 40c4-9 10-14 18-15" />
      <path className={styles.filled} d="M88 24c6 0 8-2 8-8 0 6 2 8 8 8-6 0-8 2-8 8 0-6-2-8-8-8Z" />
    </>
  ),
}

export const LineDrawing = ({ of }: { of: Drawing }) => (
  <svg className={styles.drawing} viewBox="0 0 120 100" width={120} height={100} aria-hidden="true" focusable="false">
    {shapes[of]}
  </svg>
)
