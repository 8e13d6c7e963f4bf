import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { createTranslator } from '#contract/words.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { bookMessages } from '#web/bookings/messages.ts'
import styles from './checkout.module.css'

const t = createTranslator(bookMessages)

interface CheckoutStepProps {
  n: number
  id: string
  title: string
  open: boolean
  /** What stands in it, on one line; null while nothing has been said in it. */
  line: string | null
  onOpen: () => void
  children: ReactNode
}

/** A step of the checkout: open, or folded to a line. What was typed in it stays while it is folded. */
export function CheckoutStep({ n, id, title, open, line, onOpen, children }: CheckoutStepProps) {
  const done = !open && line !== null
  return (
    <section className={joinClasses('card stack', styles.step, !open && styles.folded)} aria-labelledby={id}>
      <div className={styles.head}>
        <span className={joinClasses(styles.number, done && styles.done)} aria-hidden="true">
          {done ? <Check className="icon" /> : n}
        </span>
        <div className="grow">
          <h2 className="heading-3" id={id} tabIndex={-1}>
            {title}
          </h2>
          {done && <p className={joinClasses('small muted', styles.line)}>{line}</p>}
        </div>
        {done && (
          <Button kind="quiet" size="small" aria-label={t('book.step.change.of', { title })} onClick={onOpen}>
            {t('book.step.change')}
          </Button>
        )}
      </div>
      <div className="stack" hidden={!open}>
        {children}
      </div>
    </section>
  )
}
