import { ExternalLink, X } from 'lucide-react'
import { Fragment } from 'react'
import { Link, useLocation } from 'react-router'
import { reader } from '#contract/words.ts'
import type { UserState } from '#web/platform/store/user.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/overlays/dialog.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { menuLinks } from './menu-links.ts'
import { menuWords } from './menu-words.ts'

const t = reader(menuWords)

/** The menu at the right: dashboards when signed in, what Primp is, and the door. */
export function SideMenu({ open, onClose, user }: { open: boolean; onClose: () => void; user: UserState }) {
  const { pathname, search } = useLocation()
  const groups = menuLinks(user !== null, pathname + search)
  return (
    <Modal open={open} onClose={onClose} label={t('menu.label')} className="modal menu">
      <div className="modal-head">
        <Logo label={t('shell.logo.alt')} />
        <IconButton label={t('shell.menu.close')} onClick={onClose}>
          <X className="i i24" aria-hidden="true" />
        </IconButton>
      </div>
      <nav aria-label={t('menu.label')} className="stack s4 menu-links">
        {user && (
          <div className="row menu-person">
            <div className="min0">
              <b className="b">{user.name}</b>
              <div className="small mut">{user.email}</div>
            </div>
          </div>
        )}
        {groups.map((group, index) => (
          <Fragment key={group[0]?.key}>
            {index > 0 && <hr className="hr menu-divider" />}
            {group.map(({ key, to, icon: Icon, newTab }) => (
              <Link
                key={key}
                className="row mi"
                to={to}
                onClick={onClose}
                {...(newTab ? { target: '_blank', rel: 'noopener', 'aria-label': t('menu.reviews.newTab') } : {})}>
                <Icon className="i" aria-hidden="true" />
                <span className="grow">{t(key)}</span>
                {newTab && <ExternalLink className="i i16" aria-hidden="true" />}
              </Link>
            ))}
          </Fragment>
        ))}
      </nav>
    </Modal>
  )
}
