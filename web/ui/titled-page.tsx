import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { joinClasses } from './class-names.ts'
import styles from './titled-page.module.css'

type TitledPageProps = {
  title: ReactNode
  text?: ReactNode
  acts?: ReactNode
  /** The page above this one, such as the list that this page is an item of. */
  back?: BackTo | undefined
  children: ReactNode
  className?: string
  label?: string
}

interface BackTo {
  to: string
  label: string
}

/** A link to the page above, over the title of a page. */
export const BackLink = ({ to, label }: BackTo) => (
  <Link className={joinClasses('no-print tap-target', styles.back)} to={to}>
    <ArrowLeft className="icon" aria-hidden="true" />
    {label}
  </Link>
)

export function TitledPage({ title, text, acts, back, children, className, label }: TitledPageProps) {
  return (
    <main id="main" tabIndex={-1} className={joinClasses(styles.main, className)} aria-label={label}>
      <div className={joinClasses('row space-between wrapping', styles.head)}>
        <div className="stack gap-4 can-shrink">
          {back && <BackLink {...back} />}
          <h1 className="heading-1">{title}</h1>
          {text && <p className="muted">{text}</p>}
        </div>
        {acts && <div className="no-print row gap-8 wrapping">{acts}</div>}
      </div>
      {children}
    </main>
  )
}

export function TitledCard({
  title,
  beside,
  children,
  className,
}: {
  title: string
  beside?: ReactNode
  children: ReactNode
  className?: string | undefined
}) {
  const id = useId()
  return (
    <section className={joinClasses('card pad-24 stack', className)} aria-labelledby={id}>
      <div className={joinClasses('row space-between wrapping', styles.cardHead)}>
        <h2 className="heading-3" id={id}>
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  )
}

interface FoldedCardProps {
  title: string
  /** A short summary of the content, shown while the card is closed. */
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
    <section className={joinClasses('card', styles.folded, className)} aria-labelledby={id}>
      <details open={open}>
        <summary className="summary-row">
          <hgroup className={styles.foldHead}>
            <h2 className="heading-3" id={id}>
              {title}
            </h2>
            <p className="small muted">{note}</p>
          </hgroup>
        </summary>
        <div className={joinClasses('stack', styles.foldContent)}>{children}</div>
      </details>
    </section>
  )
}
