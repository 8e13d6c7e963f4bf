import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { reader } from '#contract/words.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import { bookWords } from '#web/bookings/words.ts'
import styles from './checkout.module.css'

const t = reader(bookWords)

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
    <section className={classes('card stack', styles.step, !open && styles.folded)} aria-labelledby={id}>
      <div className={styles.head}>
        <span className={classes(styles.number, done && styles.done)} aria-hidden="true">
          {done ? <Check className="icon" /> : n}
        </span>
        <div className="grow">
          <h2 className="heading-3" id={id} tabIndex={-1}>
            {title}
          </h2>
          {done && <p className={classes('small muted', styles.line)}>{line}</p>}
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
