import { type ReactNode, useId } from 'react'
import { joinClasses } from './class-names.ts'
import styles from './folded-card.module.css'

interface FoldedCardProps {
  title: string
  /** What the card holds, in a few words: read while it is closed. */
  note: ReactNode
  /** True for a card that is open at first, such as one with something to do. */
  open?: boolean
  className?: string
  children: ReactNode
}

/** A card that shows its title and a note until it is opened: for what is needed now and then. */
export function FoldedCard({ title, note, open, className, children }: FoldedCardProps) {
  const id = useId()
  return (
    <section className={joinClasses('card', styles.card, className)} aria-labelledby={id}>
      <details open={open}>
        <summary className="summary-row">
          <span className={styles.head}>
            <h2 className="heading-3" id={id}>
              {title}
            </h2>
            <span className="small muted">{note}</span>
          </span>
        </summary>
        <div className={joinClasses('stack', styles.content)}>{children}</div>
      </details>
    </section>
  )
}
