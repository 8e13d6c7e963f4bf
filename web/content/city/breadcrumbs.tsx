import { formatMessage } from '#contract/i18n/messages.ts'
import { ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import { SiteLink } from '#web/ui/site-link.tsx'
import { pageMessages } from '#web/platform/page-messages.ts'
import styles from './breadcrumbs.module.css'

export function Breadcrumbs({ crumbs }: { crumbs: readonly { label: string; link: string }[] }) {
  return (
    <nav aria-label={formatMessage(pageMessages['word.here'])}>
      <ol className={styles.crumbs}>
        {crumbs.map((crumb, index) => (
          <Fragment key={crumb.link}>
            {index > 0 && (
              <li aria-hidden="true">
                <ChevronRight className="icon" />
              </li>
            )}
            <li>
              {index < crumbs.length - 1 ? (
                <SiteLink to={crumb.link}>{crumb.label}</SiteLink>
              ) : (
                <span aria-current="page">{crumb.label}</span>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
