import { Check } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { Picture } from '#contract/values.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import styles from './pans.module.css'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import splitHeadStyles from './split-head.module.css'
import { splitMessages } from './split-messages.ts'

interface SplitHeadProps {
  title: string
  text: string
  picture: Picture
  paid: readonly boolean[]
  names?: readonly string[]
  children?: ReactNode
}

/** Header of a shared bill: artist, state, and a circle per person. */
export function SplitHead({ title, text, picture, paid, names, children }: SplitHeadProps) {
  return (
    <header className={splitHeadStyles.splitHead}>
      <div className="page-width">
        <Avatar size={72} src={picture.src} alt="" />
        <div className="stack gap-8">
          <h1 className="heading-1">{title}</h1>
          <p className="lead">{text}</p>
          {children}
        </div>
        <Pans paid={paid} {...(names ? { of: names } : {})} />
      </div>
    </header>
  )
}

/** A circle per person, filled once paid. */
function Pans({ paid, of }: { paid: readonly boolean[]; of?: readonly string[] }) {
  const t = createTranslator(splitMessages)
  const count = paid.filter(Boolean).length
  return (
    <div
      role="meter"
      aria-valuenow={count}
      aria-valuemin={0}
      aria-valuemax={paid.length}
      aria-label={t('pans.label', { paid: count, n: paid.length })}
      className="stack gap-8">
      <div className={styles.pans} style={{ '--pans': paid.length } as CSSProperties} aria-hidden="true">
        {paid.map((is, i) => (
          <span key={i} className={is ? styles.paid : undefined}>
            {is ? <Check className="icon" aria-hidden="true" /> : of?.[i]?.charAt(0) || i + 1}
          </span>
        ))}
      </div>
      <span className="small" aria-hidden="true">
        {t('pans.label', { paid: count, n: paid.length })}
      </span>
    </div>
  )
}
