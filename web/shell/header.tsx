import { Menu } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { createTranslator } from '#contract/i18n/messages.ts'
import { createOptionalPart } from '#web/platform/optional.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'
import { Missing } from '#web/shell/pages/error-page.tsx'
import { useUser } from './session-state.ts'
import { shellMessages } from './messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './header.module.css'
import headerBarStyles from '#web/ui/header-bar.module.css'

const t = createTranslator(shellMessages)

// Lazy-loaded when its button is first touched.
const SideMenu = createOptionalPart(() => import('./side-menu.tsx').then((m) => m.SideMenu), Missing)

/** Logo, Join, Log In and menu; dark above a hero; pages may add a search beside the logo. */
export function Header({ onFig = false, children }: { onFig?: boolean; children?: ReactNode }) {
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState(false)
  const show = () => {
    setAsked(true)
    setOpen(true)
  }
  const user = useUser()
  return (
    <>
      <header
        className={joinClasses(
          'no-print',
          headerBarStyles.header,
          onFig ? 'fig-ground on-fig' : headerBarStyles.line,
          children ? styles.sticky : null,
          styles.header,
        )}
        data-bar={children ? 'above' : undefined}>
        <div className="page-width">
          <Logo label={t('shell.logo.alt')} />
          {children}
          <nav aria-label={t('shell.main')}>
            {user ? (
              <SiteLink className={headerBarStyles.topLink} to={user.profileId ? '/dashboard' : '/customer-dashboard'}>
                {t(user.profileId ? 'menu.providerDashboard' : 'menu.customerDashboard')}
              </SiteLink>
            ) : (
              <>
                <SiteLink className={headerBarStyles.topLink} to="/join">
                  {t('shell.join')}
                </SiteLink>
                <SiteLink className={headerBarStyles.topLink} to="/login">
                  {t('shell.login')}
                </SiteLink>
              </>
            )}
            <IconButton
              label={t('shell.menu.open')}
              className="with-script"
              aria-haspopup="dialog"
              onPointerEnter={SideMenu.ahead}
              onFocus={SideMenu.ahead}
              onClick={show}>
              <Menu className="icon icon-large" aria-hidden="true" />
            </IconButton>
          </nav>
        </div>
      </header>
      {/* Outside the header, so that its link styles do not apply to the menu. */}
      {asked && <SideMenu open={open} onClose={() => setOpen(false)} user={user} />}
    </>
  )
}
