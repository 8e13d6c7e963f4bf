import { type ReactNode, useId } from 'react'
import { joinClasses } from './class-names.ts'
import styles from './titled-page.module.css'

type TitledPageProps = {
  title: ReactNode
  text?: ReactNode
  acts?: ReactNode
  children: ReactNode
  className?: string
  label?: string
}

export function TitledPage({ title, text, acts, children, className, label }: TitledPageProps) {
  return (
    <main id="main" tabIndex={-1} className={joinClasses(styles.main, className)} aria-label={label}>
      <div className={joinClasses('row space-between wrapping', styles.head)}>
        <div className="stack gap-4 can-shrink">
          <h1 className="heading-1">{title}</h1>
          {text && <p className="muted">{text}</p>}
        </div>
        {acts && <div className="row gap-8 wrapping">{acts}</div>}
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
