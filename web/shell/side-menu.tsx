import { ExternalLink, X } from 'lucide-react'
import { Fragment } from 'react'
import { Link, useLocation } from 'react-router'
import { createTranslator } from '#contract/words.ts'
import type { UserState } from '#web/platform/store/user.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/overlays/dialog.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { listMenuLinks } from './menu-links.ts'
import { menuMessages } from './menu-messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import styles from './side-menu.module.css'

const t = createTranslator(menuMessages)

/** The menu at the right: dashboards when signed in, what Primp is, and the door. */
export function SideMenu({ open, onClose, user }: { open: boolean; onClose: () => void; user: UserState }) {
  const { pathname, search } = useLocation()
  const groups = listMenuLinks(user !== null, pathname + search)
  return (
    <Modal
      open={open}
      onClose={onClose}
      label={t('menu.label')}
      className={joinClasses(dialogStyles.modal, dialogStyles.menu)}>
      <div className={dialogStyles.modalHead}>
        <Logo label={t('shell.logo.alt')} />
        <IconButton label={t('shell.menu.close')} onClick={onClose}>
          <X className="icon icon-large" aria-hidden="true" />
        </IconButton>
      </div>
      <nav aria-label={t('menu.label')} className={joinClasses('stack gap-4', styles.menuLinks)}>
        {user && (
          <div className={joinClasses('row', styles.menuPerson)}>
            <div className="can-shrink">
              <b className="bold">{user.name}</b>
              <div className="small muted">{user.email}</div>
            </div>
          </div>
        )}
        {groups.map((group, index) => (
          <Fragment key={group[0]?.key}>
            {index > 0 && <hr className={joinClasses('divider', styles.menuDivider)} />}
            {group.map(({ key, to, icon: Icon, newTab }) => (
              <Link
                key={key}
                className={joinClasses('row', dialogStyles.menuItem)}
                to={to}
                onClick={onClose}
                {...(newTab ? { target: '_blank', rel: 'noopener', 'aria-label': t('menu.reviews.newTab') } : {})}>
                <Icon className="icon" aria-hidden="true" />
                <span className="grow">{t(key)}</span>
                {newTab && <ExternalLink className="icon icon-small" aria-hidden="true" />}
              </Link>
            ))}
          </Fragment>
        ))}
      </nav>
    </Modal>
  )
}
